/**
 * The assistant: a member asks a question. The answer quotes what other fathers have written, word by word, with author
 * and link, or says that no dad has answered this yet. It contains only what is supported by passages that the member may
 * read now.
 */
import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { OWN_SENTENCES_MAX, QUESTION_MAX, SAY_ASSISTANT, STRUCK, type Struck } from './assistant-words.ts'
import { CARE_KINDS, CARE_LANGUAGES, CARE_LEVELS } from './care-levels.ts'
import { groupFaults } from './groups.ts'
import { administratorOnly, Cursor, fault, Id, memberOnly, Page, refuses, Sought, Text, When } from './kernel.ts'
import { Author } from './members.ts'
import { missing } from './missing.ts'

export const assistantFaults = {
  /** the data of the fault has `error`, `message` and `queriesUsed` */
  limit: fault('MONTHLY_LIMIT', 403, SAY_ASSISTANT.limit),
  /** the answer was cut off before the first sentence; the question is not charged. A model that fails is no fault: quotations are shown without it */
  failed: fault('ASSISTANT_FAILED', 502, SAY_ASSISTANT.failed),
  off: fault('ASSISTANT_OFF', 403, SAY_ASSISTANT.off),
  /** a request with the same id is running */
  underWay: fault('QUESTION_UNDER_WAY', 409, SAY_ASSISTANT.underWay),
  /** the id was used for another question */
  idTaken: fault('ID_TAKEN', 409, SAY_ASSISTANT.otherQuestion),
  notFound: fault('QUESTION_NOT_FOUND', 404, SAY_ASSISTANT.missing),
  notYourself: fault('NOT_YOURSELF', 403, SAY_ASSISTANT.notYourself),
}

/** Where a source was written: in a category or in a public network. */
const Place = z.object({ kind: z.enum(['category', 'group']), name: z.string(), slug: z.string() })

/** A thread that an answer is based on. `n` is its number in this answer, from 1. */
export const Source = z.object({
  n: z.int(),
  post_id: Id,
  title: z.string(),
  author: Author.nullable(),
  place: Place,
  created_at: When,
})
export type Source = z.infer<typeof Source>

/** The words of a member, exactly as they are in the source. */
export const Quotation = z.object({
  /** number of the source */
  n: z.int(),
  text: z.string(),
  post_id: Id,
  /** null if the quotation is from the post itself */
  comment_id: Id.nullable(),
  author: Author.nullable(),
  created_at: When,
})
export type Quotation = z.infer<typeof Quotation>

/**
 * `quotation`: whole sentences of a member; `text` is the quotation · `own`: the assistant's own words, without facts, from
 * a closed list · `quoted`: said by a model and supported by a quotation; only in answers from before models only chose. A sentence that was struck out has no text and no quotation, only the
 * reason.
 */
export const Sentence = z.object({
  nth: z.int(),
  kind: z.enum(['quoted', 'quotation', 'own']),
  text: z.string().nullable(),
  quotation: Quotation.nullable(),
  struck: z.enum(Object.keys(STRUCK) as [Struck, ...Struck[]]).nullable(),
})
export type Sentence = z.infer<typeof Sentence>

/** The member's usage in this month (UTC). */
const Usage = z.object({
  queriesUsed: z.int(),
  /** null if there is no limit */
  queriesLimit: z.int().nullable(),
})

/** A saved question with its answer. */
export const Answer = z.object({
  id: Id,
  question: z.string(),
  /** answered, or refused: "no dad has answered this yet" */
  state: z.enum(['answered', 'refused']),
  /** all sentences that are still shown, as one text */
  response: z.string(),
  sentences: z.array(Sentence),
  sources: z.array(Source),
  /** the number of posts that the answer is based on */
  sourcesFound: z.int(),
  /** true if a model chose the quotations */
  with_model: z.boolean(),
  /** whether the panel with help lines is shown first */
  care: z.boolean(),
  created_at: When,
})
export type Answer = z.infer<typeof Answer>

