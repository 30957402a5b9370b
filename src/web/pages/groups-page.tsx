/** Networks: not yet open. /groups and /groups/all show the same. */
import { Soon } from './soon.tsx'

export function GroupsPage() {
  return (
    <Soon
      title="Networks"
      sub="Larger communities with boards, events and members of their own"
      visitor={{
        title: 'Sign in to see the networks',
        text: 'Find the men with your job, your town, your kind of week.',
      }}
      plans={[
        'A board of its own for each network, in your feed once you have joined.',
        'Events that its members organise.',
        'Public ones that anybody joins, private ones that ask first.',
      ]}
    />
  )
}
