type CounterProps = {
  count: number
  /** Said after the number: "4 new". */
  label?: string
  /** `dot` sits on the corner of an icon; the place must be positioned. */
  className?: string
}

export const counterText = (count: number) => (count > 99 ? '99+' : String(count))

/** Nothing at zero, "99+" past ninety-nine. The one pill of the house. */
export function Counter({ count, label = 'new', className }: CounterProps) {
  if (count <= 0) return null
  return (
    <span className={className ? `count ${className}` : 'count'}>
      {counterText(count)}
      <span className="sr"> {label}</span>
    </span>
  )
}