/** What the question calls for: how the help lines are shown (care-words.ts). */
export const Care = z.object({
  level: z.enum(CARE_LEVELS),
  now: z.boolean(),
  swallowed: z.boolean(),
  kind: z.enum(CARE_KINDS),
  language: z.enum(CARE_LANGUAGES),
})

/**
 * `care`: the question may speak of danger, so that help comes first; `help` is null if it is only a hint. Nothing was
 * quoted, charged or stored. Unless `help` is the panel, `nearest` names threads. The same question with `anyway` is
 * answered.
 */
export const Reply = Answer.extend({
  ...Usage.shape,
  state: z.enum([...Answer.shape.state.options, 'care']),
  help: Care.nullable(),
  /** threads that may contain an answer, if none is quoted; then the question is not charged */
  nearest: z.array(z.object({ post_id: Id, title: z.string() })),
  /** words of the question that nobody here uses, and the words that were searched for instead */
  corrected: z.array(z.object({ from: z.string(), to: z.string() })),
})
export type Reply = z.infer<typeof Reply>

/** The events of a stream: one `started`, then each sentence, with its source if the source is new, then one `done`. */
export const AnswerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), id: Id, care: z.boolean(), with_model: z.boolean(), ...Usage.shape }),
  z.object({ type: z.literal('sentence'), sentence: Sentence, source: Source.nullable() }),
  z.object({ type: z.literal('done'), reply: Reply }),
])
export type AnswerEvent = z.infer<typeof AnswerEvent>

const Question = z.strictObject({
  /** made by the client, as an idempotency key: the same id and text get the same answer and are charged once */
  id: Id.optional(),
  question: Text({ name: 'The question', max: QUESTION_MAX, blank: SAY_ASSISTANT.blank }),
  /** true: the member has seen the help lines or the near threads, and wants an answer anyway */
  anyway: z.boolean().optional(),
})

const askFaults = [
  assistantFaults.limit,
  assistantFaults.failed,
  assistantFaults.off,
  assistantFaults.underWay,
  assistantFaults.idTaken,
]

export const AssistantStatus = z.object({
  ...Usage.shape,
  plan: z.string(),
  /** start of the next month (UTC) */
  renews_at: When,
  /** false if the operator has switched the assistant off */
  is_on: z.boolean(),
  /** true if a model chooses the quotations of an answer */
  with_model: z.boolean(),
  /** whether the assistant may quote what the member writes */
  is_quotable: z.boolean(),
})
export type AssistantStatus = z.infer<typeof AssistantStatus>

export { OWN_SENTENCES_MAX, QUESTION_MAX }

