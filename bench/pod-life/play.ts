/** Plays the plans of men with one version of the program, hour by hour of its clock. */
import type { Person } from '#test/makers.ts'
import type { CheckIn, Engine, News } from './engine.ts'
import { isHere, type Man, type Plan, type Pod, ROUNDS } from './men.ts'

export interface Options {
  /** share of men who overlook the mail with the question of the season */
  overlooked: number
  /** if the form asks the question, a man who checks in answers it there, also if he would overlook the mail */
  answersInForm: boolean
}

/** How one pod fared. */
export interface Life {
  nth: number
  size: number
  /** two men checked in to round 8, round 9 opened, and the pod had not ended when that one closed */
  isAlive: boolean
  hasEnded: boolean
  /** it ended, and at least half of those who still took part did not wish that */
  endedAgainstHalf: boolean
  /** it went on at the end of a season, and more than half of those who still took part wished the end */
  wentOnAgainstMost: boolean
  /** its rounds were stopped and not begun again */
  isStopped: boolean
  removed: number
  /** removed men who had done something in the pod since the round before the last one opened */
  removedThoughActive: number
}

const HOUR = 3_600_000
/** A Monday. */
const START = Date.UTC(2030, 0, 7)
const LIVES_AT = 8
const HELD_BY = 2
/** Men are in several pods, which know nothing of each other: an account takes longer to create than its rounds to play. */
const POOL = 240

interface Member {
  plan: Man
  person: Person
  isIn: boolean
  lastSign: number
  hasAnswered: number
}

interface Played {
  id: string
  pod: Pod
  members: Member[]
  /** when its rounds opened; the first one has the index 0 */
  opened: number[]
  question: number | null
  mailed: number
  life: Life
  endedAt: number | null
}

