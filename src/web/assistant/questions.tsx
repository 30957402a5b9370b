/** /questions: the member's saved questions with their answers as they are now. Only he can read and delete them. */
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide'
import { useState } from 'react'
import type { Answer } from '#contract/assistant.ts'
import type { PageOf } from '#contract/kernel.ts'
import { HelpLinesLink } from '../care/care.ts'
import { api, queries } from '../kernel/api.ts'
import { useNow } from '../kernel/clock.ts'
import { readFault } from '../kernel/fault.ts'
import { useMoveFocus } from '../kernel/move-focus.ts'
import { NextPage } from '../kernel/next-page.tsx'
import { withTimeout } from '../kernel/request-timeout.ts'
import { SignInLink } from '../kernel/sign-in.tsx'
import { useCommunity, useViewer } from '../kernel/viewer.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failed } from '../ui/failed.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'
import { BasedOn, Caution, Nothing, Sentences } from './answer.tsx'
import { HelpFirst } from './help-first.tsx'
import { questionsQuery } from './queries.ts'

type Pages = InfiniteData<PageOf<Answer>, string | undefined>

export function QuestionsScreen({ after }: { after: string | undefined }) {
  const viewer = useViewer()
  if (viewer) return <QuestionList after={after} />
  return (
    <div className="page narrow">
      <section className="sheet">
        <Empty
          level="h1"
          title="Sign in to see your questions"
          action={<SignInLink className={buttonClass()}>Sign In</SignInLink>}
        />
      </section>
    </div>
  )
}

function QuestionList({ after }: { after: string | undefined }) {
  const { brand } = useCommunity()
  const list = useInfiniteQuery(questionsQuery(after))
  const answers = list.data?.pages.flatMap((page) => page.items) ?? []
  const next = list.data?.pages.at(-1)?.next
  const { place, moveFocus } = useMoveFocus<HTMLDivElement>()
  const onGone = ({ id }: Answer) => {
    const at = answers.findIndex((one) => one.id === id)
    const beside = answers[at + 1] ?? answers[at - 1]
    moveFocus(beside ? `[data-question="${beside.id}"] h2` : 'h1')
  }
  const toFirstNew = (before: number) =>
    place.current?.querySelectorAll<HTMLElement>('[data-question] h2')[before]?.focus({ preventScroll: true })
  return (
    <div className="page narrow" ref={place}>
      <div className="page-h">
        <div className="grow">
          <h1 tabIndex={-1}>My questions</h1>
          <p className="ui soft flush">What you asked {brand.assistant}. Nobody else sees this.</p>
        </div>
        {answers.length > 0 && <DeleteAll onDone={() => moveFocus('h1')} />}
      </div>
      {after && (
        <p className="pad ui">
          <Link to="/questions" search={{}}>
            Show the newest questions
          </Link>
        </p>
      )}
      <div className="sheet rule">
        {!list.data ? (
          <Failed title="Your questions did not load" onRetry={() => void list.refetch()} retrying={list.isFetching}>
            Check your connection and try again.
          </Failed>
        ) : answers.length === 0 ? (
          <Empty
            title="No questions yet"
            action={
              <Link className={buttonClass()} to="/categories">
                Go to the feed
              </Link>
            }
          >
            Ask {brand.assistant} from the feed, and your questions with their answers will stand here.
          </Empty>
        ) : (
          answers.map((answer) => <Question key={answer.id} answer={answer} onGone={() => onGone(answer)} />)
        )}
        <NextPage list={list} count={answers.length} href={`?after=${next ?? ''}`} onMore={toFirstNew}>
          Show more
        </NextPage>
      </div>
      <HelpLinesLink className="more pad-x" />
    </div>
  )
}

function Question({ answer, onGone }: { answer: Answer; onGone: () => void }) {
  const now = useNow()
  const [isOpened, setOpened] = useState(false)
  const { question, state, sentences, sources, sourcesFound, with_model, care, created_at } = answer
  return (
    <article className="pad stack-s" data-question={answer.id}>
      <h2 className="pop-kept" tabIndex={-1} dir="auto">
        {question}
      </h2>
      <div className="row s between sm soft">
        <Time value={created_at} now={now} style="long" />
        <DeleteOne answer={answer} onGone={onGone} />
      </div>
      {state === 'refused' ? (
        <Nothing />
      ) : (
        <details className="pop-based" onToggle={() => setOpened(true)}>
          <summary>
            Show the answer<span className="sr">: {question}</span>
          </summary>
          {care && isOpened && <HelpFirst words={question} />}
          <div className="pop-a">
            <Sentences sentences={sentences} sources={sources} />
            <BasedOn sources={sources} count={sourcesFound} />
            <Caution withModel={with_model} />
          </div>
        </details>
      )}
    </article>
  )
}

const FAILED = 'That did not work. Please try again.'

/** Removes deleted questions from every cached list. */
function useDropping() {
  const client = useQueryClient()
  return (isGone: (answer: Answer) => boolean) =>
    client.setQueriesData<Pages>(
      { queryKey: queries.assistant.listQuestions.key({ type: 'infinite' }) },
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({ ...page, items: page.items.filter((answer) => !isGone(answer)) })),
        },
    )
}

function DeleteOne({ answer, onGone }: { answer: Answer; onGone: () => void }) {
  const [asking, setAsking] = useState(false)
  const drop = useDropping()
  const deleting = useMutation({
    mutationFn: () => api.assistant.deleteQuestion({ id: answer.id }, withTimeout()),
    onSettled: (_, error) => {
      // already deleted in another tab: the same result
      if (error && readFault(error, '').code !== 'QUESTION_NOT_FOUND') return
      setAsking(false)
      onGone()
      drop(({ id }) => id === answer.id)
      toast.good('Question deleted')
    },
  })
  return (
    <>
      <Button
        className="needs-script"
        variant="bare"
        icon={Trash2}
        aria-label={`Delete: ${answer.question}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete this question?"
        confirmLabel="Delete"
        busy={deleting.isPending}
        busyLabel="Deleting..."
        error={deleting.isError && readFault(deleting.error, FAILED).sentence}
        onConfirm={() => deleting.mutate()}
      >
        It goes with its answer. It still counts as one of this month's questions.
      </ConfirmDialog>
    </>
  )
}

function DeleteAll({ onDone }: { onDone: () => void }) {
  const [asking, setAsking] = useState(false)
  const drop = useDropping()
  const client = useQueryClient()
  const deleting = useMutation({
    mutationFn: () => api.assistant.deleteQuestions(undefined, withTimeout()),
    onSuccess: async () => {
      setAsking(false)
      onDone()
      drop(() => true)
      toast.good('Questions deleted')
      await client.invalidateQueries({ queryKey: queries.assistant.listQuestions.key() })
    },
  })
  return (
    <>
      <Button className="needs-script" variant="quiet" icon={Trash2} onClick={() => setAsking(true)}>
        Delete all
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete all your questions?"
        confirmLabel="Delete all"
        busy={deleting.isPending}
        busyLabel="Deleting..."
        error={deleting.isError && readFault(deleting.error, FAILED).sentence}
        onConfirm={() => deleting.mutate()}
      >
        All of them go with their answers, also those further down. Nobody can bring them back.
      </ConfirmDialog>
    </>
  )
}
