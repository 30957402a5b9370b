/** "Create Pod": the form, its messages, and what it keeps. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Pod, podFaults } from '#contract/pods.ts'
import { aGroup, answersOfGroup } from './groups-makers.ts'
import { goTo, press, skipToMain, type, use } from './keyboard.ts'
import { aViewer } from './makers.ts'
import { aListOf, answersBesidePod, answersToPreloads, aPod, aPodMember } from './pods-makers.ts'
import { news, open, type Screen } from './screen.tsx'
import { refused } from './standin.ts'

const ben = aViewer()
const form = page.getByRole('dialog', { name: 'Create Pod' })
const opener = page.getByRole('button', { name: 'Create Pod' })
const name = form.getByLabelText('Pod Name')
const seats = form.getByLabelText('Capacity')
const lock = form.getByRole('switch', { name: 'Private Pod' })
const communities = form.getByLabelText('Community (Optional)')
const wordsOf = (list: typeof communities) =>
  list
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)

/** A member's pods, which he creates here; the name "Six AM Club" is taken. */
async function openPods(networks: { id: string; name: string }[] = []): Promise<Screen> {
  const made: Pod[] = []
  return open('/pods', {
    viewer: ben,
    answers: {
      ...answersToPreloads(),
      ...answersBesidePod(),
      pods: {
        listPods: () => aListOf(made),
        listOwnCommunities: () => networks,
        listPodRequests: { items: [], next: null },
        getPod: ({ slug }) => made.find((pod) => pod.slug === slug) ?? Promise.reject(refused(podFaults.notFound)),
        createPod: ({ group_id, meeting_frequency = null, description = null, ...given }) => {
          if (/six\s+am[ -]club/i.test(given.name))
            throw refused(podFaults.nameTaken, { fields: { name: podFaults.nameTaken.message } })
          const network = networks.find(({ id }) => id === group_id)
          const pod = aPod({
            ...{ ...given, meeting_frequency, description, members: [aPodMember(ben)] },
            ...{ is_member: true, is_creator: true, seq: 1 },
            group: network ? { ...network, slug: network.name } : null,
          })
          made.unshift(pod)
          return pod
        },
      },
    },
  })
}

