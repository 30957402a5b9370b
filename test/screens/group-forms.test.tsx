/** The forms of networks: a suggestion, a new network, and changes by its admins. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Group, groupFaults } from '#contract/groups.ts'
import { slugOf } from '#contract/words.ts'
import { aGroup, answersOfGroup, aSuggestion } from './groups-makers.ts'
import { aPage, aViewer } from './makers.ts'
import { answersToPreloads } from './pods-makers.ts'
import { news, open, PHONE, type Screen } from './screen.tsx'
import { refused } from './standin.ts'

const ben = aViewer()
const heading = page.getByRole('heading', { level: 1 })
const edit = page.getByRole('button', { name: 'Edit Group' })
const dialog = page.getByRole('dialog', { name: 'Edit Group' })
const save = dialog.getByRole('button', { name: 'Save' })
const unsaved = page.getByRole('alertdialog', { name: 'Discard your changes?' })

/** The member's own network; the name "Single Dads" is taken. */
async function openOwn(given: Partial<Group> = {}, size?: typeof PHONE): Promise<Screen> {
  let group = aGroup({
    ...{ name: 'Dads of Twins', is_public: false, is_member: true, is_admin: true, is_creator: true },
    ...given,
  })
  const all = answersOfGroup(group)
  return open(`/group/${group.slug}`, {
    viewer: ben,
    size,
    answers: {
      ...answersToPreloads(),
      ...all,
      feed: { ...answersToPreloads().feed, ...all.feed },
      groups: {
        ...all.groups,
        getGroup: () => group,
        editGroup: ({ id: _id, ...change }) => {
          if (change.name === 'Single Dads')
            throw refused(groupFaults.nameTaken, { fields: { name: groupFaults.nameTaken.message } })
          group = { ...group, ...change, slug: change.name ? slugOf(change.name) : group.slug }
          return group
        },
      },
    },
  })
}

test('a member suggests a network: missing fields are reported, and input stays until it is sent', async () => {
  const screen = await open('/groups', {
    viewer: ben,
    size: PHONE,
    answers: {
      groups: {
        getGroupsOverview: { mine: [], mine_count: 0, popular: [], new: [] },
        listGroups: { ...aPage<Group>(), count: 0, count_open: false },
        suggestGroup: ({ id }) => ({ id: id! }),
      },
    },
  })
  await page.getByRole('button', { name: 'Suggest a New Network' }).first().click()
  const form = page.getByRole('dialog', { name: 'Suggest a New Network' })
  const submit = form.getByRole('button', { name: 'Submit' })
  await submit.click()
  await expect.element(form.getByText('Please fill in all required fields.')).toBeVisible()
  await expect.element(form.getByLabelText('Name')).toHaveFocus()
  expect(screen.asked('groups.suggestGroup')).toEqual([])
  await form.getByLabelText('Name').fill('Dads of Twins')
  await form.getByLabelText('Description').fill('Two at once.')
  screen.failNext('groups.suggestGroup', 'bug')
  await submit.click()
  await expect.element(form.getByRole('alert')).toMatchTextContent('Failed to suggest the network. Please try again.')
  await expect.element(form.getByLabelText('Description')).toHaveValue('Two at once.')
  await submit.click()
  const sent = 'Network suggested! Your network request has been submitted for review.'
  await expect.element(news(sent)).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  const [first, second] = screen.asked('groups.suggestGroup')
  // the id is the same, so there is one suggestion
  expect(second).toEqual(first)
})

