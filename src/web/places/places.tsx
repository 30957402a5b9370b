/** The field in which a town or a postal code is entered, with the matching places below it. */
import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { Place } from '#contract/places.ts'
import { isComposing } from '../kernel/input-method.ts'
import { Field, TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { placesQuery } from './places.ts'

/** in ms, after the last key press */
const TYPING_PAUSE_MS = 150

interface PlaceFieldProps {
  label: ReactNode
  hint?: ReactNode
  note?: ReactNode
  error?: ReactNode
  id?: string | undefined
  limit?: number
  placeholder?: string
  value: string
  onType: (text: string) => void
  /** a known place was chosen; `onType` is called with its name too */
  onPick: (place: Place) => void
}

/** Keyboard: the down arrow moves into the list, Enter takes an entry, Escape closes only the list. */
export function PlaceField(props: PlaceFieldProps) {
  const { label, hint, note, error, id, limit, placeholder, value, onType, onPick } = props
  const list = useId()
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const asked = useDebounced(open ? value.trim() : '', TYPING_PAUSE_MS)
  const found = useQuery(placesQuery(asked))
  const places = open && asked ? (found.data?.items ?? []) : []

  const pick = (place: Place) => {
    onType(place.label)
    onPick(place)
    setOpen(false)
    setAt(-1)
  }
  const key = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape' && places.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt((before) =>
        places.length === 0
          ? -1
          : (before + step + places.length + (before < 0 ? (step > 0 ? 0 : 1) : 0)) % places.length,
      )
    }
    const chosen = places[at]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      pick(chosen)
    }
  }
  return (
    <Field label={label} hint={hint} note={note} error={error} {...(id ? { id } : {})}>
      <div className="place-field">
        <TextInput
          role="combobox"
          aria-expanded={places.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={places[at] ? `${list}-${at}` : undefined}
          autoComplete="off"
          dir="auto"
          value={value}
          {...(limit ? { limit } : {})}
          {...(placeholder ? { placeholder } : {})}
          icon={<Icon of={MapPin} />}
          onChange={(event) => {
            onType(event.currentTarget.value)
            setOpen(true)
            setAt(-1)
          }}
          onKeyDown={key}
          onBlur={() => setOpen(false)}
        />
        <div className="place-list" role="listbox" id={list} aria-label="Places" hidden={places.length === 0}>
          {places.map((place, nth) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, as in every combobox
            <div
              key={place.label}
              role="option"
              id={`${list}-${nth}`}
              aria-selected={nth === at}
              className="place-option"
              // otherwise the field would lose the focus and the list would close under the pointer
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(place)}
            >
              <bdi>{place.label}</bdi>
            </div>
          ))}
        </div>
      </div>
      <span className="sr" role="status">
        {open && asked && found.isSuccess && !found.isPlaceholderData && announcementOf(places.length)}
      </span>
    </Field>
  )
}

const announcementOf = (count: number) =>
  count === 0 ? 'No place found' : `${count} ${count === 1 ? 'place' : 'places'} found, down arrow to choose`

/** Returns the value after it has not changed for `ms` milliseconds. An empty value is returned immediately. */
function useDebounced(value: string, ms: number): string {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), value === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return late
}
