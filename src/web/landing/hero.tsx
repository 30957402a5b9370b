/** The top of the landing page: what the community is, the sign-up buttons, and a sample post. */
import { Link } from '@tanstack/react-router'
import { ArrowBigUp, MessageSquare } from 'lucide'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useCommunity } from '../kernel/viewer.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Stamp } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LampBeam } from '../ui/lamp-art.tsx'

export function Hero() {
  const { brand } = useCommunity()
  return (
    <section className="hero">
      <div className="hero-in">
        <div>
          <h1>Somebody left the light on.</h1>
          <p className="lead">
            {brand.name} is where fathers ask what they cannot ask at work, answer what they learned the hard way, and
            keep each other to it.
          </p>
          <div className="btn-row">
            <SignInLink up className={buttonClass({ size: 'big' })}>
              Sign Up
            </SignInLink>
            <Link className={buttonClass({ size: 'big', variant: 'quiet' })} to="/categories">
              Read the feed first
            </Link>
          </div>
          <p className="sm soft">Free and open source. Reading needs no account.</p>
        </div>
        <Bench />
      </div>
    </section>
  )
}

/** A sample of a post under the lamp. It is not a real one, and is labelled as a sample. */
function Bench() {
  return (
    <div className="peg bench">
      <LampBeam />
      <figure className="under">
        <div className="panel lit-card">
          {/* the sample post always uses the light theme */}
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
