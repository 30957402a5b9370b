/** The front page, from the lamp to the last line. For members without the call to sign up, and with the ways in first. */
import { Link } from '@tanstack/react-router'
import { SignInLink } from '../kernel/sign-in.tsx'
import { usePlace, useViewer } from '../kernel/viewer.ts'
import { buttonClass } from '../ui/button.tsx'
import { Hero } from './hero.tsx'
import styles from './landing.css?url'
import { Features, KarmaAndPlus } from './pitch.tsx'
import { Said } from './said.tsx'
import { Ways } from './ways.tsx'

export function Landing() {
  const viewer = useViewer()
  const { brand } = usePlace()
  return (
    <>
      {viewer && <Ways title="Where to?" />}
      <Hero />
      {/* here and not in the head: what stands above is drawn before it has come */}
      <link rel="stylesheet" href={styles} />
      <Said />
      <Features />
      <KarmaAndPlus />
      {!viewer && (
        <>
          <Ways title="Three ways in" />
          <div className="lp join">
            <p className="way-h">There is a chair free.</p>
            <SignInLink up className={buttonClass({ size: 'big' })}>
              Join {brand.name}
            </SignInLink>
          </div>
        </>
      )}
      <footer className="lp foot">
        <span>{brand.name} is open source, under the MIT licence.</span>
        <Link to="/about">About and thanks</Link>
      </footer>
    </>
  )
}
