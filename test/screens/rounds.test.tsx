/** The rounds of a pod: their page, and the bar above the pod's conversation. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { topicOf } from '#contract/live-words.ts'
import type { RoundsOfPod } from '#contract/rounds.ts'
import { isSubscribed, publish } from './live-connection.ts'
import { anAuthor, aViewer } from './makers.ts'
import { answersBesidePod, aPod, aPodMember } from './pods-makers.ts'
import { aCheckIn, aRhythm, aRound, theRounds } from './rounds-makers.ts'
import { open, type PHONE } from './screen.tsx'
import type { Answers } from './standin.ts'

const ben = aViewer()
const hassan = anAuthor()
const main = page.getByRole('main')

const ownPod = () => aPod({ members: [aPodMember(ben), aPodMember(hassan)], is_member: true, is_creator: true, seq: 1 })

/** The page of this pod's rounds. The test may replace `world.rounds`. */
async function openRounds(rounds: Partial<RoundsOfPod>, more: Answers['rounds'] = {}, size?: typeof PHONE) {
  const pod = ownPod()
  const world = { pod, rounds: theRounds({ pod_id: pod.id, rhythm: aRhythm(), ...rounds }) }
  const screen = await open(`/pod/${pod.slug}/rounds`, {
    viewer: ben,
    answers: { ...answersBesidePod(), pods: { getPod: pod }, rounds: { getRounds: () => world.rounds, ...more } },
    size,
  })
  return { screen, world, topic: topicOf('pod', pod.id) }
}

test('the page shows the open round and the next date, and follows what others send', async () => {
  const open = aRound({ check_ins: [aCheckIn({ user: hassan, win: 'Home by six.' })] })
  const { world, topic } = await openRounds({ open })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Rounds')
  await expect.element(main.getByText('Home by six.')).toBeVisible()
  await expect.element(main).toMatchTextContent('Every week, Sunday 20:00')
  await expect.poll(() => isSubscribed(topic)).toBe(true)
  world.rounds = theRounds({ ...world.rounds, open: { ...open, check_ins: [aCheckIn({ ask: 'Who has a ladder?' })] } })
  publish(topic, { kind: 'check_in.sent' })
  await expect.element(main.getByText('Who has a ladder?')).toBeVisible()
  await expect.element(main.getByText('Home by six.')).not.toBeInTheDocument()
})
