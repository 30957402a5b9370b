/** The form that adds or changes a help line. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { HelpLine } from '#contract/care.ts'
import { helpLinesQuery } from '../care/care.ts'
import { api } from '../kernel/api.ts'
import { readFault } from '../kernel/fault.ts'
import { newId } from '../kernel/id.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, FormError, TextArea, TextInput } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

/** As typed; blank means not set. */
type HelpLineValues = Record<Exclude<keyof HelpLine, 'id'>, string>

const today = () => new Date().toISOString().slice(0, 10)

const typedOf = (line: HelpLine | undefined): HelpLineValues => ({
  ...{ country: line?.country ?? '', name: line?.name ?? '', about: line?.about ?? '', phone: line?.phone ?? '' },
  ...{ url: line?.url ?? '', source: line?.source ?? '', checked_on: line?.checked_on ?? today() },
})

const sentOf = ({ country, phone, url, ...rest }: HelpLineValues): Omit<HelpLine, 'id'> => ({
  ...rest,
  ...{ country: country.trim() || null, phone: phone.trim() || null, url: url.trim() || null },
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
  { name: 'about', label: 'What it is for, and when', limit: 200 },
  { name: 'phone', label: 'Number', type: 'tel', limit: 40 },
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
  const saving = useMutation({
    mutationFn: () => api.care.saveHelpLine({ id, ...sentOf(typed) }, withTimeout()),
    onSuccess: async () => {
      toast.good('The help line is saved')
      onClose()
      await client.invalidateQueries({ queryKey: helpLinesQuery().queryKey })
    },
  })
  const fault = saving.isError ? readFault(saving.error, 'Failed to save the help line. Please try again.') : undefined
  const wrong = PARTS.flatMap(({ name }) =>
    fault?.fields[name] ? [{ id: `help-line-${name}`, message: fault.fields[name] }] : [],
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={line ? 'Edit the help line' : 'Add a help line'}
      dismissible={!saving.isPending}
      onSubmit={() => {
        if (!saving.isPending) saving.mutate()
      }}
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
        {fault && (
          <FormError {...(wrong.length > 0 ? { title: 'Please look again:', fields: wrong } : {})}>
            {wrong.length === 0 && fault.sentence}
          </FormError>
        )}
        {PARTS.map(({ name, label, hint, type, limit }) => (
          <Field key={name} id={`help-line-${name}`} label={label} hint={hint} error={fault?.fields[name]}>
            {name === 'about' ? (
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
