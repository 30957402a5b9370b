/** The front page. For members without the call to sign up, and with the ways in first. */
import { createFileRoute, Link, type LinkProps } from '@tanstack/react-router'
import { ArrowBigUp, ChevronRight, type IconNode, MapPin, MessageSquare, Network, Newspaper } from 'lucide'
import { headOf } from '../kernel/head.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { usePlace, useViewer } from '../kernel/viewer.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Stamp } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LampBeam } from '../ui/lamp.tsx'
import { placeData } from './structured.ts'

export const Route = createFileRoute('/')({
  head: ({ match }) => {
    const { place } = match.context
    return headOf(place, {
      title: place && `${place.brand.name} - Connect, Share, Grow`,
      description:
        'Where fathers ask what they cannot ask at work, answer what they learned the hard way, and keep each other to it.',
      canonical: '/',
      structured: place && placeData(place),
    })
  },
  component: Page,
})

function Page() {
  const viewer = useViewer()
  const { brand } = usePlace()
  return (
    <>
      {viewer && <Ways title="Where to?" />}
      <section className={viewer ? 'hero second' : 'hero'}>
        <div className="hero-in">
          <div>
            {viewer ? <h2 className="hero-h">Somebody left the light on.</h2> : <h1>Somebody left the light on.</h1>}
            <p className="lead">
              {brand.name} is where fathers ask what they cannot ask at work, answer what they learned the hard way, and
              keep each other to it.
            </p>
            {!viewer && (
              <div className="btn-row">
                <SignInLink up className={buttonClass({ size: 'big' })}>
                  Sign Up
                </SignInLink>
                <Link className={buttonClass({ size: 'big', variant: 'quiet' })} to="/categories">
                  Read the feed first
                </Link>
              </div>
            )}
            <p className="sm soft">Free and open source. Reading needs no account.</p>
          </div>
          <Bench />
        </div>
      </section>
      {!viewer && <Ways title="Three ways in" />}
      <footer className="lp foot">
        <span>{brand.name} is open source, under the MIT licence.</span>
        <Link to="/about">About and thanks</Link>
      </footer>
    </>
  )
}

/** What a post under the lamp looks like. Not a real one, and says so. */
function Bench() {
  return (
    <div className="peg bench">
      <LampBeam />
      <figure className="under">
        <div className="panel lit-card">
          {/* paper stays paper: the lamp is on it, whatever the theme */}
          <div className="lit-in" data-theme="light">
            <div className="who">
              <Avatar name="Hassan Amin" id="sample" />
              <div className="grow">
                <b>Hassan Amin</b>
                <div>Mental Health · 03:12</div>
              </div>
              <Stamp>Sample</Stamp>
            </div>
            <p className="lit-title">I told my brother I was not fine</p>
            <p className="ui">
              I had it rehearsed as a joke. It came out as a sentence. He drove forty minutes and we did not say much.
            </p>
            <div className="row gap">
              <span className="row xs strong num lit-score">
                <Icon of={ArrowBigUp} size="s" />
                <span className="sr">Score </span>
                203
              </span>
              <span className="row xs soft num ui">
                <Icon of={MessageSquare} size="s" />
                58<span className="sr"> comments</span>
              </span>
            </div>
          </div>
        </div>
      </figure>
    </div>
  )
}

const WAYS: readonly { to: LinkProps['to']; icon: IconNode; title: string; text: string }[] = [
  { to: '/categories', icon: Newspaper, title: 'Read the feed', text: 'Twelve subjects, newest first.' },
  {
    to: '/groups',
    icon: Network,
    title: 'Find your network',
    text: 'Men with your job, your town, your kind of week.',
  },
  { to: '/local', icon: MapPin, title: 'See who is near', text: 'Events and dads within a few miles.' },
]

function Ways({ title }: { title: string }) {
  const viewer = useViewer()
  const Title = viewer ? 'h1' : 'h2'
  return (
    <section className="lp" aria-labelledby="ways">
      <Title className="lp-h" id="ways">
        {title}
      </Title>
      <div className="ways">
        {WAYS.map((way) => (
          <Link key={way.title} className="panel" to={way.to}>
            <span className="pic">
              <Icon of={way.icon} size="l" />
            </span>
            <span className="grow">
              <b className="way-h">{way.title}</b>
              <span className="soft ui">{way.text}</span>
            </span>
            <Icon of={ChevronRight} flip />
          </Link>
        ))}
      </div>
    </section>
  )
}
