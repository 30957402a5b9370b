/** What administrators read and decide. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { adminFaults, type Case, type LogEntry } from '#contract/admin.ts'
import { aCase, aLogEntry, anAdministrator, aStandingOf, decided } from './admin-makers.ts'
import { anAuthor, aPage, asAuthor, aViewer, minutesAgo } from './makers.ts'
import { news, open, PHONE } from './screen.tsx'
import { refused } from './standin.ts'

const heading = page.getByRole('heading', { level: 1 })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = (name: string) => page.getByRole('dialog', { name })
const nothingWaits = page.getByRole('heading', { name: 'Nothing waits for you' })

/** The reports, open and decided. The operations of the test change them. */
function reportsDesk(...cases: Case[]) {
  const root = anAdministrator()
  const turn = (id: string, change: (one: Case) => Case) => {
    const at = cases.findIndex((one) => one.id === id || one.subject_id === id)
    cases[at] = change(cases[at]!)
    return cases[at]
  }
  const since = (what: 'removed' | 'restored', reason: string | null) => ({
    ...{ what, by: asAuthor(root), reason, created_at: minutesAgo(0) },
  })
  return {
    root,
    answers: {
      admin: {
        listActs: aPage<LogEntry>(),
        listReports: ({ state }: { state: 'open' | 'decided' }) =>
          aPage(...cases.filter(({ decision }) => (decision === null) === (state === 'open'))),
        decideReport({
          id,
          decision,
          reason,
        }: {
          id: string
          decision: 'dismiss' | 'remove' | 'suspend'
          reason?: string
        }) {
          const word = ({ dismiss: 'dismissed', remove: 'removed', suspend: 'suspended' } as const)[decision]
          return turn(id, (one) => decided(one, root, word, reason ?? null))
        },
        restoreThing({ id }: { id: string }) {
          turn(id, (one) => ({ ...one, state: 'there', since: since('restored', null) }))
          return { id }
        },
        removeThing({ id, reason }: { id: string; reason: string }) {
          turn(id, (one) => ({ ...one, state: 'removed', since: since('removed', reason) }))
          return { id }
        },
      },
    },
  }
}

test('an administrator reads what was reported and why, and removes it with a reason', async () => {
  const one = aCase()
  const { root, answers } = reportsDesk(one)
  const screen = await open('/admin', { viewer: root, answers, size: PHONE })
  await expect.element(heading).toHaveTextContent('Administration')
  const found = page.getByRole('article', { name: 'Post by seller' })
  for (const words of ['Buy your cots from me', 'One member reported it', 'He writes this every day.', 'ana'])
    await expect.element(found).toMatchTextContent(words)
  await found.getByRole('button', { name: /^Remove/ }).click()
  const confirmation = dialog('Remove this post?')
  await confirmation.getByRole('button', { name: 'Remove' }).click()
  await expect.element(confirmation.getByText('Please say why')).toBeVisible()
  await expect.element(confirmation.getByLabelText('Reason')).toHaveFocus()
  await confirmation.getByLabelText('Reason').fill('No selling here.')
  await confirmation.getByRole('button', { name: 'Remove' }).click()
  await expect.element(news('The post was removed')).toBeVisible()
  await expect.element(nothingWaits).toBeVisible()
  expect(screen.asked('admin.decideReport')).toEqual([{ id: one.id, decision: 'remove', reason: 'No selling here.' }])
})

