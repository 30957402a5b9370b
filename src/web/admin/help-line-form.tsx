/** The form that adds or changes a help line. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { HelpLine } from '#contract/care.ts'
import { HELP_LINE_KINDS, type HelpLineKind, KINDS_OF_LINES } from '#contract/lines-words.ts'
import { helpLinesQuery } from '../care/care.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { newId } from '../kernel/id.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea, TextInput } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.tsx'
import { HOURS_FAULT, HOURS_HINT, readHours, writtenHours } from './hours-text.ts'

/** As typed; blank means not set. */
type HelpLineValues = Record<Exclude<keyof HelpLine, 'id'>, string>

const today = () => new Date().toISOString().slice(0, 10)

const typedOf = (line: HelpLine | undefined): HelpLineValues => ({
  ...{ country: line?.country ?? '', name: line?.name ?? '', about: line?.about ?? '', phone: line?.phone ?? '' },
  ...{ url: line?.url ?? '', kind: line?.kind ?? 'listening', languages: line?.languages.join(', ') ?? '' },
  ...{ text_to: line?.text_to ?? '', text_word: line?.text_word ?? '', chat_url: line?.chat_url ?? '' },
  ...{ hours: writtenHours(line?.hours ?? null) },
  ...{ source: line?.source ?? '', checked_on: line?.checked_on ?? today() },
})

const orNull = (text: string) => text.trim() || null

const sentOf = ({ name, about, source, checked_on, ...typed }: HelpLineValues): Omit<HelpLine, 'id'> => ({
  ...{ name, about, source, checked_on },
  ...{ country: orNull(typed.country), phone: orNull(typed.phone), url: orNull(typed.url) },
  ...{ text_to: orNull(typed.text_to), text_word: orNull(typed.text_word), chat_url: orNull(typed.chat_url) },
  kind: typed.kind as HelpLineKind,
  // the form does not send what it cannot read
  hours: readHours(typed.hours) ?? null,
  languages: typed.languages
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean),
})

interface HelpLineField {
  name: keyof HelpLineValues
  label: string
  hint?: string
  type?: 'tel' | 'url' | 'date'
  limit?: number
}
const PARTS: readonly HelpLineField[] = [
  { name: 'name', label: 'Name', limit: 80 },
  { name: 'country', label: 'Country', hint: 'Two letters, such as GB. Leave it empty for every country.' },
  { name: 'kind', label: 'Kind' },
  { name: 'about', label: 'What it is for, and when', limit: 200 },
  { name: 'phone', label: 'Number', type: 'tel', limit: 40 },
  { name: 'text_to', label: 'Text messages to', type: 'tel', limit: 40 },
  { name: 'text_word', label: 'Word to text', hint: 'The word with which a conversation begins.', limit: 40 },
  { name: 'chat_url', label: 'Chat', hint: 'An address that begins with https://', type: 'url' },
  { name: 'hours', label: 'Open', hint: HOURS_HINT },
  { name: 'languages', label: 'Languages', hint: 'Two letters each, such as: en, fr' },
  { name: 'url', label: 'Website', type: 'url' },
  { name: 'source', label: 'Where it was looked up', hint: 'An address that begins with https://', type: 'url' },
  { name: 'checked_on', label: 'Looked up on', type: 'date' },
]

interface HelpLineDialogProps {
  /** undefined: a new line */
  line: HelpLine | undefined
  onClose: () => void
}

export function HelpLineDialog({ line, onClose }: HelpLineDialogProps) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(() => typedOf(line))
  // an idempotency key: a repeated request adds the line once
  const [id] = useState(() => line?.id ?? newId())
  const [isPressed, setPressed] = useState(false)
  const areHoursWrong = isPressed && readHours(typed.hours) === undefined
  const saving = useMutation({
    mutationFn: () => api.care.saveHelpLine({ id, ...sentOf(typed) }, withTimeout()),
    onSuccess: async () => {
      toast.good('The help line is saved')
      onClose()
      await client.invalidateQueries({ queryKey: helpLinesQuery().queryKey })
    },
  })
  const fault = saving.isError ? readFault(saving.error, 'Failed to save the help line. Please try again.') : undefined
  const faultIn = (name: keyof HelpLineValues) =>
    name === 'hours' && areHoursWrong ? HOURS_FAULT : fault?.fields[name]
  const wrong = PARTS.flatMap(({ name }) => {
    const message = faultIn(name)
    return message ? [{ id: `help-line-${name}`, message }] : []
  })
  const save = () => {
    setPressed(true)
    if (!saving.isPending && readHours(typed.hours) !== undefined) saving.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={line ? 'Edit the help line' : 'Add a help line'}
      dismissible={!saving.isPending}
      onSubmit={save}
      foot={
        <>
          <Button variant="quiet" disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <div className="stack">
        {(fault || areHoursWrong) && (
          <FormError {...(wrong.length > 0 ? { title: 'Please look again:', fields: wrong } : {})}>
            {wrong.length === 0 && fault?.sentence}
          </FormError>
        )}
        {PARTS.map(({ name, label, hint, type, limit }) => (
          <Field key={name} id={`help-line-${name}`} label={label} hint={hint} error={faultIn(name)}>
            {name === 'kind' ? (
              <Select value={typed.kind} onChange={(event) => setTyped({ ...typed, kind: event.target.value })}>
                {KINDS_OF_LINES.map((kind) => (
                  <option key={kind} value={kind}>
                    {HELP_LINE_KINDS[kind]}
                  </option>
                ))}
              </Select>
            ) : name === 'about' ? (
              <TextArea
                value={typed.about}
                limit={limit}
                rows={3}
                dir="auto"
                onChange={(event) => setTyped({ ...typed, about: event.target.value })}
              />
            ) : (
              <TextInput
                value={typed[name]}
                type={type}
                limit={limit}
                dir="auto"
                autoComplete="off"
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </Dialog>
  )
}
