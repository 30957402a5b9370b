/** Help lines as the server returns them, for tests of screens. */
import type { HelpLine } from '#contract/care.ts'
import { anId } from './makers.ts'

export const aLine = (line: Partial<HelpLine> = {}): HelpLine => ({
  ...{ id: anId(), country: 'GB', name: 'Samaritans', about: 'Day and night.', phone: '116 123' },
  ...{ kind: 'crisis', text_to: null, text_word: null, chat_url: null, hours: null, languages: ['en'] },
  ...{ url: 'https://line.example', source: 'https://line.example/contact', checked_on: '2026-11-25' },
  ...line,
})

export const THE_LINES: HelpLine[] = [
  aLine(),
  aLine({ country: 'US', name: '988 Lifeline', phone: '988', url: null }),
  aLine({ country: null, name: 'Find A Helpline', phone: null, url: 'https://find.example' }),
]
