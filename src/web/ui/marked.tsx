/** A text with what was looked for in it. To a screen reader it is the text, in one piece and without a word about it. */
import type { Pieces } from '#contract/posts.ts'

export const Marked = ({ pieces }: { pieces: Pieces }) =>
  pieces.map(({ text, marked }, place) =>
    marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
      <mark key={place} role="presentation">
        {text}
      </mark>
    ) : (
      text
    ),
  )
