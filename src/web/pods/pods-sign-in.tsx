import { SignInLink } from '../kernel/sign-in.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

/**
 * What a visitor sees in place of the pods. `isLink`: he opened the address of a pod, perhaps because a friend sent it to him.
 * The page is the same whether there is such a pod or not.
 */
export function PodsSignIn({ isLink = false }: { isLink?: boolean }) {
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
        {isLink && (
          <p className="pad ui soft center flush">
            Did a friend send you this link? Sign up, or sign in, and you come back to this page, where you can ask for
            a place in his pod.
          </p>
        )}
      </section>
    </div>
  )
}
