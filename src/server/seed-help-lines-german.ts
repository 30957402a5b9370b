/** The help lines of Germany, Austria and Switzerland, in the order in which they are shown. */
import type { LinesByCountry } from './base-help-line.ts'

export const GERMAN_HELP_LINES: LinesByCountry = {
  DE: [
    {
      kind: 'listening',
      name: 'TelefonSeelsorge',
      about:
        'Someone who listens, for thoughts of suicide or anything that is too much. In German, free and anonymous, day and night (also 0800 111 0 222).',
      phone: '0800 111 0 111',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.telefonseelsorge.de',
    },
    {
      kind: 'crisis',
      name: 'TelefonSeelsorge Chat',
      about:
        'If you would rather write than talk: chat and mail, in German, free and anonymous. The chat shows when somebody is there.',
      chat: 'https://online.telefonseelsorge.de',
      languages: ['de'],
      url: 'https://online.telefonseelsorge.de',
    },
    {
      kind: 'abuse',
      name: 'Hilfetelefon Gewalt an Männern',
      about:
        'For men who suffer violence, at home or elsewhere. In German, free and anonymous; weekdays, their page says when.',
      phone: '0800 123 9900',
      hours: {
        zone: 'Europe/Berlin',
        spans: [
          { days: [1, 2, 3, 4], from: '08:00', to: '20:00' },
          { days: [5], from: '08:00', to: '15:00' },
        ],
      },
      languages: ['de'],
      url: 'https://www.maennerhilfetelefon.de',
    },
    {
      kind: 'abuse',
      name: 'Hilfetelefon Gewalt gegen Frauen',
      about:
        'For women who suffer violence, and for those who worry about one. Free and anonymous, in many languages, day and night.',
      phone: '116 016',
      hours: 'always',
      languages: ['de', 'en', 'es', 'fr', 'pl'],
      url: 'https://www.hilfetelefon.de',
    },
    {
      kind: 'child',
      name: 'Elterntelefon (Nummer gegen Kummer)',
      about:
        'For parents who do not know what to do with a child or with their own anger. In German, free and anonymous; weekdays.',
      phone: '0800 111 0550',
      hours: {
        zone: 'Europe/Berlin',
        spans: [
          { days: [1, 3, 5], from: '09:00', to: '17:00' },
          { days: [2, 4], from: '09:00', to: '19:00' },
        ],
      },
      languages: ['de'],
      url: 'https://www.nummergegenkummer.de',
    },
    {
      kind: 'child',
      name: 'Kinder- und Jugendtelefon (Nummer gegen Kummer)',
      about:
        'For children and teenagers, about anything. In German, free and anonymous; Monday to Saturday from 14 to 20.',
      phone: '116 111',
      hours: { zone: 'Europe/Berlin', spans: [{ days: [1, 2, 3, 4, 5, 6], from: '14:00', to: '20:00' }] },
      languages: ['de'],
      url: 'https://www.nummergegenkummer.de',
    },
    {
      kind: 'child',
      name: 'Hilfe-Telefon Sexueller Missbrauch',
      about: 'If a child may have been sexually abused and you need advice. In German, free and anonymous; weekdays.',
      phone: '0800 22 55 530',
      languages: ['de'],
      url: 'https://www.hilfe-telefon-missbrauch.online',
    },
    {
      kind: 'health',
      name: 'Ärztlicher Bereitschaftsdienst',
      about: 'A doctor when it is no emergency and the surgeries are closed. Free, day and night.',
      phone: '116 117',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.116117.de',
    },
    {
      kind: 'poison',
      name: 'Giftnotruf Nordrhein-Westfalen (Bonn)',
      about:
        'If somebody swallowed, breathed in or touched what may be poison. In German, day and night; every centre advises callers from all of Germany.',
      phone: '0228 19240',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.gizbonn.de',
    },
    {
      kind: 'poison',
      name: 'Giftnotruf Berlin und Brandenburg',
      about:
        'If somebody swallowed, breathed in or touched what may be poison. In German, day and night; every centre advises callers from all of Germany.',
      phone: '030 19240',
      hours: 'always',
      languages: ['de'],
      url: 'https://giftnotruf.charite.de',
    },
    {
      kind: 'poison',
      name: 'Giftnotruf Bayern (München)',
      about:
        'If somebody swallowed, breathed in or touched what may be poison. In German, day and night; every centre advises callers from all of Germany.',
      phone: '089 19240',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.toxikologie.mri.tum.de',
    },
    {
      kind: 'poison',
      name: 'Giftnotruf Baden-Württemberg (Freiburg)',
      about:
        'If somebody swallowed, breathed in or touched what may be poison. In German, day and night; every centre advises callers from all of Germany.',
      phone: '0761 19240',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.giftberatung.de',
    },
    {
      kind: 'poison',
      name: 'Giftnotruf Nord (Göttingen)',
      about:
        'If somebody swallowed, breathed in or touched what may be poison. In German, day and night; every centre advises callers from all of Germany.',
      phone: '0551 19240',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.giz-nord.de',
    },
    {
      kind: 'poison',
      name: 'Giftnotruf Rheinland-Pfalz und Hessen (Mainz)',
      about:
        'If somebody swallowed, breathed in or touched what may be poison. In German, day and night; every centre advises callers from all of Germany.',
      phone: '06131 19240',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.giftinfo.uni-mainz.de',
    },
    {
      kind: 'poison',
      name: 'Giftnotruf Erfurt (Thüringen, Sachsen, Sachsen-Anhalt, M-V)',
      about:
        'If somebody swallowed, breathed in or touched what may be poison. In German, day and night; every centre advises callers from all of Germany.',
      phone: '0361 730 730',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.ggiz-erfurt.de',
    },
  ],
  AT: [
    {
      kind: 'listening',
      name: 'Telefonseelsorge',
      about:
        'Someone who listens, for thoughts of suicide or anything that is too much. In German, free, day and night; also by mail and chat.',
      phone: '142',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.telefonseelsorge.at',
    },
    {
      kind: 'crisis',
      name: 'Männernotruf',
      about: 'For men in any crisis, at home or with themselves. In German, free, day and night.',
      phone: '0800 246 247',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.maennernotruf.at',
    },
    {
      kind: 'abuse',
      name: 'Männerinfo',
      about:
        'For men in a crisis, and for those who suffer violence or are afraid of their own. In German, free, day and night.',
      phone: '0800 400 777',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.maennerinfo.at',
    },
    {
      kind: 'abuse',
      name: 'Frauenhelpline gegen Gewalt',
      about: 'For women who suffer violence, and for those who worry about one. Free, day and night.',
      phone: '0800 222 555',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.frauenhelpline.at',
    },
    {
      kind: 'child',
      name: 'Rat auf Draht',
      about: 'For children and teenagers, and for those who care for them. In German, free, day and night.',
      phone: '147',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.rataufdraht.at',
    },
    {
      kind: 'health',
      name: 'Gesundheitsberatung 1450',
      about: 'A nurse by phone when it is no emergency. In German, day and night.',
      phone: '1450',
      hours: 'always',
      languages: ['de'],
      url: 'https://www.1450.at',
    },
    {
      kind: 'poison',
      name: 'Vergiftungsinformationszentrale',
      about: 'If somebody swallowed, breathed in or touched what may be poison. In German, day and night.',
      phone: '01 406 43 43',
      hours: 'always',
      languages: ['de'],
      url: 'https://goeg.at/Vergiftungsinformation',
    },
  ],
  CH: [
    {
      kind: 'listening',
      name: 'Die Dargebotene Hand',
      about:
        'Someone who listens, for thoughts of suicide or anything that is too much. In German, French and Italian, day and night; chat on their page.',
      phone: '143',
      hours: 'always',
      languages: ['de', 'fr', 'it'],
      url: 'https://www.143.ch',
    },
    {
      kind: 'abuse',
      name: 'Opferhilfe Schweiz',
      about: 'Finds the centre near you that helps those who suffer violence, men too. In German, French and Italian.',
      languages: ['de', 'fr', 'it'],
      url: 'https://www.opferhilfe-schweiz.ch',
    },
    {
      kind: 'child',
      name: 'Elternberatung Pro Juventute',
      about: 'For parents, about anything with a child or with themselves. Day and night.',
      phone: '058 261 61 61',
      hours: 'always',
      languages: ['de', 'fr', 'it'],
      url: 'https://www.projuventute.ch/de/elternberatung',
    },
    {
      kind: 'child',
      name: '147 Pro Juventute',
      about: 'For children and teenagers, about anything. Call, text or chat, free, day and night.',
      phone: '147',
      text: ['147'],
      hours: 'always',
      languages: ['de', 'fr', 'it'],
      url: 'https://www.147.ch',
    },
    {
      kind: 'poison',
      name: 'Tox Info Suisse',
      about: 'If somebody swallowed, breathed in or touched what may be poison. Free, day and night.',
      phone: '145',
      hours: 'always',
      languages: ['de', 'fr', 'it'],
      url: 'https://www.toxinfo.ch',
    },
  ],
}
