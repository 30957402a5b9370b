/** The answers to the question how a pod goes on. The form of the last check-in and the card of the season show the same. */
import { ArrowRight, DoorOpen, type IconNode, Minimize2, Sunset } from 'lucide'
import { SAY_SEASON, SEASON_ANSWERS, type SeasonAnswer } from '#contract/season-words.ts'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { answerHint, answerWords } from './season-words.ts'

const ICONS: Record<SeasonAnswer, IconNode> = { on: ArrowRight, smaller: Minimize2, open: DoorOpen, end: Sunset }

interface SeasonChoiceProps {
  /** what a screen reader says, or the label above the answers */
  legend: string
  isLegendShown?: boolean
  /** two further men fit into the pod */
  canOpen: boolean
  chosen: SeasonAnswer | null
  onChoose: (answer: SeasonAnswer) => void
  /** nothing was chosen when it was sent */
  isMissing?: boolean
}

export const SeasonChoice = ({ legend, isLegendShown, canOpen, chosen, onChoose, isMissing }: SeasonChoiceProps) => (
  <fieldset className="outcomes season-answers" aria-describedby={isMissing ? 'season-answer-error' : undefined}>
    <legend className={isLegendShown ? 'label' : 'sr'}>{legend}</legend>
    <div>
      {SEASON_ANSWERS.filter((answer) => canOpen || answer !== 'open').map((answer, nth) => (
        <label key={answer}>
          <input
            type="radio"
            className="sr"
            name="season-answer"
            id={nth === 0 ? 'season-answer' : undefined}
            value={answer}
            checked={chosen === answer}
            onChange={() => onChoose(answer)}
          />
          <Icon of={ICONS[answer]} />
          <span>
            <b>{answerWords(answer)}</b> <small>{answerHint(answer)}</small>
          </span>
        </label>
      ))}
    </div>
    {isMissing && <FieldError id="season-answer-error">{SAY_SEASON.answerMissing}</FieldError>}
  </fieldset>
)
