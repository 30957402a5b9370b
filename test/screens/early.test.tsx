/** Presses that happen before the page's own script has loaded. */
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useBeforeHydration } from '#web/kernel/before-hydration.ts'

/** A form as the server renders it: its button does nothing until React has hydrated it. */
function aForm() {
  const form = document.createElement('form')
  form.innerHTML = '<button type="button" data-sends>Sign In</button>'
  const button = form.querySelector('button')!
  const sent: Event[] = []
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    sent.push(event)
  })
  document.body.append(form)
  return { button, sent, [Symbol.dispose]: () => form.remove() }
}

function Page() {
  useBeforeHydration()
  return null
}

async function taskAfter() {
  for (let n = 0; n < 3; n++) await new Promise((go) => setTimeout(go))
}

test('a form that was submitted too early is submitted once, as soon as its button works', async () => {
  using early = aForm()
  const event = new MouseEvent('click')
  window.early = { presses: [event, event].map((event) => ({ event, button: early.button })), stop() {} }
  await render(<Page />)
  await taskAfter()
  expect(early.sent).toEqual([])
  early.button.type = 'submit'
  await expect.poll(() => early.sent).toHaveLength(1)
  await taskAfter()
  expect(early.sent).toHaveLength(1)
})

test('a form that is submitted after the frame and before the form is hydrated is submitted once', async () => {
  using early = aForm()
  window.early = { presses: [], stop() {} }
  await render(<Page />)
  early.button.click()
  early.button.type = 'submit'
  await expect.poll(() => early.sent).toHaveLength(1)
  // from now on the browser submits it
  early.button.click()
  await taskAfter()
  expect(early.sent).toHaveLength(2)
})

test('a press that itself turns the button into a submit button submits the form once', async () => {
  using early = aForm()
  window.early = { presses: [], stop() {} }
  await render(<Page />)
  early.button.addEventListener(
    'click',
    () => {
      early.button.type = 'submit'
    },
    { once: true },
  )
  early.button.click()
  await taskAfter()
  expect(early.sent).toHaveLength(1)
})
