/** The fields of the form of an event, new or edited. */
import type { ReactNode } from 'react'
import { ADDRESS_MAX, EVENT } from '#contract/local-words.ts'
import { LOCATION_MAX } from '#contract/words.ts'
import { zoneName } from '#contract/zone-words.ts'
import { ZoneField } from '../kernel/zone-field.tsx'
import { PlaceField } from '../places/places.tsx'
import { Field, TextArea, TextInput } from '../ui/field.tsx'
import { addDays } from './days.ts'
import { type EventDraft, type FieldErrors, IDS } from './event-draft.ts'

interface FieldsProps {
  draft: EventDraft
  change: (change: Partial<EventDraft>) => void
  wrong: FieldErrors
  busy: boolean
  /** today in the zone of the times */
  today: string
  /** the zone of the times in the form */
  zone: string
  placeHint: string
  children?: ReactNode
}

export function EventFields({ draft, change, wrong, busy, today, zone, placeHint, children }: FieldsProps) {
  const typed = (field: 'title' | 'location' | 'description' | 'address') => ({
    value: draft[field],
    dir: 'auto',
    readOnly: busy,
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })
  const picked = (field: 'event_date' | 'event_time' | 'end_time') => ({
    value: draft[field],
    readOnly: busy,
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })
  const isOvernight = draft.event_time !== '' && draft.end_time !== '' && draft.end_time <= draft.event_time
  return (
    <>
      <Field label="Title" id={IDS.title} error={wrong.title} required>
        <TextInput {...typed('title')} limit={EVENT.title} autoComplete="off" />
      </Field>
      <Field
        label="Location"
        id={IDS.location}
        hint="A place or a part of town, for everybody who sees the event."
        error={wrong.location}
        required
      >
        <TextInput {...typed('location')} limit={LOCATION_MAX} autoComplete="off" />
      </Field>
      <div className="event-when">
        <Field label="Date" id={IDS.event_date} error={wrong.event_date} required>
          <TextInput
            {...picked('event_date')}
            type="date"
            min={today}
            max={addDays(today, EVENT.yearsAhead * 365)}
            aria-describedby="event-zone"
          />
        </Field>
        <Field label="Time" id={IDS.event_time} error={wrong.event_time} required>
          <TextInput {...picked('event_time')} type="time" aria-describedby="event-zone" />
        </Field>
        <Field label="End (Optional)" id={IDS.end_time} error={wrong.end_time}>
          <TextInput {...picked('end_time')} type="time" aria-describedby="event-zone" />
        </Field>
        <p className="hint" id="event-zone">
          Times are in the time zone {zoneName(zone)}. Without an end time we count two hours.
          {isOvernight && ' It ends on the next day.'}
        </p>
        <ZoneField
          label="Zone"
          id={IDS.time_zone}
          value={zone}
          onChange={(time_zone) => change({ time_zone })}
          error={wrong.time_zone}
        />
      </div>
      <Field
        label="Description (Optional)"
        id={IDS.description}
        hint="Links, lists, quotes and bold words work here."
        error={wrong.description}
      >
        <TextArea {...typed('description')} limit={EVENT.description} rows={4} />
      </Field>
      <Field
        label="Exact address (Optional)"
        id={IDS.address}
        hint="Only those who attend see it."
        error={wrong.address}
      >
        <TextInput {...typed('address')} limit={ADDRESS_MAX} autoComplete="off" />
      </Field>
      <PlaceField
        label="Town or postal code, for the distance (Optional)"
        value={draft.place}
        onType={(place) => change({ place, latitude: null, longitude: null })}
        onPick={({ label, latitude, longitude }) => change({ place: label, latitude, longitude })}
        hint={placeHint}
        error={wrong.place ?? wrong.latitude ?? wrong.longitude}
      />
      {children}
    </>
  )
}
