/** One question and its answer as it arrives, sentence by sentence. Closing the dialog ends both. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnswerEvent, AssistantStatus, Reply, Sentence, Source } from '#contract/assistant.ts'
import type { Care } from '#contract/care-words.ts'
import { FREE_QUESTIONS } from '#contract/plans-words.ts'
import { queries } from '../kernel/api.ts'
import { newId } from '../kernel/id.ts'
import { readAnswerStream } from './answer-stream.ts'
import { fetchCare } from './fetch-care.ts'
import { putUsage, standingQuery, type Usage } from './queries.ts'
import { isLimit, type Trouble, troubleOf } from './trouble.ts'

/** in ms: on a network that hangs, the server asks the rules alone */
const MAX_WAIT_MS = 2500
const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined))

export interface AskedQuestion {
  question: string
  /** he has seen help or near threads, and asked all the same */
  anyway: boolean
  /** thinking: more may arrive · broken: the stream ended early */
  step: 'thinking' | 'answered' | 'refused' | 'broken'
  withModel: boolean
  sentences: Sentence[]
  sources: Source[]
  sourcesFound: number
  nearest: Reply['nearest']
  corrected: Reply['corrected']
}

interface AskingState {
  asked: AskedQuestion | null
  trouble: Trouble | null
  usage: Usage | null
  /** how the help lines are shown first, until the dialog is closed; also if the question fails */
  care: Care | null
  /** the question that may speak of danger, or hints at it: it is not asked until the member says so */
  held: HeldQuestion | null
}
const NOTHING: AskingState = { asked: null, trouble: null, usage: null, care: null, held: null }

export interface HeldQuestion extends Pick<Reply, 'nearest' | 'corrected'> {
  question: string
}

interface PendingQuestion {
  id: string
  question: string
  /** the member has seen a part of the answer: if he asks again, it is a new question */
  isShown: boolean
}

