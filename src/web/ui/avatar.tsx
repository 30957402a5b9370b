import { useState } from 'react'

type AvatarProps = {
  name: string
  /** Selects the background colour, so that a member keeps his colour when he changes his name. */
  id: string
  src?: string | null
  /** 32, 40, 52 or 88 px */
  size?: 's' | 'm' | 'l' | 'xl'
  /** Only if the name is not shown beside it: the avatar is then an image with this name. */
  label?: string
}

const sizes = { s: ' s', m: '', l: ' m', xl: ' l' }
const pixels = { s: 32, m: 40, l: 52, xl: 88 }

export function Avatar({ name, id, src, size = 'm', label }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const named = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    <span className={`av${sizes[size]} av${groundOf(id)}`} {...named}>
      {initialsOf(name)}
      {src && src !== broken && (
        <img
          src={src}
          alt=""
          width={pixels[size]}
          height={pixels[size]}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(src)}
        />
      )}
    </span>
  )
}

/** The first letter of the first and of the last word: "Jae-won R." is JR, "Ravi 🔧" is R. A name of emoji alone is its first and last. */
export function initialsOf(name: string): string {
  const all = name.split(/[\s_.@]+/)
  const lettered = all.filter(hasLetter)
  const words = lettered.length > 0 ? lettered : all.filter(hasSign)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => firstGrapheme(word ?? '').toUpperCase()).join('')
}

// Nearly all names consist of plain letters. For others the browser loads its tables of Unicode properties, which takes a
// slow phone as long as rendering ten cards.
const isPlain = (word: string) => /^[ -~]*$/.test(word)
const hasSign = (word: string) =>
  isPlain(word) ? /[A-Za-z0-9]/.test(word) : /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(word)

const hasLetter = (word: string) => (isPlain(word) ? /[A-Za-z0-9]/.test(word) : /\p{L}|\p{Nd}(?!\uFE0F)/u.test(word))

function firstGrapheme(word: string): string {
  const start = isPlain(word)
    ? word.replace(/^[^A-Za-z0-9]+/, '')
    : word.replace(hasLetter(word) ? /^[^\p{L}\p{N}]+/u : /^[^\p{L}\p{N}\p{Extended_Pictographic}]+/u, '')
  // Old browsers have no Segmenter; a code point is close enough then.
  if (typeof Intl.Segmenter !== 'function') return Array.from(start)[0] ?? ''
  // the common case; creating a segmenter takes longer than rendering a card
  if (/^[!-~]([!-~]|$)/.test(start)) return start.charAt(0)
  segmenter ??= new Intl.Segmenter()
  for (const { segment } of segmenter.segment(start)) return segment
  return ''
}
let segmenter: Intl.Segmenter | undefined

/** Returns 1 to 6, spread evenly by FNV-1a. */
export function groundOf(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return ((hash >>> 0) % 6) + 1
}
