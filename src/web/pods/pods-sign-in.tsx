import { SignInLink } from '../kernel/sign-in.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

/** What a visitor sees in place of the pods. */
export function PodsSignIn() {
  return (
    <div className="page narrow">
      <section className="sheet gap-phone">
        <Empty
          level="h1"
          title="Sign in to access pods"
          action={<SignInLink className={buttonClass({ size: 'big' })}>Sign In / Sign Up</SignInLink>}
        >
          Join accountability groups for focused discussions
        </Empty>
      </section>
    </div>
  )
}
