/** The way to the administration: shown to administrators only, and open before their first steps. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aLogEntry, anAdministrator } from './admin-makers.ts'
import { use } from './keyboard.ts'
import { aPage, aViewer } from './makers.ts'
import { answersOfMember } from './profile-makers.ts'
import { DESK, open, PHONE } from './screen.tsx'
import { aNewcomer, answersOfFirstSteps, toldBefore } from './steps-makers.ts'

const heading = page.getByRole('heading', { level: 1 })
const WELCOME = 'Welcome to the community!'
const answers = { admin: { listReports: aPage(), listActs: aPage(aLogEntry('member.suspended')) } }
const link = page.getByRole('main').getByRole('link', { name: /^Administration/ })
const menu = page.getByRole('dialog', { name: 'Menu' })
const openMenu = () => use(page.getByRole('button', { name: 'Menu' }))

test('a new administrator opens the administration before his first steps, and every other page after them', async () => {
  const viewer = { ...anAdministrator(), onboarding_completed: false }
  const screen = await open('/admin', { viewer, answers: { ...answersOfFirstSteps(toldBefore(0)), ...answers } })
  await expect.element(heading).toHaveTextContent('Administration')
  await page.getByRole('link', { name: 'Log' }).click()
  await expect.element(page.getByText('suspended', { exact: false })).toBeVisible()
  expect(screen.path()).toBe('/admin?part=log')
  await screen.go('/pods')
  await expect.element(heading).toHaveTextContent(WELCOME)
})

test('another new member gets his first steps in its place', async () => {
  await open('/admin', { viewer: aNewcomer(), answers: answersOfFirstSteps(toldBefore(0)) })
  await expect.element(heading).toHaveTextContent(WELCOME)
})

test('the menu of an administrator leads there, by keyboard too; that of another member does not', async () => {
  const screen = await open('/about', { viewer: anAdministrator(), answers, size: PHONE })
  await openMenu()
  await use(menu.getByRole('link', { name: 'Administration' }))
  await expect.element(heading).toHaveTextContent('Administration')
  await expect.element(menu).not.toBeInTheDocument()
  expect(screen.path()).toBe('/admin')

  await open('/about', { viewer: aViewer(), size: PHONE, again: true })
  await openMenu()
  await expect.element(menu.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect.element(menu.getByRole('link', { name: 'Administration' })).not.toBeInTheDocument()
})

test.each([PHONE, DESK])('his profile leads there as well', async (size) => {
  const viewer = anAdministrator()
  await open('/profile', { viewer, answers: { ...answersOfMember(viewer), ...answers }, size })
  await use(link)
  await expect.element(heading).toHaveTextContent('Administration')

  const other = aViewer()
  await open('/profile', { viewer: other, answers: answersOfMember(other), size, again: true })
  await expect.element(page.getByRole('link', { name: /^Account and security/ })).toBeVisible()
  await expect.element(link).not.toBeInTheDocument()
})
