/** Taking an ask, with a word to the man who asks. A chunk of its own, loaded with the first press. */
import { useState } from 'react'
import { ASK_WORDS_MAX, SAY_ASKS } from '#contract/ask-words.ts'
import type { CheckIn } from '#contract/rounds.ts'
import { api } from '../kernel/api.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { nameOf } from '../members/members.ts'
import { Button, SendButton } from '../ui/button.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { useAskChange } from './use-ask-change.ts'

interface TakeAskProps {
  checkIn: CheckIn
  /** it is taken, by the viewer or by another member */
  onDone: () => void
  onCancel: () => void
}

export function TakeAsk({ checkIn: { id, user }, onDone, onCancel }: TakeAskProps) {
  const [words, setWords] = useState('')
  const taking = useAskChange(
    () => api.rounds.takeAsk({ id, words: words.trim() || null }, withTimeout()),
    SAY_ASKS.takenNow,
    onDone,
  )
  return (
    <form
      className="stack-s"
      aria-label={`Take the ask of ${nameOf(user)}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!taking.isPending) taking.mutate()
      }}
    >
      <Field label={`A word to ${nameOf(user)}`} note="Optional">
        <TextInput
          value={words}
          maxLength={ASK_WORDS_MAX}
          placeholder="I’ll ring you Thursday"
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
      <div className="btn-row">
        <SendButton busy={taking.isPending} busyLabel="Taking it">
          Take it
        </SendButton>
        <Button variant="bare" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
