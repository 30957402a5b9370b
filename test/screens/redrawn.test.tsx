/** What was typed and chosen before hydration survives if React draws the page anew, because an extension has changed it. */
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { keepRedrawnControls, restoreControls, whenIdle } from '#web/kernel/redrawn-controls.ts'

keepRedrawnControls()

/** Kinds of fields, and what is typed into them. */
const KINDS = {
  date: '2030-01-02',
  time: '09:30',
  'datetime-local': '2030-01-02T09:30',
  number: '7',
  tel: '112',
  url: 'a:b',
}

/** Fields whose state is in React, and fields that keep their own value. */
function Form({ onState }: { onState: (state: object) => void }) {
  const [state, setState] = useState({ text: '', words: '', kind: 'a', isOn: false, choice: 'one' })
  onState(state)
  const change = (more: object) => setState((before) => ({ ...before, ...more }))
  return (
    <form>
      <input name="text" value={state.text} onChange={(event) => change({ text: event.target.value })} />
      <textarea name="words" value={state.words} onChange={(event) => change({ words: event.target.value })} />
      <select name="kind" value={state.kind} onChange={(event) => change({ kind: event.target.value })}>
        <option value="a">A</option>
        <option value="b">B</option>
      </select>
      <input
        type="checkbox"
        name="on"
        checked={state.isOn}
        onChange={(event) => change({ isOn: event.target.checked })}
      />
      {['one', 'two'].map((value) => (
        <input
          key={value}
          type="radio"
          name="choice"
          value={value}
          checked={state.choice === value}
          onChange={() => change({ choice: value })}
        />
      ))}
      <input type="password" name="password" />
      <input type="email" name="email" defaultValue="old@example.org" />
      {Object.keys(KINDS).map((kind) => (
        <input key={kind} type={kind} name={kind} defaultValue="" />
      ))}
    </form>
  )
}

/** As the server writes it. */
function written(children: ReactNode): HTMLElement {
  const place = document.createElement('div')
  const drawn = document.createElement('div')
  const root = createRoot(drawn)
  flushSync(() => root.render(children))
  place.innerHTML = drawn.innerHTML
  root.unmount()
  document.body.append(place)
  return place
}

function hydrate(place: HTMLElement, children: ReactNode, then = () => {}) {
  const onRecoverableError = () => {
    restoreControls()
    then()
  }
  const root = hydrateRoot(place, children, { onRecoverableError })
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
}

const CHANGES: Record<string, (form: HTMLFormElement) => void> = {
  'an element beside each field': (form) => {
    for (const field of form.elements) field.after(document.createElement('ext-icon'))
  },
  'an element before each field': (form) => {
    for (const field of form.elements) field.before(document.createElement('ext-icon'))
  },
  'a wrapper around each field': (form) => {
    for (const field of [...form.elements]) {
      const wrapper = document.createElement('ext-wrapper')
      field.replaceWith(wrapper)
      wrapper.append(field)
    }
  },
  'attributes of its own': (form) => {
    for (const field of form.elements) {
      field.setAttribute('data-gr-ext', '')
      field.classList.add('ext')
    }
    form.before(document.createElement('ext-icon'))
  },
  'no change': () => {},
}

test.each(Object.entries(CHANGES))('%s', async (_, change) => {
  let state: object = {}
  const onState = (next: object) => {
    state = next
  }
  const form = <Form onState={onState} />
  const place = written(form)
  const field = <Kind extends Element>(name: string) => place.querySelector<Kind & HTMLInputElement>(`[name=${name}]`)!
  field('text').value = 'typed'
  field('words').value = 'two\nlines'
  field<HTMLSelectElement>('kind').value = 'b'
  field('on').checked = true
  place.querySelector<HTMLInputElement>('[value=two]')!.checked = true
  field('password').value = 'four quiet kettles'
  field('email').value = 'new@example.org'
  for (const [kind, value] of Object.entries(KINDS)) field(kind).value = value
  field<HTMLTextAreaElement>('words').focus()
  const before = field('text')
  change(place.querySelector('form')!)
  // an element that is moved loses the focus
  field('words').focus()
  field('words').setSelectionRange(2, 5, 'backward')
  await new Promise((go) => document.addEventListener('selectionchange', go, { once: true }))
  hydrate(place, form)
  const isRedrawn = change !== CHANGES['no change'] && change !== CHANGES['attributes of its own']
  if (isRedrawn) await expect.poll(() => field('text')).not.toBe(before)
  if (isRedrawn)
    await expect.poll(() => state).toEqual({ text: 'typed', words: 'two\nlines', kind: 'b', isOn: true, choice: 'two' })
  expect(field('text').value).toBe('typed')
  expect(field('words').value).toBe('two\nlines')
  expect(field('kind').value).toBe('b')
  expect(field('on').checked).toBe(true)
  expect(place.querySelector<HTMLInputElement>('[value=two]')!.checked).toBe(true)
  expect(field('password').value).toBe('four quiet kettles')
  expect(field('email').value).toBe('new@example.org')
  for (const [kind, value] of Object.entries(KINDS)) expect(field(kind).value).toBe(value)
  expect(document.activeElement).toBe(field('words'))
  const { selectionStart, selectionEnd, selectionDirection } = field('words')
  expect([selectionStart, selectionEnd, selectionDirection]).toEqual([2, 5, 'backward'])
})

test('a field that the member changes before the effects have run keeps his last word', async () => {
  const form = <Form onState={() => {}} />
  const place = written(form)
  const field = <Kind extends Element>(name: string) => place.querySelector<Kind & HTMLInputElement>(`[name=${name}]`)!
  field('text').value = 'typed'
  field('on').checked = true
  field('password').value = 'four quiet kettles'
  field('email').value = 'new@example.org'
  CHANGES['an element beside each field']!(place.querySelector('form')!)
  let isRedrawn = false
  hydrate(place, form, () => {
    isRedrawn = true
    for (const name of ['text', 'password']) {
      field(name).value = ''
      field(name).dispatchEvent(new Event('input', { bubbles: true }))
    }
    field('on').click()
  })
  await expect.poll(() => isRedrawn && field('email').value).toBe('new@example.org')
  await new Promise<void>((go) => whenIdle(go))
  expect(field('text').value).toBe('')
  expect(field('password').value).toBe('')
  expect(field('on').checked).toBe(false)
})

test('nothing of a browser from before 2024 is missed', async () => {
  const { groupBy } = Map
  onTestFinished(() => void Object.assign(Map, { groupBy }))
  Reflect.deleteProperty(Map, 'groupBy')
  const form = <Form onState={() => {}} />
  const place = written(form)
  place.querySelector<HTMLInputElement>('[name=email]')!.value = 'new@example.org'
  place.querySelector('form')!.prepend(document.createElement('ext-icon'))
  let isRedrawn = false
  hydrate(place, form, () => {
    isRedrawn = true
  })
  await expect.poll(() => isRedrawn).toBe(true)
  expect(place.querySelector<HTMLInputElement>('[name=email]')!.value).toBe('new@example.org')
})
