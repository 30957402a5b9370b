import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type TabsProps<Value extends string> = {
  /** The name of the row of tabs. */
  label: string
  value: Value
  onChange: (value: Value) => void
  /** `kept`: the panel stays mounted, so that input in it is not lost */
  tabs: readonly { value: Value; label: ReactNode; panel: ReactNode; kept?: true }[]
}

/** Views of one thing, side by side. If each view has an address of its own, use links in `.ptabs` instead. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.List className="ptabs" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          {...(tab.kept ? { forceMount: true, hidden: tab.value !== value } : {})}
        >
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
