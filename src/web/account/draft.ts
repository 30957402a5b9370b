/** Name and address of the sign-up form, kept over a reload in this tab. The password is never kept. */
export interface Draft {
  username: string
  email: string
  /** the mail to `email` was sent */
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
    // without storage a reload empties the form
  }
}

export function dropDraft() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // without storage there is no draft
  }
}