export function useAskedQuestion() {
  const client = useQueryClient()
  const [state, setState] = useState(NOTHING)
  /** aborts the running answer */
  const stop = useRef<AbortController>(undefined)
  /** the pending question: the same text again is the same question, charged once, until it is answered */
  const open = useRef<PendingQuestion>(undefined)
  /** counts how often the dialog was cleared */
  const opened = useRef(0)
  /** the usage before this question */
  const before = useRef<Usage>(undefined)

  const change = useCallback((asked: Partial<AskedQuestion>) => {
    setState((state) => (state.asked ? { ...state, asked: { ...state.asked, ...asked } } : state))
  }, [])
  const knownStatus = () => client.getQueryData<AssistantStatus>(standingQuery().queryKey)
  /**
   * Shows the help lines if the words call for it, even if they cannot be sent. Resolves to whether only help is shown; if
   * the rules cannot be loaded, the server asks them.
   */
  const checkCare = async (words: string): Promise<boolean | 'closed'> => {
    const during = opened.current
    const rules = await Promise.race([fetchCare().catch(() => undefined), pause(MAX_WAIT_MS)])
    // the dialog was closed meanwhile: the next one begins without it
    if (opened.current !== during) return 'closed'
    const now = rules?.careOf(words) ?? null
    const care = graver(now, state.care)
    setState((state) => ({ ...state, care }))
    return now !== null && care?.level === 'panel'
  }
  const hold = (question: string, { nearest, corrected }: Omit<HeldQuestion, 'question'> = NO_THREADS) =>
    setState((state) => ({ ...state, asked: null, trouble: null, held: { question, nearest, corrected } }))
  /** Back to the field. The help lines stay. */
  const release = () => setState((state) => ({ ...state, held: null }))

  const count = (usage: Usage) => {
    setState((state) => ({ ...state, usage }))
    putUsage(client, usage)
  }
  /** Reads the server's count of questions: at once, or when the dialog is opened next. */
  const reloadUsage = useCallback(
    (when: 'active' | 'none') => {
      setState((state) => ({ ...state, usage: null }))
      void client.invalidateQueries({ queryKey: standingQuery().queryKey, refetchType: when })
    },
    [client],
  )

  const onEvent = (event: AnswerEvent) => {
    if (event.type === 'sentence') {
      if (open.current && event.sentence.kind !== 'own') open.current.isShown = true
      return setState((state) => withSentence(state, event))
    }
    if (event.type === 'started') {
      before.current ??= knownStatus()
      count(event)
      return change({ withModel: event.with_model })
    }
    const { reply } = event
    before.current = undefined
    count(reply)
    setState((state) => ({ ...state, care: graver(reply.help, state.care) }))
    // nothing is stored, or the answer is that broke off: it is asked for with the same id
    if (reply.state === 'care') return hold(reply.question, reply)
    open.current = undefined
    change({
      step: reply.state,
      withModel: reply.with_model,
      sentences: reply.sentences,
      sources: reply.sources,
      sourcesFound: reply.sourcesFound,
      nearest: reply.nearest,
      corrected: reply.corrected,
    })
    void client.invalidateQueries({ queryKey: queries.assistant.listQuestions.key() })
  }

  const fail = (error: unknown) => {
    const trouble = troubleOf(error)
    if (trouble.code === 'ID_TAKEN') open.current = undefined
    if (isLimit(trouble)) count(atLimit(trouble, knownStatus()))
    else {
      // it may be sent again, so the optimistic count is reverted
      if (before.current) putUsage(client, before.current)
      reloadUsage('active')
    }
    before.current = undefined
    setState((state) => ({
      ...state,
      trouble,
      asked: state.asked && state.asked.sentences.length > 0 ? { ...state.asked, step: 'broken' } : null,
    }))
  }

  /** `anyway`: the member has seen the help lines or the near threads, and asks all the same. */
  const ask = async (question: string, { anyway = false }: { anyway?: boolean | undefined } = {}) => {
    stop.current?.abort()
    const stopping = new AbortController()
    stop.current = stopping
    if (open.current?.question !== question) open.current = { id: newId(), question, isShown: false }
    const { id } = open.current
    setState((state) => ({ ...state, trouble: null, held: null, asked: again(state.asked, question, anyway) }))
    try {
      await readAnswerStream({ id, question, ...(anyway && { anyway }) }, stopping.signal, onEvent)
    } catch (error) {
      if (!stopping.signal.aborted) fail(error)
    } finally {
      if (stop.current === stopping) stop.current = undefined
    }
  }

  /** Clears question and answer, and aborts a running one. */
  const clear = useCallback(() => {
    opened.current++
    setState(({ usage }) => ({ ...NOTHING, usage }))
    if (open.current?.isShown) open.current = undefined
    before.current = undefined
    stop.current?.abort()
    stop.current = undefined
  }, [])
  const close = useCallback(() => {
    clear()
    // the server notices a moment later, and refunds only then
    reloadUsage('none')
  }, [clear, reloadUsage])
  useEffect(() => () => stop.current?.abort(), [])

  return { ...state, ask, checkCare, hold, release, clear, close }
}

/**
 * The usage at the limit: as the reply says, or the quota of Free. A known quota stays, unless it is higher than the
 * usage.
 */
function atLimit({ queriesUsed: reported }: Trouble, known: Usage | undefined): Usage {
  const limit = known?.queriesLimit ?? null
  const used = reported ?? limit ?? FREE_QUESTIONS
  return { queriesUsed: used, queriesLimit: limit === null ? used : Math.min(limit, used) }
}

const NO_THREADS = { nearest: [], corrected: [] }

/** A panel that was shown does not become a line while the dialog is open. */
const graver = (now: Care | null, before: Care | null): Care | null =>
  now === null || (now.level === 'line' && before?.level === 'panel') ? before : now

/** A retry keeps the part of the answer that was shown. */
const again = (asked: AskedQuestion | null, question: string, anyway: boolean): AskedQuestion =>
  asked?.question === question ? { ...asked, step: 'thinking' } : fresh(question, anyway)

const fresh = (question: string, anyway: boolean): AskedQuestion => ({
  question,
  anyway,
  step: 'thinking',
  withModel: true,
  sentences: [],
  sources: [],
  sourcesFound: 0,
  nearest: [],
  corrected: [],
})

/** A reconnected stream may repeat a sentence; sentences are identified by their number. */
function withSentence(state: AskingState, { sentence, source }: AnswerEvent & { type: 'sentence' }): AskingState {
  const { asked } = state
  if (!asked) return state
  const sentences = [...asked.sentences.filter(({ nth }) => nth !== sentence.nth), sentence]
  const sources = source ? [...asked.sources.filter(({ n }) => n !== source.n), source] : asked.sources
  return { ...state, asked: { ...asked, sentences, sources } }
}
