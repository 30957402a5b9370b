/** The form of a check-in. Everything but the first question is optional. The page and the drawer show the same. */
import { Check, CircleDashed, CloudRain, Contrast, type IconNode, Lock, LockOpen } from 'lucide'
import type { ReactNode } from 'react'
import {
  CHECK_IN,
  commitmentWords,
  OUTCOMES,
  type Outcome,
  type PrivateLine,
  SAY_ROUNDS,
} from '#contract/round-words.ts'
import { SAY_SEASON } from '#contract/season-words.ts'
import { DraftNote } from '../kernel/draft-note.tsx'
import { SignInLink } from '../kernel/sign-in.tsx'
import { Button, NotYet, SendButton } from '../ui/button.tsx'
import { DraftOffer } from '../ui/draft-offer.tsx'
import { Field, FieldError, FormError, TextArea } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Segments } from '../ui/segments.tsx'
import { type Carry, commitmentOf } from './check-in-draft.ts'
import { SeasonChoice } from './season-choice.tsx'
import { ACTION_ID, type CheckInForm, OUTCOME_ID } from './use-check-in.ts'
import { outcomeWords } from './words.ts'

const LINES = [
  { name: 'win', label: 'One win', placeholder: 'However small' },
  { name: 'struggle', label: 'One struggle', placeholder: 'What was heavy' },
  { name: 'ask', label: 'One ask', placeholder: 'A hand, a call, an idea' },
] as const

export function CheckInFields({ form }: { form: CheckInForm }) {
  const { said, type, isBusy } = form
  return (
    <div className="stack check-in-form">
      <OfferedDraft form={form} focus={OUTCOME_ID} />
      {form.about && (
        <div className="carried">
          <p className="hint flush">Last time you said</p>
          <p className="quote flush" dir="auto">
            {commitmentWords(form.about)}
          </p>
        </div>
      )}
      <OutcomeField form={form} />
      {LINES.map(({ name, label, placeholder }) => (
        <LineField
          key={name}
          label={label}
          note="Optional"
          toggle={name !== 'ask' && <OnlyMe form={form} line={name} what={label.toLowerCase()} />}
        >
          <TextArea
            className="low"
            rows={1}
            dir="auto"
            limit={CHECK_IN.line}
            placeholder={placeholder}
            data-line={name}
            value={said[name]}
            readOnly={isBusy}
            onChange={(event) => type({ [name]: event.target.value })}
          />
        </LineField>
      ))}
      <p className="hint flush">
        Your pod reads what you say here, also men who join later. Wins and asks also go out by mail when the round
        closes. “Only me” keeps a line to yourself.
      </p>
      <CommitmentField form={form} />
      {form.season && (
        <div className="stack-s" id="season">
          <SeasonChoice
            legend="The last round of your season. How does your pod go on?"
            isLegendShown
            canOpen={form.season.canOpen}
            chosen={form.season.chosen}
            onChoose={form.season.choose}
          />
          <p className="hint flush">
            Optional. Nobody sees your answer, and you can change it until your pod decides. {SAY_SEASON.counts}
          </p>
        </div>
      )}
    </div>
  )
}

const OUTCOME_ICONS: Record<Outcome, IconNode> = { kept: Check, partly: Contrast, not: CircleDashed, rough: CloudRain }

function OutcomeField({ form: { said, type, about, isOutcomeMissing } }: { form: CheckInForm }) {
  return (
    <fieldset className="outcomes" aria-describedby={isOutcomeMissing ? 'check-in-outcome-error' : undefined}>
      <legend className="label">{about ? 'How did it go with that?' : 'How did it go?'}</legend>
      <div>
        {OUTCOMES.map((outcome, nth) => (
          <label key={outcome}>
            <input
              type="radio"
              className="sr"
              name="check-in-outcome"
              id={nth === 0 ? OUTCOME_ID : undefined}
              value={outcome}
              checked={said.outcome === outcome}
              onChange={() => type({ outcome })}
            />
            <Icon of={OUTCOME_ICONS[outcome]} />
            {outcomeWords(outcome, about !== null)}
          </label>
        ))}
      </div>
      {isOutcomeMissing && <FieldError id="check-in-outcome-error">{SAY_ROUNDS.outcomeMissing}</FieldError>}
    </fieldset>
  )
}

interface LineFieldProps {
  label: string
  note?: string
  id?: string
  error?: ReactNode
  toggle?: ReactNode
  children: ReactNode
}

/** A field with the switch "Only me" at the end of its label's line. */
const LineField = ({ toggle, ...field }: LineFieldProps) => (
  <div className="line-field">
    <Field {...field} />
    {toggle}
  </div>
)

interface OnlyMeProps {
  form: CheckInForm
  line: PrivateLine
  what: string
}

function OnlyMe({ form: { said, type }, line, what }: OnlyMeProps) {
  const isPrivate = said.private_lines.includes(line)
  const others = said.private_lines.filter((name) => name !== line)
  return (
    <button
      type="button"
      role="switch"
      className="only-me"
      aria-checked={isPrivate}
      onClick={() => type({ private_lines: isPrivate ? others : [...others, line] })}
    >
      <Icon of={isPrivate ? Lock : LockOpen} size="s" />
      Only me<span className="sr"> reads {what}</span>
      <span className="knob" aria-hidden="true" />
    </button>
  )
}

