/**
 * Location settings: a place that is typed, validated, chosen from the list or taken from the browser, and the radius.
 */
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { placeFaults } from '#contract/places.ts'
import { keepRadius } from '#web/nearby/nearby.ts'
import { aLocalProfile, eventsBoard } from './events-makers.ts'
import { expectCount } from './finding.ts'
import { standAt } from './geolocation.ts'
import { aViewer } from './makers.ts'
import { news, open } from './screen.tsx'
import { expectSound, SOUND_TIMEOUT } from './sound.tsx'
import { refused } from './standin.ts'
import { TROUBLES } from './trouble.ts'

const gear = page.getByRole('button', { name: 'Location settings' }).first()
const form = page.getByRole('dialog', { name: 'Location settings' })
const field = form.getByRole('combobox', { name: 'Your location' })
const save = form.getByRole('button', { name: 'Save' })
const validate = form.getByRole('button', { name: 'Validate' })
const places = page.getByRole('listbox', { name: 'Places' }).getByRole('option')

const PLACES = [
  { label: 'Portland, OR', words: /^portland/i, latitude: 45.52, longitude: -122.68 },
  { label: 'Bakersfield, CA', words: /^bakersf/i, latitude: 35.37, longitude: -119.02 },
  { label: '94110, San Francisco, CA', words: /^94110/, latitude: 37.75, longitude: -122.42 },
]

async function openSettings(first = aLocalProfile()) {
  let profile = first
  const screen = await open('/local', {
    viewer: aViewer({ local_mode_enabled: true }),
    answers: {
      events: eventsBoard(),
      nearby: {
        getLocalProfile: () => profile,
        updateLocation: ({ location = profile.location, ...position }) =>
          (profile = { ...profile, ...position, location }),
        listNearby: () => ({ has_position: profile.latitude !== null, items: [] }),
      },
      places: {
        searchPlaces: ({ q }) => ({ items: PLACES.filter(({ words }) => words.test(q)) }),
        geocode({ address }) {
          const found = PLACES.find(({ words }) => words.test(address))
          if (!found) throw refused(placeFaults.unknown)
          return { formatted_address: found.label, latitude: found.latitude, longitude: found.longitude }
        },
        placeAt: { label: 'Boise, ID' },
      },
    },
  })
  await gear.click()
  await expect.element(form).toBeVisible()
  return screen
}

test('location settings: no place, an unknown place, a validated place, and a place from the list', {
  timeout: SOUND_TIMEOUT,
}, async () => {
  onTestFinished(() => keepRadius(25))
  const screen = await openSettings()
  await validate.click()
  await expect.element(form.getByRole('alert')).toHaveTextContent('Please enter a location first')
  await field.fill('x')
  await field.fill('')
  await save.click()
  await expect.element(form.getByRole('alert')).toHaveTextContent('Please enter an address')
  await field.fill('Qzxwvkjy on Nowhere')
  await validate.click()
  await expect.element(form.getByRole('alert')).toMatchTextContent('We do not know this place')
  for (const { name, trouble, says } of TROUBLES) {
    screen.failNext('places.geocode', trouble)
    await validate.click()
    const alert = form.getByRole('alert')
    await expect.element(alert, { message: name }).toHaveTextContent(says('Failed to validate address'))
    screen.failNext('places.geocode', trouble)
    await save.click()
    await expect.element(alert, { message: name }).toHaveTextContent(says('Failed to geocode address'))
  }
  expect(screen.asked('nearby.updateLocation')).toEqual([])

  await field.fill('')
  await userEvent.type(field, 'Portland')
  await expect.element(places.first()).toHaveTextContent('Portland, OR')
  await expectSound()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field).toHaveValue('Portland, OR')
  await form.getByRole('combobox', { name: 'How far to look' }).selectOptions('10')
  screen.failNext('nearby.updateLocation', 'unreached')
  await save.click()
  await expect.element(news('Failed to update location')).toBeVisible()
  await expect.element(field).toHaveValue('Portland, OR')
  await save.click()
  await expect.element(news('Location updated successfully!')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  expect(screen.asked('nearby.updateLocation')).toEqual([
    { location: 'Portland, OR', latitude: 45.52, longitude: -122.68 },
  ])
  // the radius is stored in this browser
  expect(localStorage.getItem('fatherkin.radius')).toBe('10')
  await expect.element(page.getByRole('link', { name: 'Within 10 miles' })).toBeVisible()
})

test('a place whose name differs from the typed one is shown before it is stored', async () => {
  const screen = await openSettings(aLocalProfile({ location: 'Portland, OR', latitude: 45.5, longitude: -122.6 }))
  await field.fill('Bakersfeild')
  await expect.element(places.first()).toHaveTextContent('Bakersfield, CA')
  await userEvent.keyboard('{Escape}')
  await save.click()
  await expect.element(field).toHaveValue('Bakersfield, CA')
  await expect.element(form.getByText(/Found Bakersfield, CA\. Save it/)).toBeVisible()
  expect(screen.asked('nearby.updateLocation')).toEqual([])
  await save.click()
  await expect.element(news('Location updated successfully!')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  expect(screen.asked('nearby.updateLocation')).toMatchObject([{ location: 'Bakersfield, CA' }])

  await gear.click()
  await field.fill('94110')
  await expect.element(places.first()).toMatchTextContent('94110')
  // closes the list, and not the dialog
  await userEvent.keyboard('{Escape}')
  await expectCount(places, 0)
  await validate.click()
  await expect.element(news('Location validated successfully')).toBeVisible()
  await expect.element(field).toHaveValue('94110, San Francisco, CA')
  standAt({ latitude: 43.6, longitude: -116.2 })
  await form.getByRole('button', { name: 'Use current location' }).click()
  await expect.element(news('Using your current location')).toBeVisible()
  await expect.element(field).toHaveValue('Boise, ID')
  await save.click()
  await expect
    .poll(() => screen.asked('nearby.updateLocation').at(-1))
    .toEqual({ location: 'Boise, ID', latitude: 43.6, longitude: -116.2 })
})

test('a typed place without a position is looked up when it is saved; on the map the words alone can be cleared', async () => {
  const screen = await openSettings(aLocalProfile({ location: 'Portland, OR' }))
  const dads = page.getByRole('region', { name: 'Nearby Dads', includeHidden: true })
  await expect.element(dads).toMatchTextContent('We do not know where you are yet')
  await save.click()
  await expect.element(news('Location updated successfully!')).toBeVisible()
  await expect.element(dads).toMatchTextContent('Nobody within 25 miles')
  await gear.click()
  await field.fill('')
  await save.click()
  await expect.element(form).not.toBeInTheDocument()
  // the position has no name, so it stays
  expect(screen.asked('nearby.updateLocation')).toEqual([
    { location: 'Portland, OR', latitude: 45.52, longitude: -122.68 },
    { location: null },
  ])
})
