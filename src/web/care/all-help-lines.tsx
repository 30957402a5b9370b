/** The page with all help lines: the reader's country first, once his browser has said which it is. */
import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import type { HelpLine } from '#contract/care.ts'
import { HELP_LINE_KINDS } from '#contract/lines-words.ts'
import { Failed } from '../ui/failed.tsx'
import { countryHere, emergencyOf, nameOfCountry } from './country.ts'
import { helpLinesQuery } from './help-lines.ts'
import { dial, LineList } from './line.tsx'

export function AllHelpLines() {
  const list = useQuery(helpLinesQuery())
  const here = useHydrated() ? countryHere() : null
  const lines = list.data?.items ?? []
  const countries = inOrder(lines, here)
  const everywhere = lines.filter(({ country }) => country === null)
  return (
    <div className="page narrow">
      <div className="page-h">
        <div className="grow">
          <h1>Help lines</h1>
          <p className="ui soft flush">
            Who listens, for you, your partner and your children. They are kind, they will not judge you, and you can
            hang up at any time.
          </p>
        </div>
      </div>
      <Danger here={here} />
      {!list.data ? (
        <section className="sheet">
          <Failed title="The help lines did not load" onRetry={() => void list.refetch()} retrying={list.isFetching}>
            If somebody is in danger now, call the emergency number of your country.
          </Failed>
        </section>
      ) : (
        <>
          {countries.length > 1 && <Countries countries={countries} hasEverywhere={everywhere.length > 0} />}
          {countries.map((country) => (
            <CountrySection key={country} country={country} lines={lines.filter((line) => line.country === country)} />
          ))}
          {everywhere.length > 0 && (
            <section className="sheet pad care" id="everywhere" aria-labelledby="everywhere-h">
              <h2 id="everywhere-h">Everywhere</h2>
              <LineList lines={everywhere} below={Source} />
            </section>
          )}
        </>
      )}
    </div>
  )
}

/** By name, the reader's country first. */
function inOrder(lines: HelpLine[], here: string | null): string[] {
  const countries = [...new Set(lines.flatMap(({ country }) => (country ? [country] : [])))]
  const byName = countries.sort((a, b) => nameOfCountry(a).localeCompare(nameOfCountry(b), 'en'))
  return [...byName.filter((country) => country === here), ...byName.filter((country) => country !== here)]
}

function Danger({ here }: { here: string | null }) {
  const number = emergencyOf(here)
  return (
    <p className="note">
      <span>
        If somebody is in danger right now, call{' '}
        {number ? (
          <a className="num" href={dial(number)}>
            {number}
          </a>
        ) : (
          'the emergency number of your country. From a mobile phone, 112 works in most countries; in North America it is 911'
        )}
        .
      </span>
    </p>
  )
}

const Countries = ({ countries, hasEverywhere }: { countries: string[]; hasEverywhere: boolean }) => (
  <nav aria-label="Countries" className="care-countries">
    {countries.map((country) => (
      <a key={country} className="chip" href={`#${country}`}>
        {nameOfCountry(country)}
      </a>
    ))}
    {hasEverywhere && (
      <a className="chip" href="#everywhere">
        Everywhere
      </a>
    )}
  </nav>
)

function CountrySection({ country, lines }: { country: string; lines: HelpLine[] }) {
  const id = `${country}-h`
  const number = emergencyOf(country)
  return (
    <section className="sheet pad care" id={country} aria-labelledby={id}>
      <h2 id={id}>{nameOfCountry(country)}</h2>
      {number && (
        <p className="ui">
          Emergency: <a href={dial(number)}>{number}</a>
        </p>
      )}
      <LineList lines={lines} below={Source} />
    </section>
  )
}

/** What it is for, where that stands, and when it was noted. */
const Source = ({ kind, name, source, checked_on }: HelpLine) => (
  <p className="soft sm flush">
    {HELP_LINE_KINDS[kind]}. Source:{' '}
    <a href={source} rel="noopener">
      {new URL(source).hostname}
      <span className="sr">, {name}</span>
    </a>
    , noted on <time dateTime={checked_on}>{checked_on}</time>
  </p>
)
