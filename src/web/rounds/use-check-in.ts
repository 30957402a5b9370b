/** The state of the form of a check-in: its draft, sending, and what went wrong. The page and the drawer share it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Outcome, SAY_ROUNDS } from '#contract/round-words.ts'
import type { CheckIn, Commitment, OwnRounds, Round } from '#contract/rounds.ts'
import { SAY_SEASON, SEASON_ANSWERS, type SeasonAnswer } from '#contract/season-words.ts'
import { api, fetchAhead } from '../kernel/api.ts'
import { useDraft } from '../kernel/draft.ts'
import { readFault } from '../kernel/fault.ts'
import { resolveDraft, withOfferUsed, withoutOffer, withTyped } from '../kernel/field-draft.ts'
import { withTimeout } from '../kernel/request-timeout.ts'
import { askToSignIn } from '../kernel/sign-in.tsx'
import { toast } from '../ui/toast.tsx'
import {
  answerOf,
  blank,
  contentOf,
  draftKey,
  lacksAction,
  markOf,
  NO_DRAFT,
  type Said,
  saidIn,
} from './check-in-draft.ts'
import { earlyInput, withEarly } from './early-check-in.ts'
import { putCheckIn, roundsChanged, seasonQuery } from './rounds.ts'
import { keepSeason } from './season.ts'

/** The ids of the controls that an error leads to. */
export const OUTCOME_ID = 'check-in-outcome'
export const ACTION_ID = 'check-in-action'

export interface CheckInOf {
  pod_id: string
  round: Round
  own: OwnRounds
  member: string
  /** the outcome with which the form begins, if he has said none */
  how?: Outcome | undefined
  onSent?: () => void
}

export function useCheckIn({ pod_id, round, own, member, how, onSent }: CheckInOf) {
  const client = useQueryClient()
  const mine = round.check_ins.find(({ is_own }) => is_own)
  const { draft, change, drop } = useDraft(draftKey(member, round.id), NO_DRAFT)
  const [isPressed, setPressed] = useState(false)
  // loads now what sending needs: the connection may be gone later
  useEffect(fetchAhead, [])

  // not as a draft: opening a link keeps nothing
  const base = mine ? saidIn(mine, own) : { ...blank(own), outcome: how ?? null }
  const comparison = {
    fields: ['said'] as const,
    answerOf: () => answerOf(mine, own),
    markOf: (said: Said) => markOf(said, own.carried),
  }
  const { live, offered } = resolveDraft<'said', Said>(draft, comparison)
  const said = live.said ?? base

  const question = useQuery(seasonQuery(pod_id)).data?.question
  /** chosen in this form and not sent yet */
  const [season, setSeason] = useState<SeasonAnswer | null>(null)
  /** The check-in is sent by then, and stays so. The page goes on asking if the answer did not arrive. */
  const sendSeason = (answer: SeasonAnswer, season: number) =>
    api.seasons.answerSeason({ pod_id, season, answer }, withTimeout()).then(
      (answered) => keepSeason(client, answered),
      (error: unknown) => void toast.bad(readFault(error, SAY_SEASON.failed).sentence),
    )

  const sending = useMutation({
    mutationFn: async (what: Said) => {
      const sent = await api.rounds.checkIn(
        {
          ...contentOf(what, own.carried),
          round_id: round.id,
          outcome: what.outcome!,
          seen_at: mine ? mine.updated_at.toISOString() : null,
        },
        withTimeout(),
      )
      if (season && question) await sendSeason(season, question.season)
      return sent
    },
    onMutate: () => toast.ahead(),
    onSuccess: (checkIn: CheckIn) => {
      drop()
      setPressed(false)
      putCheckIn(client, pod_id, checkIn)
      const isHard = checkIn.outcome === 'rough' || checkIn.outcome === 'not'
      toast.good(mine ? SAY_ROUNDS.changedNow : isHard ? SAY_ROUNDS.sentHard : SAY_ROUNDS.sent)
      onSent?.()
    },
    onError: async (error) => {
      const { status, signIn, sentence } = readFault(error, '')
      if (signIn) askToSignIn(sentence)
      // a newer check-in, a round that has closed, a pod that was left: the page shows it
      else if (status === 409 || status === 404) await roundsChanged(client)
    },
  })
  const send = () => {
    if (sending.isPending) return
    setPressed(true)
    const wrong = said.outcome === null ? OUTCOME_ID : lacksAction(said, own.carried) ? ACTION_ID : null
    if (wrong) return void document.getElementById(wrong)?.focus()
    sending.mutate(said)
  }
  const type = (more: Partial<Said> | ((shown: Said) => Partial<Said>)) => {
    if (sending.isPending) return
    if (sending.isError) sending.reset()
    change((before) => {
      const shown = resolveDraft<'said', Said>(before, comparison).live.said ?? base
      const typed = typeof more === 'function' ? more(shown) : more
      return withTyped<'said', Said>(before, comparison, 'said', { ...shown, ...typed })
    })
  }
  // what was chosen and typed before hydration is added to the stored draft, which `useDraft` has just read
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script takes over
  useEffect(() => {
    const early = document.getElementById(OUTCOME_ID)?.closest('form')
    const given = early ? earlyInput(early) : null
    const answered = early?.querySelector<HTMLInputElement>('[name=season-answer]:checked')?.value
    setSeason(SEASON_ANSWERS.find((one) => one === answered) ?? null)
    if (given) type((shown) => withEarly(shown, given))
  }, [])
  /** something is typed that the server does not have */
  const isBegun = live.said !== undefined && comparison.markOf(live.said) !== comparison.markOf(base)
  // it has come from another tab meanwhile, and nothing is left to send
  const isSent = mine !== undefined && !isBegun && !offered.said
  return {
    mine,
    said,
    carried: own.carried,
    /** the earlier commitment that the outcome is about */
    about: (mine ? mine.about : own.carried) as Commitment | null,
    offersSmaller: own.offers_smaller && !mine,
    draft,
    isBegun,
    /** a draft that is older than the check-in from another device */
    offered: offered.said,
    type,
    /** the last check-in of a season asks how the pod goes on; null if it does not, or he may not answer */
    season:
      question?.may_answer && !mine && !own.pause
        ? {
            chosen: season ?? question.answer,
            canOpen: question.can_open,
            choose: (answer: SeasonAnswer) => !sending.isPending && setSeason(answer),
          }
        : null,
    takeOffer: () => change((before) => withOfferUsed<'said', Said>(before, comparison, 'said')),
    discardOffer: () => change((before) => withoutOffer<'said', Said>(before, comparison, 'said')),
    drop,
    undo: change,
    send,
    isBusy: sending.isPending,
    fault: sending.isError && !isSent ? readFault(sending.error, SAY_ROUNDS.failed) : undefined,
    isOutcomeMissing: isPressed && said.outcome === null,
    isActionMissing: isPressed && lacksAction(said, own.carried),
  }
}
export type CheckInForm = ReturnType<typeof useCheckIn>
