/** A pod for its members: the conversation, the members, the requests, and the button to leave. */

import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'
import { useState } from 'react'
import { topicOf } from '#contract/live-words.ts'
import type { Pod } from '#contract/pods.ts'
import { Chat, type Starter } from '../chat/chat.tsx'
import { useLiveTopic } from '../kernel/live-topic.ts'
import { followRounds, followSeason } from '../rounds/rounds.ts'
import { Recap, RoundsBar, RoundsLink, SeasonBar } from '../rounds/rounds.tsx'
import { Icon } from '../ui/icon.tsx'
import { Part, Parts } from '../ui/part.tsx'
import { EndedNote, EndedOn, EndedPanel, OtherPods } from './ended.tsx'
import { InviteFriend } from './invite-friend.tsx'
import { podQuery, podsChanged } from './pods.ts'
import { AboutPod, Leave, Members, Requests } from './side.tsx'
import { SideButton } from './side-button.tsx'
import { StartersPanel, StartersRow } from './starters.tsx'

export function InsidePod({ pod }: { pod: Pod }) {
  const client = useQueryClient()
  const [starter, setStarter] = useState<Starter>()
  const pick = (text: string) => setStarter({ text })
  useLiveTopic(topicOf('pod', pod.id), pod.seq, (events) => {
    if (events === null || events.some(({ kind }) => kind.startsWith('pod.'))) void podsChanged(client)
    followRounds(client, events)
    followSeason(client, pod.id, events)
  })
  return (
    <div className="cols pod-cols">
      <div className="chat-whole">
        <Part>
          <Chat
            room="pod"
            id={pod.id}
            title={pod.name}
            subtitle={pod.ended_at ? <EndedOn at={pod.ended_at} /> : aboutWords(pod)}
            level="h1"
            starter={starter}
            headStart={
              <Link className="iconbtn" to="/pods" aria-label="Back to Pods">
                <Icon of={ChevronLeft} size="l" flip />
              </Link>
            }
            headEnd={
              <Part small>
                <SideButton pod={pod} />
              </Part>
            }
            notice={
              pod.ended_at === null && (
                <>
                  <Part>
                    <SeasonBar pod={pod} />
                  </Part>
                  <Part>
                    <RoundsBar pod={pod} />
                  </Part>
                </>
              )
            }
            recap={(message) => <Recap pod={pod} message={message} />}
            above={
              <Part small>
                <StartersRow onPick={pick} />
              </Part>
            }
            closed={pod.ended_at && <EndedNote pod={pod} />}
            // a member who was removed sees the pod as others see it
            onGone={() => void client.invalidateQueries({ queryKey: podQuery(pod.slug).queryKey })}
          />
        </Part>
      </div>
      <aside className="pod-side" id="pod-side" aria-label="About this pod">
        <Parts>
          {pod.ended_at && <EndedPanel />}
          {pod.ended_at && <OtherPods />}
          <Requests pod={pod} />
          <Members pod={pod} />
          {pod.ended_at === null && <InviteFriend pod={pod} />}
          <RoundsLink pod={pod} />
          {pod.ended_at === null && <StartersPanel onPick={pick} />}
          <AboutPod pod={pod} />
          <Leave pod={pod} />
        </Parts>
      </aside>
    </div>
  )
}

const aboutWords = ({ current_members }: Pod) =>
  `${current_members} ${current_members === 1 ? 'member' : 'members'} • Private conversation`
