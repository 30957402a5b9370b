import type { Mutant } from '../mutant.ts'

const chat = ['src/server/chat/chat.test.ts']
const pods = ['src/server/pods/pods.test.ts']
const groups = ['src/server/groups/groups.test.ts']

/** Networks, pods, their chat, and what is told live. */
export const rooms: Mutant[] = [
  {
    name: 'chat-of-a-network-for-everyone',
    file: 'src/server/chat/chat.ts',
    from: "where k.group_id = ${room_id} and k.user_id = ${member} and g.status = 'approved')`",
    to: "where k.group_id = ${room_id} and ${member}::uuid is not null and g.status = 'approved')`",
    promise: 'The conversation of a network is read and written by its members alone.',
    tests: { rooms: chat },
  },
  {
    name: 'strangers-hear-a-network',
    file: 'src/server/chat/chat.ts',
    from: "where k.group_id = ${id} and k.user_id = any(${members}::uuid[]) and g.status = 'approved'`",
    to: "where ${id}::uuid is not null and k.user_id = any(${members}::uuid[]) and g.status = 'approved'`",
    promise: 'What is said in a network is told live to its members alone.',
    tests: { rooms: ['test/live-matrix.test.ts'] },
  },
  {
    name: 'badge-for-messages-of-other-networks',
    file: 'src/server/badges/pulses.ts',
    from: "select 'groups', m.id, m.user_id, ${inGroup('m.group_id')}",
    to: "select 'groups', m.id, m.user_id, null::uuid[]",
    promise: 'A message raises the count of those alone who are in its network.',
    tests: { rooms: ['test/live-pulses.test.ts'] },
  },
  {
    name: 'read-further-than-was-said',
    file: 'src/server/chat/chat.ts',
    from: 'as topic, least(${input.seq}::bigint,',
    to: 'as topic, greatest(${input.seq}::bigint,',
    promise: 'The mark of what somebody has read never runs ahead of what was said.',
    tests: { rooms: chat },
  },
  {
    name: 'topic-before-the-networks-row',
    file: 'db/migrations/015-live-and-chat.sql',
    from: "perform from groups g where g.id = place and g.status = 'approved' for key share;",
    to: "perform from groups g where g.id = place and g.status = 'approved';",
    promise:
      'Whoever writes in a network and whoever leaves it take the locks in one order, and never wait in a circle.',
    tests: { rooms: chat },
  },
  {
    name: 'seat-in-a-full-pod',
    file: 'src/server/pods/rules.ts',
    from: '=>\n  current_members >= capacity',
    to: '=>\n  current_members > capacity',
    promise: 'A full pod lets nobody in, and says so.',
    tests: { rooms: pods },
  },
  {
    name: 'request-answered-by-anybody',
    file: 'src/server/pods/requests.ts',
    from: "where r.id = ${id} and p.creator_id = ${creator} and p.status = 'active'",
    to: "where r.id = ${id} and p.status = 'active'",
    promise: 'Who may join a private pod is decided by its creator alone.',
    tests: { rooms: pods },
  },
  {
    name: 'names-of-a-pod-told-outside',
    file: 'src/server/pods/reading.ts',
    from: 'username: is_member ? username : null,',
    to: 'username,',
    promise: 'From outside one sees of the members of a pod names and faces, and no way to their pages.',
    tests: { rooms: pods },
  },
  {
    name: 'inside-of-a-private-network',
    file: 'src/server/groups/heads.ts',
    from: 'return group.is_public || group.is_member ? group : refuse(groupFaults.membersOnly)',
    to: 'return group',
    promise: 'Who is in a private network, and what is in it, only its members see.',
    tests: { rooms: groups },
  },
  {
    name: 'members-run-the-network',
    file: 'db/migrations/014-networks-and-pods.sql',
    from: "where m.group_id = network.id and m.user_id = member and m.role = 'admin')",
    to: 'where m.group_id = network.id and m.user_id = member)',
    promise: 'A network is changed by its admins, and not by each of its members.',
    tests: { rooms: groups },
  },
  {
    name: 'members-that-have-left-are-counted',
    file: 'db/migrations/014-networks-and-pods.sql',
    from: 'update groups g set member_count = g.member_count - o.amount',
    to: 'update groups g set member_count = g.member_count - o.amount * 0',
    promise: 'The number of members of a network goes down when somebody leaves.',
    tests: { rooms: groups },
  },
  {
    name: 'shut-network-in-kept-pages',
    file: 'src/server/groups/editing.ts',
    from: 'if (isTurned) ctx.live.ring(SHUT)',
    to: 'void [isTurned, SHUT]',
    promise: 'Once a network has been made private no visitor is given a page that was drawn before.',
    tests: { rooms: ['test/shut-at-once.test.ts'] },
  },
  {
    name: 'ended-session-hears-on',
    file: 'src/server/kernel/live-audience.ts',
    from: 'for (const listener of listeners) if (!alive.has(listener.session)) listener.end()',
    to: 'void alive',
    promise: 'Whoever was signed out elsewhere hears nothing more within a second.',
    tests: { rooms: ['test/live-door.test.ts'] },
  },
  {
    name: 'other-sites-listen',
    file: 'src/server/kernel/live-socket.ts',
    from: "if (!origins.includes(request.headers.origin ?? '')) return refuse(socket, '403 Forbidden')",
    to: 'void origins',
    promise: 'No page of another site listens in with the cookie of a member.',
    tests: { rooms: ['test/live.test.ts'] },
  },
]
