type CounterProps = {
  count: number
  /** There are at least this many: "12+". */
  more?: boolean
  /** Read out after the number: "4 new". */
  label?: string
  /** `dot` is placed at the corner of an icon; the parent must be positioned. */
  className?: string
}

const counterText = (count: number, more = false) => (count > 99 ? '99+' : more ? `${count}+` : String(count))

/** Renders nothing at zero, and "99+" above 99. It is the only pill-shaped component. */
export function Counter({ count, more = false, label = 'new', className }: CounterProps) {
  if (count <= 0) return null
  return (
    <span className={className ? `count ${className}` : 'count'}>
      <span className="sr">, </span>
      {counterText(count, more)}
      <span className="sr"> {label}</span>
    </span>
  )
}
