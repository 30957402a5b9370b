/** The landing page for visitors. */
import { Link } from '@tanstack/react-router'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useCommunity } from '../kernel/viewer.ts'
import { Shortcuts } from '../shortcuts/shortcuts.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Features, KarmaAndPlus } from './features.tsx'
import { Hero } from './hero.tsx'
import styles from './landing.css?url'
import { SampleRow } from './sample-row.tsx'

export function Landing() {
  const { brand } = useCommunity()
  return (
    <>
      <Hero />
      {/* here and not in the document head: the part above is rendered before this style sheet has loaded */}
      <link rel="stylesheet" href={styles} />
      <SampleRow />
      <Features />
      <KarmaAndPlus />
      <Shortcuts title="Three ways in" />
      <div className="lp join">
        <p className="way-h">There is a chair free.</p>
        <SignInLink up className={buttonClass({ size: 'big' })}>
          Join {brand.name}
        </SignInLink>
      </div>
      <footer className="lp foot">
        <span>{brand.name} is open source, under the MIT licence.</span>
        <Link to="/help-lines">Help lines</Link>
        <Link to="/about">About and thanks</Link>
      </footer>
    </>
  )
}
