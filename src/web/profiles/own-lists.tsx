/** The lists behind the figures on the viewer's own profile. Loaded on demand. */
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { CommentsOf, PostsOf } from './lists.tsx'

export type Own = 'posts' | 'comments'

interface OwnListProps {
  username: string
  /** null: closed */
  shown: Own | null
  onClose: () => void
}

export function OwnList({ username, shown, onClose }: OwnListProps) {
  return (
    <Dialog
      open={shown !== null}
      onOpenChange={(open) => open || onClose()}
      title={shown === 'comments' ? 'Your comments' : 'Your posts'}
    >
      {shown === 'posts' && (
        <PostsOf
          fresh
          username={username}
          label="Your posts"
          empty={
            <Empty title="You have not posted yet" level="h3" action={<ToFeed>Go to the feed</ToFeed>}>
              A question is a good beginning: somebody here has been where you are.
            </Empty>
          }
        />
      )}
      {shown === 'comments' && (
        <CommentsOf
          fresh
          username={username}
          label="Your comments"
          empty={
            <Empty title="You have not answered anybody yet" level="h3" action={<ToFeed>Find a question</ToFeed>}>
              Two lines are enough. What you learned the hard way is what somebody is looking for.
            </Empty>
          }
        />
      )}
    </Dialog>
  )
}

const ToFeed = ({ children }: { children: string }) => (
  <Link className={buttonClass()} to="/categories">
    {children}
  </Link>
)
