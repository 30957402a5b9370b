/** One question and its answer as it comes, sentence by sentence. Whoever closes the dialog ends both. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnswerEvent, Sentence, Source } from '#contract/assistant.ts'
import { SAY_ASSISTANT } from '#contract/assistant-words.ts'
import { FREE_QUESTIONS } from '#contract/plans-words.ts'
import { api, queries } from '../kernel/api.ts'
import { asMember } from '../kernel/as-member.ts'
import { newId } from '../kernel/id.ts'
import { putUsage, standingQuery, type Usage } from './assistant.ts'
import { type Trouble, troubleOf } from './trouble.ts'

export interface Asked {
  question: string
  /** thinking: there may be more · broken: there was more, and it did not arrive */
  step: 'thinking' | 'answered' | 'refused' | 'broken'
  care: boolean
  withModel: boolean
  sentences: Sentence[]
  sources: Source[]
}

interface State {
  asked: Asked | null
  trouble: Trouble | null
  usage: Usage | null
}
const NOTHING: State = { asked: null, trouble: null, usage: null }

/** In ms. The server gives up on a model much earlier; this is for a connection that says nothing any more. */
const LONGEST = 120_000

export function useAsking() {
  const client = useQueryClient()
  const [state, setState] = useState(NOTHING)
  /** while an answer is coming */
  const stop = useRef<AbortController>(undefined)
  /** the same words once more are the same question, and charged once, until they are answered */
  const open = useRef<{ id: string; question: string }>(undefined)

  const change = useCallback((asked: Partial<Asked>) => {
    setState((state) => (state.asked ? { ...state, asked: { ...state.asked, ...asked } } : state))
  }, [])

  const count = (usage: Usage) => {
    setState((state) => ({ ...state, usage }))
    putUsage(client, usage)
  }
  /** A question that was not answered may have been given back: counted at once, or when the dialog is next opened. */
  const countAnew = useCallback(
    (when: 'active' | 'none') => {
      setState((state) => ({ ...state, usage: null }))
      void client.invalidateQueries({ queryKey: standingQuery().queryKey, refetchType: when })
    },
    [client],
  )

  const hear = (event: AnswerEvent) => {
    if (event.type === 'sentence') return setState((state) => withSentence(state, event))
    if (event.type === 'started') {
      count(event)
      return change({ care: event.care, withModel: event.with_model })
    }
    const { reply } = event
    open.current = undefined
    count(reply)
    change({
      step: reply.state,
      care: reply.care,
      withModel: reply.with_model,
      sentences: reply.sentences,
      sources: reply.sources,
    })
    void client.invalidateQueries({ queryKey: queries.assistant.listQuestions.key() })
  }

  const fail = (error: unknown) => {
    const trouble = troubleOf(error)
    if (trouble.code === 'ID_TAKEN') open.current = undefined
    // what the reply says is used, or else all that a Free plan has (AI-26)
    if (trouble.code === 'MONTHLY_LIMIT')
      count({
        queriesUsed: trouble.queriesUsed ?? FREE_QUESTIONS,
        queriesLimit: trouble.queriesUsed ?? FREE_QUESTIONS,
      })
    else countAnew('active')
    setState((state) => ({
      ...state,
      trouble,
      asked: state.asked && state.asked.sentences.length > 0 ? { ...state.asked, step: 'broken' } : null,
    }))
  }

  const ask = async (question: string) => {
    stop.current?.abort()
    const stopping = new AbortController()
    stop.current = stopping
    const { signal } = stopping
    if (open.current?.question !== question) open.current = { id: newId(), question }
    const { id } = open.current
    setState((state) => ({ ...state, trouble: null, asked: fresh(question) }))
    try {
      await listen({ id, question }, signal, hear)
    } catch (error) {
      if (!signal.aborted) fail(error)
    } finally {
      if (stop.current === stopping) stop.current = undefined
    }
  }

  /** The answer and the question go, and what is still coming ends. */
  const clear = useCallback(() => {
    setState(({ usage }) => ({ ...NOTHING, usage }))
    if (!stop.current) return
    stop.current.abort()
    stop.current = undefined
    // the server hears of it a moment later, and only then gives back
    countAnew('none')
  }, [countAnew])
  useEffect(() => () => stop.current?.abort(), [])

  return { ...state, ask, clear }
}

const fresh = (question: string): Asked => ({
  question,
  step: 'thinking',
  care: false,
  withModel: true,
  sentences: [],
  sources: [],
})

/** A connection that was cut may say a sentence again: each has its number. */
function withSentence(state: State, { sentence, source }: AnswerEvent & { type: 'sentence' }): State {
  const { asked } = state
  if (!asked) return state
  const sentences = [...asked.sentences.filter(({ nth }) => nth !== sentence.nth), sentence]
  const sources = source ? [...asked.sources.filter(({ n }) => n !== source.n), source] : asked.sources
  return { ...state, asked: { ...asked, sentences, sources } }
}

/** Resolves when the answer is whole. */
async function listen(
  sent: { id: string; question: string },
  closed: AbortSignal,
  hear: (event: AnswerEvent) => void,
): Promise<void> {
  const signal = AbortSignal.any([closed, AbortSignal.timeout(LONGEST)])
  const events = await asMember(SAY_ASSISTANT.signIn, () => api.assistant.streamAnswer(sent, { signal }))
  const end = () => void events.return?.(undefined).catch(() => {})
  signal.addEventListener('abort', end)
  try {
    for await (const event of events) {
      // what arrives after the dialog was closed belongs to nobody
      if (closed.aborted) return
      hear(event)
      if (event.type === 'done') return
    }
  } finally {
    signal.removeEventListener('abort', end)
  }
  throw new TypeError('The answer broke off')
}