test('an administrator opens it with his own choices, and nothing is left for him to decide', async () => {
  const suggestion = aSuggestion('Dads of Twins')
  let suggestions = [suggestion]
  const screen = await open('/admin?part=networks', {
    viewer: { ...ben, is_admin: true },
    answers: {
      groups: {
        listSuggestions: () => aPage(...suggestions),
        decideSuggestion: ({ id }) => {
          suggestions = []
          return { id, slug: 'dads-of-twins' }
        },
      },
    },
  })
  await page.getByText('Private', { exact: true }).click()
  await expect.element(page.getByRole('radio', { name: 'Private' })).toBeChecked()
  await page.getByRole('button', { name: 'Approve Dads of Twins' }).click()
  await expect.element(news('Dads of Twins is open')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible()
  expect(screen.asked('groups.decideSuggestion')).toEqual([
    { id: suggestion.id, decision: 'approve', is_public: false },
  ])
})

test('only the changed fields of a network are sent, and a failed change stays in the form', async () => {
  const screen = await openOwn()
  await edit.click()
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(screen.asked('groups.editGroup')).toEqual([])
  await edit.click()
  const location = dialog.getByLabelText(/^Location/)
  await location.fill('Anywhere')
  screen.failNext('groups.editGroup', 'bug')
  await save.click()
  await expect.element(page.getByText('Failed to update group')).toBeVisible()
  await expect.element(location).toHaveValue('Anywhere')
  expect(screen.asked('groups.editGroup')).toEqual([{ id: expect.any(String), location: 'Anywhere' }])
  await location.fill('')
  const name = dialog.getByLabelText('Name')
  await name.fill('Single Dads')
  await save.click()
  await expect.element(name).toHaveAccessibleDescription(/There is already a network of this name/)
  await name.fill('Dads of Many')
  await dialog.getByText('Public', { exact: true }).click()
  await save.click()
  await expect.element(news('Group updated successfully')).toBeVisible()
  // its URL follows its name
  await expect.poll(screen.path).toBe('/group/dads-of-many')
  await expect.element(heading).toHaveTextContent('Dads of Many')
  await expect.element(page.getByText('Public', { exact: true })).toBeVisible()
})

test('a form with changes is not closed without a confirmation', async () => {
  const screen = await openOwn({ is_public: true })
  await edit.click()
  await dialog.getByText('Private', { exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await unsaved.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(dialog.getByRole('radio', { name: 'Private' })).toBeChecked()
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Private', { exact: true })).toBeVisible()
  expect(screen.asked('groups.editGroup')).toEqual([{ id: expect.any(String), is_public: false }])
})

test('a chosen banner is still there when he returns to it, and is not closed without a confirmation', async () => {
  await openOwn()
  await edit.click()
  await dialog.getByRole('tab', { name: 'Images' }).click()
  await dialog
    .getByLabelText('Choose banner')
    .last()
    .upload(await aPicture(1600, 400))
  const part = dialog.getByRole('application', { name: 'The part that is shown' })
  await expect.element(part).toHaveFocus()
  await userEvent.keyboard('+')
  await dialog.getByRole('tab', { name: 'Basic Info' }).click()
  await expect.element(part).not.toBeInTheDocument()
  await dialog.getByLabelText(/^Location/).fill('Everywhere')
  await save.click()
  await expect.element(part).toBeVisible()
  await expect.element(dialog.getByRole('slider')).not.toHaveValue('1')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard these pictures?' })
  await expect.element(question).toMatchTextContent('The banner that you chose is not uploaded yet.')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(part).toBeVisible()
})

for (const size of [PHONE, { width: 320, height: 640 }])
  test(`whatever a network’s name is, the field of its conversation stays in the window, at ${size.width} px`, async () => {
    const long = {
      name: 'Fathers of Many Who Meet Where There Is Room For All Of Us',
      location: 'Llanfairpwllgwyngyllgogerychwyrndrobwll, the Isle of Anglesey',
    }
    const screen = await openOwn(long, size)
    await screen.go(`${screen.path()}?tab=chat`)
    const field = page.getByRole('textbox', { name: 'Message' })
    const dock = page.getByRole('navigation', { name: 'Tabs' })
    await expect.element(field).toBeVisible()
    await expect
      .poll(() => field.element().getBoundingClientRect().bottom <= dock.element().getBoundingClientRect().top)
      .toBe(true)
  })

/** A picture of this size, in pixels. */
async function aPicture(width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const draw = canvas.getContext('2d')!
  draw.fillStyle = 'teal'
  draw.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'b.jpg', { type: 'image/jpeg' })
}
