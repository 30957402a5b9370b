/** A few words to a member who may be in danger. */
import { useState } from 'react'
import { SAY_SAFETY, WORD_MAX } from '#contract/safety-words.ts'
import { api } from '../kernel/api.ts'
import { newId } from '../kernel/id.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { TextDialog, type TextField } from './text-dialog.tsx'

/** It does not say that there was a report: he is never told. */
const beginningFor = (name: string) => `Hello ${name},

we have been thinking of you today. You do not have to answer. If things are heavy right now, please talk to somebody: a friend, your doctor, or one of the people behind the link below. They have heard it before, from fathers too.

If anybody is in danger right now, please call the emergency number of your country.`

const WORDS: TextField = { name: 'words', label: 'Your words', max: WORD_MAX, rows: 8, blank: SAY_SAFETY.wordBlank }

interface WordDialogProps {
  /** of the case */
  id: string
  name: string
  onClose: () => void
}

export function WordDialog({ id, name, onClose }: WordDialogProps) {
  // an idempotency key: a repeated request sends one mail
  const [word_id] = useState(newId)
  return (
    <TextDialog
      about={`word.${id}`}
      title={`A word to ${name}`}
      field={WORDS}
      beginning={beginningFor(name)}
      verb="Send"
      busyVerb="Sending..."
      done="Your words are on their way"
      failed={SAY_SAFETY.wordFailed}
      send={(words) => api.admin.writeToAuthor({ id, word_id, words }, withTimeout())}
      onClose={onClose}
    >
      He gets it by mail at once, signed by the administrators, with a link to the help lines. The log keeps it.
    </TextDialog>
  )
}
