import type { IconNode } from 'lucide'

type IconProps = {
  /** A Lucide icon, imported by name where it is used: `import { Plus } from 'lucide'`. */
  of: IconNode
  size?: 's' | 'm' | 'l'
  /** Mirrors arrows and chevrons in right-to-left text. */
  flip?: boolean
  className?: string
}

/** A decorative icon. The word or label beside it carries the meaning. CSS sets its size and stroke. */
export function Icon({ of, size = 'm', flip, className }: IconProps) {
  const classes = ['i', size !== 'm' && size, flip && 'flip', className].filter(Boolean).join(' ')
  return (
    <svg
      className={classes}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the library's own markup, without input of members
      dangerouslySetInnerHTML={linesOf(of)}
    />
  )
}

/** Cached as markup once per icon: a list has eighty icons, and React would render and hydrate each line of each icon. */
const written = new WeakMap<IconNode, { __html: string }>()
function linesOf(icon: IconNode): { __html: string } {
  const known = written.get(icon)
  if (known) return known
  const html = icon.map(([tag, attributes]) => `<${tag}${attributesOf(attributes)}></${tag}>`).join('')
  const lines = { __html: html }
  written.set(icon, lines)
  return lines
}

const attributesOf = (attributes: IconNode[number][1]) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
