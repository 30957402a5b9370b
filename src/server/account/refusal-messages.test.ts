import { expect, test } from 'vitest'
import { suspendedMessage } from './refusal-messages.ts'

test('a suspended member gets a contact address only if one is configured, and no sentence ends with two full stops', () => {
  const says = (reason: string, ...adminEmails: string[]) => suspendedMessage({ adminEmails }, reason)
  const before = 'Your account is suspended. The administrators say:'
  const write = 'If you think this is a mistake, write to chief@example.org.'
  expect(says('Threats', 'chief@example.org', 'other@example.org')).toBe(`${before} "Threats". ${write}`)
  expect(says('Threats.', 'chief@example.org')).toBe(`${before} "Threats." ${write}`)
  for (const reason of ['No.', 'Why?', 'And so on…']) expect(says(reason)).toBe(`${before} "${reason}"`)
  expect(says('Threats')).toBe(`${before} "Threats".`)
})