test('an administrator restores what was removed, and removes it again', async () => {
  const root = anAuthor('root')
  const { root: viewer, answers } = reportsDesk(decided(aCase(), root, 'removed', 'No selling here.'))
  const screen = await open('/admin', { viewer, answers })
  await page.getByRole('link', { name: 'Decided' }).click()
  const found = page.getByRole('article', { name: 'Post by seller' })
  await expect.element(found).toMatchTextContent('No selling here.')
  await expect.element(page.getByRole('link', { name: 'Decided' })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('link', { name: 'Waiting' })).not.toHaveAttribute('aria-current')
  await found.getByRole('button', { name: /^Restore/ }).click()
  await expect.element(news('The post is back')).toBeVisible()
  await expect.element(found).toMatchTextContent(/Removed by root\S* · just now/i)
  await expect.element(found).toMatchTextContent(/Restored by root\S* · just now/i)
  // restored by mistake
  await found.getByRole('button', { name: /^Remove again/ }).click()
  const confirmation = dialog('Remove this post?')
  await confirmation.getByLabelText('Reason').fill('No selling, as I said.')
  await confirmation.getByRole('button', { name: 'Remove' }).click()
  await expect.element(news('The post was removed')).toBeVisible()
  await expect.element(found).toMatchTextContent('No selling, as I said.')
  expect(screen.asked('admin.removeThing')).toMatchObject([{ kind: 'post', reason: 'No selling, as I said.' }])
  await found.getByRole('button', { name: /^Restore/ }).click()
  await expect.element(found).toMatchTextContent(/Restored by root\S* · just now/i)
  expect(screen.asked('admin.restoreThing')).toHaveLength(2)
  await expect.element(page.getByRole('link', { name: 'Decided' })).toHaveAttribute('aria-current', 'page')
})

test('the log shows who did what to whose item, and links to items that still exist', async () => {
  const [removed, restored] = [
    aLogEntry('post.removed', { reason: 'No selling here.' }),
    aLogEntry('post.restored', { path: '/post/cheap-cots' }),
  ]
  const back = aLogEntry('member.restored', { subject: anAuthor('rude') })
  const answers = { admin: { listReports: aPage(), listActs: aPage(back, restored, removed) } }
  await open('/admin', { viewer: anAdministrator(), answers })
  await page.getByRole('link', { name: 'Log' }).click()
  await expect.element(page.getByRole('heading', { name: 'Log' })).toBeVisible()
  const line = (words: string) => page.getByRole('listitem').filter({ hasText: words })
  await expect.element(line('removed a post by seller')).toMatchTextContent('No selling here.')
  await expect.element(line('removed a post by seller').getByRole('link', { name: 'a post' })).not.toBeInTheDocument()
  await expect
    .element(line('restored a post by seller').getByRole('link', { name: 'a post' }))
    .toHaveAttribute('href', '/post/cheap-cots')
  await expect.element(page.getByText(/let\s+rude back in/)).toBeVisible()
})

test('the log names each thing by its title or words, and the name is the link', async () => {
  const acts = [
    aLogEntry('comment.removed', { name: 'Try my cots…', path: '/post/x#comment-y' }),
    aLogEntry('message.removed', { name: 'You idiot', reason: 'No insults.' }),
    aLogEntry('report.dismissed', { name: 'Which cot?', path: '/post/which' }),
    aLogEntry('suggestion.approved', { name: 'Cot Makers', path: '/group/cot-makers', subject: null }),
  ]
  await open('/admin?part=log', { viewer: anAdministrator(), answers: { admin: { listActs: aPage(...acts) } } })
  const line = (words: string) => page.getByRole('listitem').filter({ hasText: words })
  const leads = (words: string, name: string, to: string) =>
    expect.element(line(words).getByRole('link', { name })).toHaveAttribute('href', to)
  await leads('removed a comment by seller: Try my cots…', 'Try my cots…', '/post/x#comment-y')
  await leads('found nothing wrong with what was reported: Which cot?', 'Which cot?', '/post/which')
  await leads('opened a suggested network: Cot Makers', 'Cot Makers', '/group/cot-makers')
  await expect.element(line('You idiot')).toMatchTextContent('removed a message by seller: You idiot')
  await expect.element(line('You idiot').getByRole('link', { name: 'You idiot' })).not.toBeInTheDocument()
})

test('an administrator who is reported is not offered to suspend himself', async () => {
  const root = anAdministrator()
  const cases = [aCase({ author: asAuthor(root) }), aCase({ author: anAuthor('seller') })]
  await open('/admin', { viewer: root, answers: { admin: { listReports: aPage(...cases) } } })
  const [own, others] = ['root', 'seller'].map((name) => page.getByRole('article', { name: `Post by ${name}` }))
  await expect.element(own!.getByRole('button', { name: 'Nothing wrong' })).toBeVisible()
  await expect.element(own!.getByRole('button', { name: /^Suspend/ })).not.toBeInTheDocument()
  await expect.element(others!.getByRole('button', { name: 'Suspend seller' })).toBeVisible()
})

