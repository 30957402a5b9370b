/** What leads a reader out of the community, or to somebody's money, is recognised; ordinary numbers are not. */
import { expect, test } from 'vitest'
import { hasContact } from './contacts.ts'

test.each([
  'Call me on 07700 900123.',
  'My number is +44 20 7946 0958.',
  'Ring (555) 123-4567 after six.',
  'Ask for Bob at 555-1234.',
  'Appelle le 06 12 34 56 78.',
  'Text 123456 for help.',
  'Childline is 0800 1111.',
  'Write to dad@example.org.',
  'Write to dad (at) example dot org.',
  'Write to dad at example dot org.',
  'See https://evil.example/login for more.',
  'It is on www.sleepwell.example.',
  'I sell the course on sleepydads.com for little.',
  'Pay to GB29 NWBK 6016 1331 9268 19.',
  'Sort code 12-34-56, account number 12345678.',
  'The card is 4111 1111 1111 1111.',
  'Send it to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq.',
  'Send it to 0x52908400098527886E0F7030069857D2E4169EE7.',
  'Find me as @sleepydad.',
  'Tip me at $SleepyDad.',
  'It is paypal.me/sleepydad.',
  'Venmo me and I send the book.',
  'My revtag is sleepydad.',
  'Message me on Telegram for the rest.',
  'WhatsApp: sleepydad',
  'We meet at 12 Baker Street every week.',
  'Wir treffen uns in der Gartenstraße 12.',
  'Venez au 12 rue de Rivoli.',
  'The group meets at SW1A 1AA on Fridays.',
  'Call ０７７００ ９００１２３.',
])('this is a contact: %s', (text) => {
  expect(hasContact(text)).toBe(true)
})

test.each([
  'It cost £8 for two.',
  'The car has 30 000 miles.',
  'The house was 1 000 000 in the end.',
  'We gave 0.5 ml, then 5 ml at 7.30.',
  'He was born on 27.11.2026, or was it 2026-11-28?',
  'From 2019-2024 I worked nights.',
  'He weighs 12.5 kg at 18 months, and sleeps 19:30-06:15.',
  'We drank 200-1000 ml a day.',
  'Ages 3, 5, 7, 9, 11, 13 and 15.',
  'He is 4, his sisters are 10 and 12.',
  'It took 2 minutes, a drive of 10 miles and 3 hours.',
  'We have a WhatsApp group with the other dads.',
  'I paid by PayPal and got $20 back.',
  'e.g. a bath, i.e. warm water.',
  'He woke at 4 a.m. and we sat on the street.',
  'The 20-30-40 rule helped us.',
  'Mr. Hill at school said 50/50 is fine.',
  'I told him: look at me. It worked.',
])('this is none: %s', (text) => {
  expect(hasContact(text)).toBe(false)
})