const CARRIES: readonly { value: Carry; label: string }[] = [
  { value: 'keep', label: 'Keep it' },
  { value: 'change', label: 'Change it' },
  { value: 'drop', label: 'Let it go' },
]

/** What the member will do until the next round. The last commitment is kept, changed or let go with one tap. */
function CommitmentField({ form }: { form: CheckInForm }) {
  const { said, carried, type, offersSmaller } = form
  /** the last words are the beginning of the new ones */
  const withLastWords = (carry: Carry) =>
    carry === 'change' && carried && !said.action ? { cue: carried.cue ?? '', action: carried.action } : {}
  const makeSmaller = () => {
    type({ carry: 'change', ...withLastWords('change') })
    requestAnimationFrame(() => document.getElementById(ACTION_ID)?.focus())
  }
  const typesOwn = !carried || said.carry === 'change'
  return (
    <div className="stack-s next-commitment">
      {carried ? (
        <Segments
          legend="Until the next round"
          options={CARRIES}
          value={said.carry}
          onChange={(carry) => type({ carry, ...withLastWords(carry) })}
        />
      ) : (
        <p className="label">
          Until the next round <span className="hint">Optional</span>
        </p>
      )}
      {offersSmaller && said.carry === 'keep' && (
        <p className="note">
          <span className="grow">Make it smaller or let it go, as you like.</span>
          <Button variant="quiet" onClick={makeSmaller}>
            Make it smaller
          </Button>
        </p>
      )}
      {typesOwn && <OwnCommitment form={form} />}
      {carried && said.carry === 'keep' && (
        <p className="row between ui flush">
          <span dir="auto">{commitmentWords(carried)}</span>
        </p>
      )}
      {said.carry !== 'drop' && (typesOwn || carried) && (
        <OnlyMe form={form} line="commitment" what="what you will do" />
      )}
      {said.carry !== 'drop' && said.private_lines.includes('commitment') && (
        <p className="hint flush">
          Next time your pod reads only how it went, as in “Went well” or “So-so”, and not what it was.
        </p>
      )}
    </div>
  )
}

function OwnCommitment({ form: { said, type, isBusy, isActionMissing } }: { form: CheckInForm }) {
  const typed = (name: 'cue' | 'action') => ({
    ...{ className: 'low', rows: 1, dir: 'auto', 'data-line': name, value: said[name], readOnly: isBusy },
    onChange: (event: { target: { value: string } }) => type({ [name]: event.target.value }),
  })
  return (
    <>
      <Field label="If …" note="the moment">
        <TextArea {...typed('cue')} limit={CHECK_IN.commitmentCue} placeholder="it is seven in the evening" />
      </Field>
      <Field label="then …" note="what you will do" id={ACTION_ID} error={isActionMissing && SAY_ROUNDS.actionMissing}>
        <TextArea {...typed('action')} limit={CHECK_IN.commitmentAction} placeholder="I put the phone away" />
      </Field>
    </>
  )
}

interface OfferedProps {
  form: CheckInForm
  /** the id of the control that gets the focus, because the buttons disappear */
  focus: string
  onUse?: () => void
}

/** A draft of this device, beside the newer check-in from another one. */
export function OfferedDraft({ form, focus, onUse }: OfferedProps) {
  const { offered, about, carried, takeOffer, discardOffer } = form
  if (!offered) return null
  const commitment = commitmentOf(offered, carried)
  const words = [
    offered.outcome && outcomeWords(offered.outcome, about !== null),
    ...[offered.win, offered.struggle, offered.ask],
    commitment && commitmentWords(commitment),
  ]
  const use = () => {
    takeOffer()
    onUse?.()
  }
  return (
    <DraftOffer what="Your check-in" focus={focus} onUse={use} onDiscard={discardOffer}>
      {words.filter(Boolean).join(' · ')}
    </DraftOffer>
  )
}

/** What went wrong, the note about the draft, and the button. */
export function SendCheckIn({ form, onCancel }: { form: CheckInForm; onCancel?: (() => void) | undefined }) {
  const { mine, draft, isBegun, isBusy, drop, undo } = form
  return (
    <div className="check-in-send">
      <CheckInTrouble form={form} />
      <div className="row between wrap">
        <DraftNote draft={draft} there={isBegun} busy={isBusy} onDiscard={drop} onUndo={undo} />
        <span className="btn-row">
          {onCancel && (
            <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
              Cancel
            </Button>
          )}
          <NotYet />
          <SendButton size="big" busy={isBusy} busyLabel="Sending...">
            {mine ? 'Save' : 'Check in'}
          </SendButton>
        </span>
      </div>
    </div>
  )
}

export function CheckInTrouble({ form: { fault } }: { form: CheckInForm }) {
  if (!fault) return null
  const fields = [...new Set(Object.values(fault.fields))]
  return (
    <FormError>
      {fields.length > 0 ? fields.join('. ') : fault.sentence}
      {fault.signIn && (
        <p>
          <SignInLink>Sign In</SignInLink>. What you wrote stays here.
        </p>
      )}
    </FormError>
  )
}
