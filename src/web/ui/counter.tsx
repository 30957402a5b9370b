type CounterProps = {
  count: number
  /** There are at least so many: "12+". */
  more?: boolean
  /** Said after the number: "4 new". */
  label?: string
  /** `dot` sits on the corner of an icon; the place must be positioned. */
  className?: string
}

const counterText = (count: number, more = false) => (count > 99 ? '99+' : more ? `${count}+` : String(count))

/** Nothing at zero, "99+" past ninety-nine. The one pill of the house. */
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
