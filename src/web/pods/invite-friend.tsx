/** "Invite a friend": the address of the pod. It gives no right: the man who opens it joins, or asks for a place, like any other member. */
import { Share2 } from 'lucide'
import type { Pod } from '#contract/pods.ts'
import { useViewer } from '../kernel/viewer.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/card.tsx'
import { toast } from '../ui/toast.tsx'

export function InviteFriend({ pod }: { pod: Pod }) {
  const viewer = useViewer()
  return (
    <Panel className="stack-s needs-script">
      <Button variant="soft" wide icon={Share2} onClick={() => void share(pod)}>
        Invite a friend
      </Button>
      <p className="sm soft flush" dir="auto">
        {inviteWords(pod, viewer?.id)}
      </p>
    </Panel>
  )
}

type Invited = Pick<Pod, 'is_full' | 'is_private' | 'creator'>

export function inviteWords({ is_full, is_private, creator }: Invited, viewer: string | undefined): string {
  if (is_full) return 'No seat is free for now. He can come once one is.'
  if (!is_private) return 'He sees what your pod is and who is in it, and can join if there is a seat for him.'
  const who = creator === null ? 'your pod lets' : creator.id === viewer ? 'you let' : `${creator.name} lets`
  return `He asks for a place, and ${who} him in.`
}

/** By the device's own way to share, otherwise copied. */
async function share({ name, slug }: Pick<Pod, 'name' | 'slug'>): Promise<void> {
  const url = new URL(`/pod/${encodeURIComponent(slug)}`, window.location.origin).href
  if (typeof navigator.share === 'function') {
    try {
      return await navigator.share({ title: name, url })
    } catch (error) {
      // he closed it
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    toast.good('The link is copied. Send it to him.')
  } catch {
    toast.plain(`Your browser did not let us copy the link. It is ${url}`)
  }
}
