/** The sign-up form as it was before a reload: name and address, in this tab only. Never the password. */
export interface Draft {
  username: string
  email: string
  /** the mail is on its way to `email` */
  sent: boolean
}

const KEY = 'fatherkin.sign-up'
const EMPTY: Draft = { username: '', email: '', sent: false }

export function readDraft(): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Draft, unknown>>
    return { username: textOf(kept.username), email: textOf(kept.email), sent: kept.sent === true }
  } catch {
    return EMPTY
  }
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export function writeDraft(change: Partial<Draft>) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...readDraft(), ...change }))
  } catch {
    // without storage a reload empties the form, as forms do
  }
}

export function dropDraft() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // nothing was kept
  }
}
