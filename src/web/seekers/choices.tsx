/** The choices of stages and aims, for the form of a man who looks for a pod and for the form of a pod that opens places. */
import { AIM_NAMES, AIMS, type Aim, STAGE_NAMES, STAGES, type Stage } from '#contract/seeker-words.ts'
import { Pick, PickGroup } from '../ui/check.tsx'
import { FieldError } from '../ui/field.tsx'

interface ChoiceProps<Choice> {
  legend: string
  hint: string
  chosen: Choice[]
  onChange: (chosen: Choice[]) => void
  error?: string | undefined
}

/** With or without this one, in the order of the list. */
const toggled = <Choice extends string>(all: readonly Choice[], chosen: Choice[], one: Choice) =>
  all.filter((other) => (other === one) !== chosen.includes(other))

export function StageChoice({ legend, hint, chosen, onChange, error }: ChoiceProps<Stage>) {
  return (
    <div>
      <PickGroup legend={legend} hint={hint}>
        {STAGE_NAMES.map((one) => (
          <Pick
            key={one}
            name="stages"
            checked={chosen.includes(one)}
            onChange={() => onChange(toggled(STAGE_NAMES, chosen, one))}
          >
            {STAGES[one]}
          </Pick>
        ))}
      </PickGroup>
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}

/** `most`: the further ones cannot be chosen before one is taken back. */
export function AimChoice({ legend, hint, chosen, onChange, error, most }: ChoiceProps<Aim> & { most: number }) {
  return (
    <div>
      <PickGroup legend={legend} hint={hint}>
        {AIM_NAMES.map((one) => (
          <Pick
            key={one}
            name="aims"
            checked={chosen.includes(one)}
            disabled={!chosen.includes(one) && chosen.length >= most}
            onChange={() => onChange(toggled(AIM_NAMES, chosen, one))}
          >
            {AIMS[one]}
          </Pick>
        ))}
      </PickGroup>
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