export const assistant = {
  askAssistant: memberOnly('assistant:write', SAY_ASSISTANT.signIn, 'ask')
    .route({
      method: 'POST',
      path: '/assistant/questions',
      operationId: 'askAssistant',
      tags: ['assistant'],
      summary: 'Ask a question; the complete answer in one response',
    })
    .errors(refuses(...askFaults))
    .input(Question)
    .output(Reply),
  streamAnswer: memberOnly('assistant:write', SAY_ASSISTANT.signIn, 'ask')
    .route({
      method: 'POST',
      path: '/assistant/questions/stream',
      operationId: 'streamAnswer',
      tags: ['assistant'],
      summary: 'Ask a question; the answer as server-sent events, by sentence. Closing the connection aborts it',
    })
    .errors(refuses(...askFaults))
    .input(Question)
    .output(eventIterator(AnswerEvent)),
  getAssistant: memberOnly('assistant:read', SAY_ASSISTANT.signIn, undefined)
    .route({
      method: 'GET',
      path: '/assistant',
      operationId: 'getAssistant',
      tags: ['assistant'],
      summary: 'How many questions you have used this month, and your quota',
    })
    .output(AssistantStatus),
  countMonthlyQueries: memberOnly('assistant:read', SAY_ASSISTANT.signIn, undefined)
    .route({
      method: 'POST',
      path: '/assistant/monthly-count',
      operationId: 'countMonthlyQueries',
      tags: ['assistant'],
      summary: 'The number of your questions in this month (get_user_monthly_query_count)',
    })
    .errors(refuses(assistantFaults.notYourself))
    .input(z.strictObject({ user_uuid: Id }))
    .output(z.number()),
  listQuestions: memberOnly('assistant:read', SAY_ASSISTANT.signIn, undefined)
    .route({
      method: 'GET',
      path: '/me/questions',
      operationId: 'listQuestions',
      tags: ['assistant'],
      summary: 'Your questions with their answers, the newest first',
    })
    .input(z.strictObject({ after: Cursor.optional() }))
    .output(Page(Answer)),
  getQuestion: memberOnly('assistant:read', SAY_ASSISTANT.signIn, undefined)
    .route({
      method: 'GET',
      path: '/me/questions/{id}',
      operationId: 'getQuestion',
      tags: ['assistant'],
      summary: 'One of your questions with its answer',
    })
    .errors(refuses(assistantFaults.notFound))
    .input(z.strictObject({ id: Sought }))
    .output(Answer),
  deleteQuestion: memberOnly('assistant:write', SAY_ASSISTANT.signIn, 'write')
    .route({
      method: 'DELETE',
      path: '/me/questions/{id}',
      operationId: 'deleteQuestion',
      tags: ['assistant'],
      summary: 'Delete one of your questions with its answer',
    })
    .errors(refuses(assistantFaults.notFound))
    .input(z.strictObject({ id: Sought }))
    .output(z.object({ id: Id })),
  deleteQuestions: memberOnly('assistant:write', SAY_ASSISTANT.signIn, 'write')
    .route({
      method: 'DELETE',
      path: '/me/questions',
      operationId: 'deleteQuestions',
      tags: ['assistant'],
      summary: 'Delete all your questions with their answers',
    })
    .output(z.object({ deleted: z.int() })),
  setQuotable: memberOnly('profile:write', SAY_ASSISTANT.signIn, 'write')
    .route({
      method: 'PATCH',
      path: '/me/quotable',
      operationId: 'setQuotable',
      tags: ['assistant'],
      summary: 'Whether the assistant may quote what you write',
    })
    .input(z.strictObject({ is_quotable: z.boolean() }))
    .output(z.object({ is_quotable: z.boolean() })),
  setGroupQuotable: memberOnly('communities:write', SAY_ASSISTANT.signIn, 'write')
    .route({
      method: 'PATCH',
      path: '/groups/{group_id}/quotable',
      operationId: 'setGroupQuotable',
      tags: ['assistant'],
      summary: 'Whether the assistant may quote what is written in a network; for its admins',
    })
    .errors(refuses(missing.group, groupFaults.notAdmin))
    .input(z.strictObject({ group_id: Sought, is_quotable: z.boolean() }))
    .output(z.object({ group_id: Id, is_quotable: z.boolean() })),
  getAssistantSwitch: administratorOnly('admin:read')
    .route({
      method: 'GET',
      path: '/admin/assistant',
      operationId: 'getAssistantSwitch',
      tags: ['admin'],
      summary: 'Whether the assistant is switched on, and its cost in this month',
    })
    .output(
      z.object({
        is_on: z.boolean(),
        tokens: z.number(),
        tokens_limit: z.number().nullable(),
        questions: z.number(),
        /** whether there is a second retrieval pass, by meaning */ by_meaning: z.boolean(),
      }),
    ),
  setAssistantSwitch: administratorOnly('admin:write', 'write')
    .route({
      method: 'PATCH',
      path: '/admin/assistant',
      operationId: 'setAssistantSwitch',
      tags: ['admin'],
      summary: 'Switch the assistant on or off for everyone',
    })
    .input(z.strictObject({ is_on: z.boolean() }))
    .output(z.object({ is_on: z.boolean() })),
}
