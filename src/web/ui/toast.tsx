import type { ReactNode } from 'react'
import type { LaneName, Tone } from './toast-box.tsx'

type Box = typeof import('./toast-box.tsx')

/** Short news in the corner. Nothing that must be kept or answered belongs here. Does nothing on the server. */
export const toast = {
  /** Fetches the piece before there is anything to say: a failure may be that nothing can be fetched. */
  ahead: () => {
    loading ??= load()
    loading.catch(() => {
      loading = undefined
    })
  },
  good: (text: ReactNode) => show('good', text),
  /** What is said again and again: short, and the next takes its place. */
  brief: (text: ReactNode) => show('good', text, undefined, 'brief'),
  /** `patient`: it holds a link, and waits for whoever needs time to get there. */
  plain: (text: ReactNode, { patient = false } = {}) => show('plain', text, undefined, patient ? 'patient' : undefined),
  /** A dialog opens: what was said just now would lie over it. What holds a link, and what failed, stays. */
  hush: () =>
    void loading?.then(
      (box) => box.hush(),
      () => {},
    ),
  /** A failure, or anything with a title. Only one at a time: the next takes its place. */
  bad: (title: ReactNode, text?: ReactNode) => show('bad', title, text, 'bad'),
}

let loading: Promise<Box> | undefined

async function load(): Promise<Box> {
  const box = await import('./toast-box.tsx')
  await box.open()
  return box
}

/** Answers whether it is shown. */
async function show(tone: Tone, title: ReactNode, text?: ReactNode, lane?: LaneName) {
  if (typeof document === 'undefined') return false
  loading ??= load()
  return loading.then(
    (box) => {
      box.say({ tone, title, text, lane })
      return true
    },
    () => {
      // The piece did not arrive (offline): the next toast asks for it again, and this one is said plainly.
      loading = undefined
      if (tone === 'bad') plainly(`${title}${text ? `. ${text}` : ''}`)
      return false
    },
  )
}

function plainly(words: string) {
  const place = document.createElement('p')
  place.className = 'toast bad alone'
  place.setAttribute('role', 'alert')
  document.body.append(place)
  place.textContent = words
  setTimeout(() => place.remove(), 8000)
}