test('a member makes a pod by keyboard alone, reads what is wrong beside each field, and is led into the pod', async () => {
  const screen = await openPods()
  skipToMain()
  await use(opener)
  await expect.element(seats).toHaveValue(6)
  await expect.element(form.getByLabelText('Meeting Frequency')).toHaveValue('weekly')
  expect(wordsOf(form.getByLabelText('Meeting Frequency'))).toEqual(['Weekly', 'Bi-weekly', 'Monthly', 'As needed'])
  expect(wordsOf(communities)).toEqual(['No community'])
  await expect.element(lock).not.toBeChecked()
  await expect.element(form.getByText('Only you can invite members to this pod')).toBeVisible()

  await type(name, 'ab')
  await userEvent.keyboard('{Enter}')
  await expect.element(name).toHaveAccessibleDescription(/Pod name must be at least 3 characters/)
  await expect.element(name).toHaveFocus()
  await name.fill('Six  AM-club!')
  await seats.fill('13')
  await userEvent.keyboard('{Enter}')
  await expect.element(seats).toHaveAccessibleDescription(/Maximum capacity is 12/)
  await seats.fill('1')
  await userEvent.keyboard('{Enter}')
  await expect.element(seats).toHaveAccessibleDescription(/Minimum capacity is 2/)
  expect(screen.asked('pods.createPod')).toEqual([])
  // text that is not a number means the smallest pod
  await seats.fill('')
  await press('Tab')
  await expect.element(seats).toHaveValue(2)
  const about = form.getByLabelText('Description (Optional)')
  await about.fill('Sit outside, ten minutes, no phone.')
  await use(form.getByRole('button', { name: 'Create Pod' }))
  await expect.element(name).toHaveAccessibleDescription(/A pod with this name already exists/)
  await expect.element(name).toHaveFocus()
  await expect.element(about).toHaveValue('Sit outside, ten minutes, no phone.')

  await name.fill('Porch Lights')
  await goTo(lock)
  await press('Space')
  await use(form.getByRole('button', { name: 'Create Pod' }))
  await expect.element(news('Pod created successfully!')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await expect.poll(screen.path).toBe('/pod/porch-lights')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Porch Lights')
  await expect.poll(() => document.title).toBe('Porch Lights - Fatherkin')
  // nothing runs yet; the first round is one press away
  await expect.element(page.getByRole('button', { name: 'Open the first round now' })).toBeVisible()
  await expect.element(page.getByRole('complementary')).toMatchTextContent('Plans to meet weekly')

  await screen.go('/pods')
  const card = page.getByRole('article').first()
  await expect.element(card.getByRole('heading')).toHaveTextContent('Porch Lights')
  for (const words of ['Creator', '1/2', 'Private', 'Plans to meet weekly'])
    await expect.element(card).toMatchTextContent(words)
  await expect.element(card.getByRole('button')).not.toBeInTheDocument()
  expect(screen.asked('pods.createPod').at(-1)).toEqual({
    ...{ id: expect.any(String), name: 'Porch Lights', description: 'Sit outside, ten minutes, no phone.' },
    ...{ capacity: 2, meeting_frequency: 'weekly', is_private: true },
  })

  // opened again, the form is empty
  skipToMain()
  await use(opener)
  await expect.element(name).toHaveValue('')
  await expect.element(seats).toHaveValue(6)
  await expect.element(lock).not.toBeChecked()
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
})

test('input stays if the pod could not be made', async () => {
  const screen = await openPods()
  await opener.click()
  await name.fill('Stays')
  screen.failNext('pods.createPod', 'unreached')
  await form.getByRole('button', { name: 'Create Pod' }).click()
  await expect.element(form.getByRole('alert')).toMatchTextContent('Failed to create pod. Please try again.')
  await expect.element(name).toHaveValue('Stays')
  await form.getByRole('button', { name: 'Create Pod' }).click()
  await expect.element(news('Pod created successfully!')).toBeVisible()
  await expect.poll(screen.path).toBe('/pod/stays')
  await screen.go('/pods')
  await expect.element(page.getByRole('article').filter({ hasText: /Stays/ })).toHaveLength(1)
})

test('a network that the member joined a moment ago can be chosen for a pod, and the pod’s card and page name it', async () => {
  const networks: { id: string; name: string }[] = []
  const network = aGroup({ name: 'Night Shift Dads' })
  const screen = await openPods(networks)
  screen.answer(answersOfGroup(network))
  screen.answer({
    groups: {
      joinGroup: () => {
        networks.push({ id: network.id, name: network.name })
        return aGroup({ ...network, is_member: true, seq: 2 })
      },
    },
  })
  await opener.click()
  await expect.poll(() => wordsOf(communities)).toEqual(['No community'])
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form).not.toBeInTheDocument()

  await screen.go(`/group/${network.slug}`)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect.element(news('Successfully joined group')).toBeVisible()
  await screen.go('/pods')
  await opener.click()
  await expect.poll(() => wordsOf(communities)).toEqual(['No community', 'Night Shift Dads'])
  await name.fill('Between shifts')
  await communities.selectOptions('Night Shift Dads')
  const often = form.getByLabelText('Meeting Frequency')
  await often.selectOptions('Monthly')
  await expect.element(often).toHaveAccessibleDescription('Rounds come every four weeks')
  await often.selectOptions('Bi-weekly')
  await expect.element(often).not.toHaveAccessibleDescription('Rounds come every four weeks')
  await form.getByRole('button', { name: 'Create Pod' }).click()
  await expect.element(news('Pod created successfully!')).toBeVisible()
  await expect.poll(screen.path).toBe('/pod/between-shifts')
  await expect.element(page.getByRole('complementary')).toMatchTextContent('f/Night Shift Dads')
  await screen.go('/pods')
  const card = page.getByRole('article').filter({ hasText: /Between shifts/ })
  await expect.element(card).toMatchTextContent('f/Night Shift Dads')
  await expect.element(card).toMatchTextContent('Plans to meet bi-weekly')
})