export async function play(
  engine: Engine,
  pods: Pod[],
  { overlooked, answersInForm }: Options,
  makePeople: (count: number) => Promise<Person[]>,
): Promise<Life[]> {
  await engine.setClock(new Date(START))
  const people = await makePeople(Math.min(POOL, 12 * pods.length))
  const played = new Map<string, Played>()
  for (const pod of pods) {
    const one = await begin(pod)
    played.set(one.id, one)
  }
  const running = new Set(played.values())
  const agenda = new Map<number, (() => Promise<unknown>)[]>()
  let checkIns: CheckIn[] = []
  let now = START

  const at = (hour: number, act: () => Promise<unknown>) => {
    const slot = Math.max(Math.floor(hour / HOUR), now / HOUR)
    const acts = agenda.get(slot)
    if (acts) acts.push(act)
    else agenda.set(slot, [act])
  }

  const longest = Math.max(...pods.map(({ weeks }) => weeks))
  const end = START + (1 + longest * (ROUNDS + 1)) * 7 * 24 * HOUR
  while (running.size > 0) {
    const due = (await engine.nextDue())?.getTime() ?? end
    now = Math.max(now + HOUR, Math.min(Math.ceil(due / HOUR), ...agenda.keys()) * HOUR)
    if (now >= end) break
    if (due <= now) await passHour()
    await act()
  }
  for (const one of running) await conclude(one)
  return [...played.values()].map(({ life }) => life)

  /** What is due by the program's own rules. */
  async function passHour(): Promise<void> {
    await engine.setClock(new Date(now))
    await engine.turn()
    notice(await engine.look(new Date(now)))
    for (const one of running) if (isOver(one)) await conclude(one)
  }

  /** What men do in this hour, and not in the moment in which a round opens. */
  async function act(): Promise<void> {
    const acts = agenda.get(now / HOUR)
    if (!acts) return
    agenda.delete(now / HOUR)
    await engine.setClock(new Date(now + HOUR / 2))
    for (const one of acts) await one()
    await sendCheckIns()
  }

  async function begin(pod: Pod): Promise<Played> {
    const first = (pod.nth * 12) % people.length
    const members = pod.men.map((plan, n): Member => {
      const person = people[(first + n) % people.length]!
      return { plan, person, isIn: true, lastSign: START, hasAnswered: 0 }
    })
    const id = await engine.begin(
      members.map(({ person }) => person),
      pod,
    )
    const { nth, size } = pod
    const life: Life = {
      ...{ nth, size, isAlive: false, hasEnded: false, endedAgainstHalf: false, wentOnAgainstMost: false },
      ...{ isStopped: false, removed: 0, removedThoughActive: 0 },
    }
    return { id, pod, members, opened: [], question: null, mailed: 0, life, endedAt: null }
  }

  /** It has ended, or the period of its last round is over. */
  function isOver({ pod, opened, endedAt }: Played): boolean {
    const lastOf = opened[ROUNDS - 1]
    return endedAt !== null || (lastOf !== undefined && now > lastOf + pod.weeks * 7 * 24 * HOUR)
  }

  function notice({ opened, asked, decided, removed }: News): void {
    for (const one of played.values()) one.question = null
    for (const { pod_id, season, is_round_open } of asked) {
      const one = played.get(pod_id)!
      one.question = season
      if (!is_round_open && one.mailed < season) sendQuestion(one, season)
    }
    // before the round that has opened with it
    for (const { pod_id, outcome } of decided)
      judgeDecision(played.get(pod_id)!, outcome === 'end' || outcome === 'quiet')
    for (const { pod_id, number, opens_at } of opened) planRound(played.get(pod_id)!, number, opens_at.getTime())
    for (const { pod_id, man_id, at } of removed) judgeRemoval(played.get(pod_id)!, man_id, at.getTime())
  }

  function planRound(one: Played, number: number, opens: number): void {
    one.opened[number - 1] = opens
    if (number > ROUNDS) return
    for (const member of one.members) {
      const { plan } = member
      if (!member.isIn || !isHere(plan, number)) continue
      planActs(one, member, plan.plans[number - 1]!, opens)
      planReturn(one, member, number, opens)
      if (plan.stops?.round === number) at(opens + plan.stops.hour * HOUR, () => stop(one, member, number))
      // after everything else that he does in it
      if (plan.leaves && plan.lastRound === number) at(opens + 6 * 24 * HOUR, () => leave(one, member))
    }
  }

  function planActs(one: Played, member: Member, { checksIn, hasAsk, other, pause }: Plan, opens: number): void {
    const { person } = member
    if (checksIn !== null)
      at(opens + checksIn * HOUR, async () => {
        if (!member.isIn) return
        checkIns.push({ pod_id: one.id, man_id: person.id, has_ask: hasAsk })
      })
    if (other)
      at(opens + other.hour * HOUR, () =>
        does(one, member, () => (other.act === 'writes' ? engine.write(person, one.id) : engine.help(person, one.id))),
      )
    if (pause) {
      // back half-way between two rounds
      const back = opens + (pause.rounds - 0.5) * one.pod.weeks * 7 * 24 * HOUR
      at(opens + pause.hour * HOUR, () =>
        does(one, member, () => engine.pause(person, one.id, pause.backHour === null ? new Date(back) : null)),
      )
    }
  }

  /** He ends his pause himself in this round. */
  function planReturn(one: Played, member: Member, number: number, opens: number): void {
    for (const [nth, { pause }] of member.plan.plans.entries())
      if (pause && pause.backHour !== null && nth + 1 + pause.rounds === number)
        at(opens + pause.backHour * HOUR, () => does(one, member, () => engine.endPause(member.person, one.id)))
  }

  /** The mail that asks how the pod goes on. */
  function sendQuestion(one: Played, season: number): void {
    one.mailed = season
    for (const member of one.members) {
      const { plan } = member
      if (!takesPart(one, member) || isAway(one, member) || plan.attention < overlooked) continue
      at(now + plan.answersAfter * HOUR, () => answer(one, member, season))
    }
  }

  async function answer(one: Played, member: Member, season: number): Promise<void> {
    if (member.hasAnswered >= season || one.question !== season) return
    await does(one, member, () => engine.answer(member.person, one.id, season, member.plan.wish))
    member.hasAnswered = season
  }

  async function stop(one: Played, member: Member, number: number): Promise<void> {
    if (!(await does(one, member, () => engine.stopRounds(member.person, one.id)))) return
    for (const other of one.members) {
      const { plan, person } = other
      if (other === member || plan.reactsAfter === null || !other.isIn || !isHere(plan, number)) continue
      at(now + plan.reactsAfter * HOUR, async () => {
        await does(one, other, () =>
          plan.wish === 'end' ? engine.agree(person, one.id) : engine.keepRounds(person, one.id, one.pod),
        )
      })
    }
  }

  async function leave(one: Played, member: Member): Promise<void> {
    if (member.isIn && (await engine.leave(member.person, one.id))) member.isIn = false
  }

  async function does(one: Played, member: Member, act: () => Promise<boolean>): Promise<boolean> {
    if (!member.isIn || one.endedAt !== null || !(await act())) return false
    member.lastSign = now + HOUR / 2
    return true
  }

  async function sendCheckIns(): Promise<void> {
    const sent = await engine.checkIn(checkIns)
    checkIns = []
    for (const { pod_id, man_id } of sent) {
      const one = played.get(pod_id)!
      const member = one.members.find(({ person }) => person.id === man_id)!
      member.lastSign = now + HOUR / 2
      if (answersInForm && engine.asksInForm && one.question !== null) await answer(one, member, one.question)
    }
  }

  function judgeDecision(one: Played, isEnd: boolean): void {
    const here = one.members.filter((member) => takesPart(one, member))
    const ends = here.filter(({ plan }) => plan.wish === 'end').length
    if (!isEnd) {
      if (2 * ends > here.length) one.life.wentOnAgainstMost = true
      return
    }
    one.endedAt = now
    one.life.hasEnded = true
    one.life.endedAgainstHalf = here.length > 0 && 2 * (here.length - ends) >= here.length
  }

  function judgeRemoval(one: Played, man_id: string, moment: number): void {
    const member = one.members.find(({ person }) => person.id === man_id)!
    member.isIn = false
    one.life.removed++
    const before = one.opened.filter((opened) => opened <= moment)
    if (member.lastSign >= (before.at(-2) ?? START)) one.life.removedThoughActive++
  }

  async function conclude(one: Played): Promise<void> {
    running.delete(one)
    const { hasRhythm, came } = await engine.retire(one.id)
    const next = one.opened[LIVES_AT]
    // a round is open for three days, and a pod may end when it closes
    const hasGoneOn = next !== undefined && (one.endedAt === null || one.endedAt > next + 73 * HOUR)
    one.life.isAlive = (came[LIVES_AT] ?? 0) >= HELD_BY && hasGoneOn
    one.life.isStopped = !hasRhythm && one.endedAt === null
  }
}

/** He is in the pod, and his plan is to go on with it. */
const takesPart = ({ opened }: Played, { isIn, plan }: Member) => isIn && isHere(plan, opened.length)

/** He is on a pause that began in one of the last rounds. */
const isAway = ({ opened }: Played, { plan }: Member) =>
  plan.plans.some(({ pause }, nth) => pause && nth + 1 <= opened.length && nth + 1 + pause.rounds > opened.length)
