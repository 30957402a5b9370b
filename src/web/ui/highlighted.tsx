/** A text with highlighted search terms. Screen readers read it as one text without the marks. */
import type { Pieces } from '#contract/posts.ts'

export const Highlighted = ({ pieces }: { pieces: Pieces }) =>
  pieces.map(({ text, marked }, place) =>
    marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified only by their position
      <mark key={place} role="presentation">
        {text}
      </mark>
    ) : (
      text
    ),
  )
