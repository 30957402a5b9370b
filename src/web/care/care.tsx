/** The panel with help lines: calm, at the top, and never in place of other content. Loaded on demand. */
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { Phone } from 'lucide'
import { useId, useState } from 'react'
import type { HelpLine } from '#contract/care.ts'
import type { Care } from '#contract/care-words.ts'
import { useNow } from '../kernel/clock.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { type ChosenLines, chooseLines } from './choose.ts'
import { countryHere, emergencyOf, nameOfCountry } from './country.ts'
import { helpLinesQuery } from './help-lines.ts'
import { HelpLinesLink } from './help-lines-link.tsx'
import { dial, LineList } from './line.tsx'
import { PANEL_WORDS, type PanelWords } from './panel-words.ts'

export { careOf } from '#contract/care-words.ts'

interface CarePanelProps {
  care: Care
  /** the panel is next to a text that is being written; without this the panel cannot be closed */
  onClose?: () => void
  /** without the sentences that introduce the lines */
  compact?: boolean
  /** the link to all help lines stands in the same dialog already */
  isLinked?: boolean
}

/** A way of speaking is answered by one quiet line, which opens the panel. */
export function CarePanel(props: CarePanelProps) {
  const [isOpened, setOpened] = useState(false)
  const { level, language } = props.care
  const { isLinked } = props
  if (level === 'panel' || isOpened) return <FullPanel {...props} isOpened={isOpened} />
  const words = PANEL_WORDS[language]
  return (
    <div className="care care-quiet ui" lang={language}>
      <p className="flush">{words.quiet}</p>
      <div className="btn-row">
        <Button variant="bare" onClick={() => setOpened(true)}>
          {words.show}
        </Button>
        {!isLinked && <AllLines words={words} />}
      </div>
    </div>
  )
}

function FullPanel({ care, onClose, compact, isLinked, isOpened }: CarePanelProps & { isOpened: boolean }) {
  const id = useId()
  const lines = useQuery(helpLinesQuery())
  const now = useNow()
  // the server does not know the reader's country
  const here = useHydrated() ? countryHere() : null
  const words = PANEL_WORDS[care.language]
  const chosen = lines.data && chooseLines(lines.data.items, { care, here, now })
  const poison = care.now && care.swallowed && care.kind === 'health' ? chosen?.poison : undefined
  return (
    <section className="panel care stack-s" aria-labelledby={id} lang={care.language}>
      {/* the button that opened the panel is gone */}
      <h2 id={id} tabIndex={-1} ref={isOpened ? focusOnce : undefined}>
        {care.now ? (care.kind === 'self' ? words.titleNowSelf : words.titleNow) : words.title}
      </h2>
      {care.now ? (
        <CallNow care={care} here={here} poison={poison} />
      ) : (
        <>
          {!compact && (
            <p className="ui">
              {words.intro}
              {onClose && ` ${words.canSend}`}
            </p>
          )}
          <Danger care={care} here={here} />
        </>
      )}
      {chosen && <Chosen care={care} chosen={chosen} above={poison} />}
      {lines.isError && !lines.data && (
        <p className="ui">
          {words.notLoaded}{' '}
          <a href="https://findahelpline.com" target="_blank" rel="noopener noreferrer">
            Find A Helpline<span className="sr">{words.newTab}</span>
          </a>{' '}
          {words.finder}
        </p>
      )}
      {(onClose || !isLinked) && (
        <div className="btn-row">
          {onClose && (
            <Button variant="quiet" onClick={onClose}>
              {words.close}
              <span className="sr">{words.closeWhat}</span>
            </Button>
          )}
          {!isLinked && <AllLines words={words} />}
        </div>
      )}
    </section>
  )
}

const AllLines = ({ words }: { words: PanelWords }) => (
  <HelpLinesLink inNewTab newTab={words.newTab}>
    {words.all}
  </HelpLinesLink>
)

const focusOnce = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true })

interface NumberProps {
  care: Care
  here: string | null
}

/** The emergency number first and largest, and one sentence. */
function CallNow({ care, here, poison }: NumberProps & { poison: HelpLine | undefined }) {
  const words = PANEL_WORDS[care.language]
  const known = emergencyOf(here)
  return (
    <>
      {known ? (
        <a className={buttonClass({ variant: 'bad', size: 'big', wide: true }, 'care-now')} href={dial(known)}>
          <Icon of={Phone} />
          {words.callNow(known)}
        </a>
      ) : (
        <p className="strong">{words.whichNumber}</p>
      )}
      <p>{words.whatToDo}</p>
      {poison && (
        <>
          <h3>{words.poison}</h3>
          <LineList lines={[poison]} language={care.language} />
        </>
      )}
    </>
  )
}

function Danger({ care, here }: NumberProps) {
  const words = PANEL_WORDS[care.language]
  const number = emergencyOf(here)
  return (
    <p className="ui">
      {words.danger[0]}
      {number ? (
        <a className="num" href={dial(number)}>
          {number}
        </a>
      ) : (
        words.yourNumber
      )}
      {words.danger[1]}
    </p>
  )
}

/** One line to call and one to write to; the rest of the list is folded. */
function Chosen({ care, chosen, above }: { care: Care; chosen: ChosenLines; above: HelpLine | undefined }) {
  const { rest, others, lacksLanguage } = chosen
  // a country may have one line for poison and for health
  const first = chosen.first.filter(({ id }) => id !== above?.id)
  const words = PANEL_WORDS[care.language]
  const { language } = care
  const everywhere = others.filter(({ country }) => country === null)
  const countries = new Set(others.flatMap(({ country }) => (country ? [country] : [])))
  return (
    <>
      {lacksLanguage && <p className="ui">{words.notYours}</p>}
      {first.length > 0 && <LineList lines={first} language={language} />}
      {rest.length + others.length > 0 && (
        <details>
          <summary>{words.more}</summary>
          {rest.length > 0 && <LineList lines={rest} language={language} />}
          {everywhere.length > 0 && (
            <>
              <h3>{words.everywhere}</h3>
              <LineList lines={everywhere} language={language} />
            </>
          )}
          {countries.size > 0 && (
            <details>
              <summary>{words.otherCountries}</summary>
              {[...countries].map((country) => (
                <div key={country}>
                  <h3>{nameOfCountry(country, language)}</h3>
                  <LineList lines={others.filter((line) => line.country === country)} language={language} />
                </div>
              ))}
            </details>
          )}
        </details>
      )}
    </>
  )
}
