/** The field in which a member chooses a time zone. Only for parts that are loaded on demand. */
import { useState } from 'react'
import { placeOf, zoneName } from '#contract/zone-words.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { knownZone } from './zone.ts'

interface ZoneFieldProps {
  label?: string
  value: string
  onChange: (zone: string) => void
  hint?: string
  id?: string
  error?: string | undefined
}

const UNKNOWN = 'Your browser does not say which zone you are in. Please choose yours.'

/** The zones of one part of the world, "Europe". */
interface Area {
  area: string
  zones: string[]
}

export function ZoneField({ label = 'Time zone', value, onChange, hint = '', id, error }: ZoneFieldProps) {
  const [own] = useState(knownZone)
  // the order stays while he chooses: a list that changes under the arrow keys leads nowhere
  const [given] = useState(value)
  const [areas] = useState(placesByArea)
  const first = [...new Set([given, ...(own ? [placeOf(own)] : []), 'UTC'])]
  const isListed = first.includes(value) || areas.some(({ zones }) => zones.includes(value))
  return (
    <Field label={label} {...(id && { id })} hint={own ? hint : `${UNKNOWN} ${hint}`.trim()} error={error}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        {[...first, ...(isListed ? [] : [value])].map(option)}
        {areas.map(({ area, zones }) => (
          <optgroup key={area} label={area}>
            {zones.filter((zone) => !first.includes(zone)).map(option)}
          </optgroup>
        ))}
      </Select>
    </Field>
  )
}

/** The whole name, as other pages show it: typing it chooses the zone. */
const option = (zone: string) => (
  <option key={zone} value={zone}>
    {zoneName(zone)}
  </option>
)

/** The places that this browser knows. An old browser has no list. */
function placesByArea(): Area[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  const places = new Set(known.map(placeOf).filter((zone) => zone.includes('/') && !zone.startsWith('Etc/')))
  const areas = new Map<string, string[]>()
  for (const zone of [...places].sort()) {
    const area = zone.slice(0, zone.indexOf('/'))
    areas.set(area, [...(areas.get(area) ?? []), zone])
  }
  return [...areas].map(([area, zones]) => ({ area, zones }))
}
