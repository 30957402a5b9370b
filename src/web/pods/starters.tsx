/** "Conversation Starters": each one fills the message field and sends nothing. */
import { Panel } from '../ui/card.tsx'

const STARTERS = [
  { short: 'Sleep training', text: 'How did you get through newborn sleep training?' },
  { short: 'Bonding during feeding', text: 'What helps you bond during feeding?' },
  { short: 'First month', text: 'What surprised you in the first month of fatherhood?' },
  { short: 'Postpartum support', text: 'How do you support a partner through postpartum recovery?' },
]

interface StartersProps {
  onPick: (text: string) => void
}

export const StartersPanel = ({ onPick }: StartersProps) => (
  <Panel title="Conversation Starters" className="needs-script">
    <div className="stack-s">
      {STARTERS.map(({ text }) => (
        <button key={text} type="button" className="starter" onClick={() => onPick(text)}>
          {text}
        </button>
      ))}
    </div>
  </Panel>
)

/** Where there is no room beside the conversation: a row above the message field. */
export const StartersRow = ({ onPick }: StartersProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
  <div className="chips starters-row" role="group" aria-label="Conversation Starters">
    {STARTERS.map(({ short, text }) => (
      <button key={text} type="button" className="starter" aria-label={text} onClick={() => onPick(text)}>
        {short}
      </button>
    ))}
  </div>
)
