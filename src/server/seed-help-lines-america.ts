/** The help lines of the United States and Canada, in the order in which they are shown. */
import type { LinesByCountry } from './base-help-line.ts'

export const AMERICAN_HELP_LINES: LinesByCountry = {
  US: [
    {
      kind: 'crisis',
      name: '988 Suicide & Crisis Lifeline',
      about:
        'For thoughts of suicide or any emotional crisis, yours or of someone you love. Call, text or chat, free, day and night.',
      phone: '988',
      text: ['988'],
      chat: 'https://988lifeline.org/chat/',
      hours: 'always',
      languages: ['en', 'es'],
      url: 'https://988lifeline.org',
    },
    {
      kind: 'listening',
      name: 'Crisis Text Line',
      about: 'If you would rather write than talk: text HOME to 741741. Any crisis, free, day and night.',
      text: ['741741', 'HOME'],
      hours: 'always',
      languages: ['en', 'es'],
      url: 'https://www.crisistextline.org',
    },
    {
      kind: 'abuse',
      name: 'National Domestic Violence Hotline',
      about:
        'If your partner hurts, threatens or controls you, or you fear that you might hurt them. Men are welcome. Free, day and night; or text START to 88788.',
      phone: '1-800-799-7233',
      text: ['88788', 'START'],
      hours: 'always',
      languages: ['en', 'es'],
      url: 'https://www.thehotline.org',
    },
    {
      kind: 'child',
      name: 'Childhelp National Child Abuse Hotline',
      about:
        'If a child is being harmed, or you are afraid that you may lose control with your own. Call, text or chat with a counsellor, day and night.',
      phone: '1-800-422-4453',
      text: ['1-800-422-4453'],
      hours: 'always',
      languages: ['en', 'es'],
      url: 'https://childhelphotline.org',
    },
    {
      kind: 'poison',
      name: 'Poison Help',
      about:
        'If somebody swallowed, breathed in or touched what may be poison. It connects you with the poison centre near you. Free, day and night.',
      phone: '1-800-222-1222',
      hours: 'always',
      languages: ['en', 'es'],
      url: 'https://poisonhelp.hrsa.gov',
    },
  ],
  CA: [
    {
      kind: 'crisis',
      name: '9-8-8: Suicide Crisis Helpline',
      about:
        'For thoughts of suicide, yours or of someone you love. Call or text, free, in English and French, day and night.',
      phone: '988',
      text: ['988'],
      hours: 'always',
      languages: ['en', 'fr'],
      url: 'https://988.ca',
    },
    {
      kind: 'abuse',
      name: '211 Canada',
      about:
        'Finds help near you: shelters, services for family violence (for men too), housing, counselling. Free; day and night in most places.',
      phone: '211',
      languages: ['en', 'fr'],
      url: 'https://211.ca',
    },
    {
      kind: 'child',
      name: 'Kids Help Phone',
      about: 'For children and teenagers, about anything. Free, in English and French, day and night; or text 686868.',
      phone: '1-800-668-6868',
      text: ['686868', 'CONNECT'],
      hours: 'always',
      languages: ['en', 'fr'],
      url: 'https://kidshelpphone.ca',
    },
    {
      kind: 'poison',
      name: 'Poison centres',
      about:
        'If somebody swallowed, breathed in or touched what may be poison. It connects you with the centre of your province. Free, day and night.',
      phone: '1-844-764-7669',
      hours: 'always',
      languages: ['en', 'fr'],
      url: 'https://infopoison.ca',
    },
    {
      kind: 'health',
      name: '811',
      about: 'A nurse by phone when it is no emergency, in most provinces. Free, day and night.',
      phone: '811',
      languages: ['en', 'fr'],
      url: 'https://health811.ontario.ca',
    },
  ],
}
