import type { ReactNode } from 'react'
import type { LaneName, Tone } from './toast-box.tsx'

type Box = typeof import('./toast-box.tsx')

/** Short messages in the corner. They are not for anything that must be kept or answered. They do nothing on the server. */
export const toast = {
  /** Loads the chunk in advance: if a request fails because the network is down, the chunk could not be loaded then. */
  ahead: () => {
    loading ??= load()
    loading.catch(() => {
      loading = undefined
    })
  },
  good: (text: ReactNode) => show('good', text),
  /** A message that is repeated often: short, and the next one replaces it. */
  brief: (text: ReactNode) => show('good', text, undefined, 'brief'),
  /** `patient`: it contains a link and stays longer, so that the member has time to reach it. */
  plain: (text: ReactNode, { patient = false } = {}) => show('plain', text, undefined, patient ? 'patient' : undefined),
  /** Called when a dialog opens, because toasts would cover it. Toasts with a link and errors stay. */
  hush: () =>
    void loading?.then(
      (box) => box.hush(),
      () => {},
    ),
  /** An error, or any message with a title. Only one at a time: the next one replaces it. */
  bad: (title: ReactNode, text?: ReactNode) => show('bad', title, text, 'bad'),
}

let loading: Promise<Box> | undefined

async function load(): Promise<Box> {
  const box = await import('./toast-box.tsx')
  await box.open()
  return box
}

/** Returns whether the toast is shown. */
async function show(tone: Tone, title: ReactNode, text?: ReactNode, lane?: LaneName) {
  if (typeof document === 'undefined') return false
  loading ??= load()
  return loading.then(
    (box) => {
      box.say({ tone, title, text, lane })
      return true
    },
    () => {
      // The chunk did not load (offline): the next toast tries again, and this message is shown without it.
      loading = undefined
      if (tone === 'bad') showWithoutChunk(`${title}${text ? `. ${text}` : ''}`)
      return false
    },
  )
}

function showWithoutChunk(words: string) {
  const place = document.createElement('p')
  place.className = 'toast bad alone'
  place.setAttribute('role', 'alert')
  document.body.append(place)
  place.textContent = words
  setTimeout(() => place.remove(), 8000)
}
