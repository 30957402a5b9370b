import type { IconNode } from 'lucide'

type IconProps = {
  /** A Lucide icon, imported by name where it is used: `import { Plus } from 'lucide'`. */
  of: IconNode
  size?: 's' | 'm' | 'l'
  /** Arrows and chevrons point the other way where text runs from right to left. */
  flip?: boolean
  className?: string
}

/** A decorative icon. The word or the control's label beside it carries the meaning. Size and stroke come from CSS. */
export function Icon({ of, size = 'm', flip, className }: IconProps) {
  const classes = ['i', size !== 'm' && size, flip && 'flip', className].filter(Boolean).join(' ')
  return (
    <svg
      className={classes}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the library's own lines, nobody's words
      dangerouslySetInnerHTML={linesOf(of)}
    />
  )
}

/** Written out once for each icon: a list has eighty of them, and React would draw and take over each line. */
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