test('if two administrators decide at the same time, the second one sees the decision; a failure is reported', async () => {
  const one = aCase()
  const { root, answers } = reportsDesk(one)
  const screen = await open('/admin', { viewer: root, answers })
  screen.failNext('admin.decideReport', 'unreached')
  await button('Nothing wrong').click()
  await expect.element(news('Failed to save the decision. Please try again.')).toBeVisible()
  await button(/^Remove/).click()
  const confirmation = dialog('Remove this post?')
  await confirmation.getByLabelText('Reason').fill('Selling.')
  // the other administrator decides first
  const overtaken = { ...adminFaults.decided, message: 'eve has decided this already: nothing is wrong' }
  screen.answer({
    admin: {
      listReports: aPage(),
      decideReport() {
        throw refused(overtaken)
      },
    },
  })
  await confirmation.getByRole('button', { name: 'Remove' }).click()
  await expect.element(news('has decided this already: nothing is wrong')).toBeVisible()
  await expect.element(confirmation).not.toBeInTheDocument()
  await expect.element(nothingWaits).toBeVisible()
})

test('an administrator finds members by name, suspends one with a reason and lifts the suspension', async () => {
  const rude = anAuthor('rude')
  const standings = [aStandingOf(rude), aStandingOf(anAuthor('kind'))]
  const root = anAdministrator()
  const suspend = (reason: string | null) => {
    standings[0] = aStandingOf(rude, { suspended_at: reason ? minutesAgo(0) : null, suspended_reason: reason })
    return standings[0]
  }
  const screen = await open('/admin?part=members', {
    viewer: root,
    answers: {
      admin: {
        listStandings: ({ q = '', only }) =>
          aPage(
            ...standings.filter(({ member, suspended_at }) => member.username.includes(q) && (!only || suspended_at)),
          ),
        suspendMember: ({ reason }) => suspend(reason),
        restoreMember: () => suspend(null),
      },
    },
  })
  const box = page.getByRole('searchbox', { name: 'Search members by name' })
  const rows = page.getByRole('region', { name: 'Members' }).getByRole('listitem')
  const expectRows = (count: number) => expect.poll(() => rows.elements()).toHaveLength(count)
  await expectRows(2)
  await box.fill('rude')
  await userEvent.keyboard('{Enter}')
  // the list shows only this member: the query is in the URL
  await expectRows(1)
  await expect.element(rows.filter({ hasText: 'rude' })).toBeVisible()
  expect(screen.path()).toBe('/admin?part=members&q=rude')
  // the search box shows the query of the list
  window.history.back()
  await expect.element(box).toHaveValue('')
  await expectRows(2)
  window.history.forward()
  await expect.element(box).toHaveValue('rude')
  await expectRows(1)

  await button('Suspend rude').click()
  const confirmation = dialog('Suspend rude?')
  await confirmation.getByLabelText('Reason').fill('Threats in messages')
  await confirmation.getByRole('button', { name: 'Suspend' }).click()
  await expect.element(news('rude was suspended')).toBeVisible()
  expect(screen.asked('admin.suspendMember')).toEqual([{ id: rude.id, reason: 'Threats in messages' }])
  const [all, suspended] = ['All', 'Suspended'].map((name) => page.getByRole('link', { name, exact: true }))
  await suspended!.click()
  await expect.element(rows).toMatchTextContent('Threats in messages')
  await expect.element(suspended!).toHaveAttribute('aria-current', 'page')
  await expect.element(all!).not.toHaveAttribute('aria-current')
  await button('Restore rude').click()
  await expect.element(news('rude can sign in again')).toBeVisible()
  await expectRows(0)
  expect(screen.asked('admin.restoreMember')).toEqual([{ id: rude.id }])
})

test('a member who is not an administrator finds no administration', async () => {
  const pardoned = /^404: there is no page at/
  await open('/about', { pardoned })
  for (const viewer of [undefined, aViewer()])
    for (const path of ['/admin', '/admin?part=log', '/admin?part=members']) {
      await open(path, { viewer, again: true, pardoned })
      await expect.element(heading).toHaveTextContent('404')
    }
})
