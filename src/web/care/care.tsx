/** The panel with help lines: calm, at the top, and never in place of other content. Loaded on demand. */
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { Phone } from 'lucide'
import { useId } from 'react'
import type { HelpLine } from '#contract/care.ts'
import type { Care } from '#contract/care-words.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { countryHere, emergencyOf, nameOfCountry } from './country.ts'
import { helpLinesQuery } from './help-lines.ts'

export { careOf } from '#contract/care-words.ts'

interface CarePanelProps {
  care?: Care
  /** the panel is next to a text that is being written; without this the panel cannot be closed */
  onClose?: () => void
}

export function CarePanel({ onClose }: CarePanelProps) {
  const id = useId()
  const lines = useQuery(helpLinesQuery())
  // the server does not know the reader's country
  const here = useHydrated() ? countryHere() : null
  const emergency = emergencyOf(here)
  return (
    <section className="panel care stack-s" aria-labelledby={id}>
      <h2 id={id}>You do not have to carry this alone</h2>
      <p className="ui">
        What you wrote matters, and there are people who hear it every day, from fathers too. They are kind, they will
        not judge you, and you can hang up at any time.{onClose && ' You can still send what you wrote.'}
      </p>
      <p className="ui">
        If somebody is in danger right now, call{' '}
        {emergency ? (
          <a className="num" href={`tel:${emergency}`}>
            {emergency}
          </a>
        ) : (
          'the emergency number of your country'
        )}
        .
      </p>
      {lines.data && <Lines lines={lines.data.items} here={here} />}
      {lines.isError && !lines.data && (
        <p className="ui">
          Our list did not load.{' '}
          <a href="https://findahelpline.com" target="_blank" rel="noopener noreferrer">
            Find A Helpline<span className="sr"> (in a new tab)</span>
          </a>{' '}
          has one for every country.
        </p>
      )}
      {onClose && (
        <p>
          <Button variant="quiet" onClick={onClose}>
            Close<span className="sr"> the help lines</span>
          </Button>
        </p>
      )}
    </section>
  )
}

function Lines({ lines, here }: { lines: HelpLine[]; here: string | null }) {
  const everywhere = lines.filter(({ country }) => country === null)
  const near = lines.filter(({ country }) => country !== null && country === here)
  const countries = new Set(lines.flatMap(({ country }) => (country && country !== here ? [country] : [])))
  return (
    <>
      <List lines={near.length > 0 ? near : everywhere} />
      {(countries.size > 0 || near.length > 0) && (
        <details>
          <summary>Other countries</summary>
          {[...countries].map((country) => (
            <div key={country}>
              <h3>{nameOfCountry(country)}</h3>
              <List lines={lines.filter((line) => line.country === country)} />
            </div>
          ))}
          {near.length > 0 && everywhere.length > 0 && (
            <>
              <h3>Everywhere</h3>
              <List lines={everywhere} />
            </>
          )}
        </details>
      )}
    </>
  )
}

const List = ({ lines }: { lines: HelpLine[] }) => (
  // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list
  <ul className="rule ui" role="list">
    {lines.map((line) => (
      <li key={line.id} dir="auto">
        <b>{line.name}</b>
        <p>{line.about}</p>
        <div className="btn-row">
          {line.phone && (
            <a className={buttonClass({ size: 'big' })} href={`tel:${line.phone.replace(/[^+\d]/g, '')}`}>
              <Icon of={Phone} size="s" />
              <span className="sr">Call {line.name}: </span>
              {line.phone}
            </a>
          )}
          {line.url && (
            <a
              className={buttonClass({ variant: 'quiet', size: 'big' })}
              href={line.url}
              target="_blank"
              rel="noopener noreferrer"
            >
              Website<span className="sr"> of {line.name}, in a new tab</span>
            </a>
          )}
        </div>
      </li>
    ))}
  </ul>
)
