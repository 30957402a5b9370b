/** A place that the house has a door for, but that opens with a later version. Said plainly, with one next step. */
import { Link } from '@tanstack/react-router'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useViewer } from '../kernel/viewer.ts'
import { Stamp } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

interface SoonProps {
  title: string
  sub: string
  /** what a visitor reads in its place */
  visitor: { title: string; text: string }
  /** what it will be, one line each */
  plans: readonly string[]
}

export function Soon({ title, sub, visitor, plans }: SoonProps) {
  const viewer = useViewer()
  if (!viewer)
    return (
      <div className="page narrow">
        <section className="sheet gap-phone">
          <Empty
            level="h1"
            title={visitor.title}
            action={<SignInLink className={buttonClass({ size: 'big' })}>Sign In / Sign Up</SignInLink>}
          >
            {visitor.text}
          </Empty>
        </section>
      </div>
    )
  return (
    <div className="page narrow">
      <div className="page-h">
        <div className="grow">
          <h1>{title}</h1>
          <p className="ui soft">{sub}</p>
        </div>
        <Stamp variant="lamp">Coming soon</Stamp>
      </div>
      <section className="sheet">
        <Empty
          title={`${title} open with a later version`.replace('Local open', 'Local opens')}
          action={
            <Link className={buttonClass()} to="/categories">
              Read the feed
            </Link>
          }
        >
          Nothing is hidden from you: this part is being built. Until then the feed is where everyone is.
        </Empty>
      </section>
      <section className="sheet pad" aria-labelledby="plans">
        <h2 id="plans">What it will be</h2>
        <ul className="soon-list ui">
          {plans.map((plan) => (
            <li key={plan}>{plan}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}
