/**
 * The help lines of a new instance, by country: for suicide and crisis, violence at home (men included) and children.
 * Each was looked up on the day in `CHECKED_ON`. The operator edits them in /admin. They are written only into an empty
 * table.
 */

interface BaseHelpLine {
  name: string
  about: string
  phone?: string
  url: string
  /** the source, if it is not at `url` */
  source?: string
}

export const CHECKED_ON = '2026-11-25'

/** By country code (ISO 3166), in the order in which they are shown. The lines of "" are for every country. */
export const HELP_LINES: Record<string, BaseHelpLine[]> = {
  US: [
    {
      name: '988 Suicide & Crisis Lifeline',
      about:
        'For thoughts of suicide or any emotional crisis, yours or of someone you love. Call, text or chat, free, day and night.',
      phone: '988',
      url: 'https://988lifeline.org',
    },
    {
      name: 'Crisis Text Line',
      about: 'If you would rather write than talk: text HOME to 741741. Any crisis, free, day and night.',
      url: 'https://www.crisistextline.org',
    },
    {
      name: 'National Domestic Violence Hotline',
      about:
        'If your partner hurts, threatens or controls you, or you fear that you might hurt them. Men are welcome. Free, day and night; or text START to 88788.',
      phone: '1-800-799-7233',
      url: 'https://www.thehotline.org',
    },
    {
      name: 'Childhelp National Child Abuse Hotline',
      about:
        'If a child is being harmed, or you are afraid that you may lose control with your own. Call, text or chat with a counsellor, day and night.',
      phone: '1-800-422-4453',
      url: 'https://childhelphotline.org',
    },
  ],
  GB: [
    {
      name: 'Samaritans',
      about:
        'Someone who listens, for thoughts of suicide or anything that is too much. Free, day and night, every day.',
      phone: '116 123',
      url: 'https://www.samaritans.org',
      source: 'https://www.samaritans.org/how-we-can-help/contact-samaritan/',
    },
    {
      name: "Men's Advice Line",
      about:
        'For men who are hit, threatened or controlled by a partner or an ex. Free and confidential; weekdays, in the daytime.',
      phone: '0808 801 0327',
      url: 'https://mensadviceline.org.uk',
    },
    {
      name: 'Respect Phoneline',
      about:
        'If you are afraid of what you do to your partner or your children and want to change it. Free and confidential; weekdays, in the daytime.',
      phone: '0808 802 4040',
      url: 'https://respectphoneline.org.uk',
    },
    {
      name: 'NSPCC Helpline',
      about:
        'For adults who are worried about a child, in any family. Their page says when the phone is open; you can write at any time.',
      phone: '0808 800 5000',
      url: 'https://www.nspcc.org.uk',
      source: 'https://www.nspcc.org.uk/keeping-children-safe/reporting-abuse/nspcc-helpline/',
    },
    {
      name: 'Childline',
      about: 'For children and teenagers under 19, about anything. Free, day and night.',
      phone: '0800 1111',
      url: 'https://www.childline.org.uk',
    },
  ],
  IE: [
    {
      name: 'Samaritans',
      about:
        'Someone who listens, for thoughts of suicide or anything that is too much. Free, day and night, every day.',
      phone: '116 123',
      url: 'https://www.samaritans.org/samaritans-ireland/',
    },
    {
      name: 'Pieta',
      about:
        'For thoughts of suicide and self-harm, yours or in your family. Free, day and night; or text HELP to 51444.',
      phone: '1800 247 247',
      url: 'https://www.pieta.ie',
    },
    {
      name: "Men's Aid Ireland",
      about:
        'For men who are hit, threatened or controlled by a partner or an ex, and their families. Weekdays, in the daytime.',
      phone: '01 554 3811',
      url: 'https://www.mensaid.ie',
    },
    {
      name: 'Childline by ISPCC',
      about: 'For children and teenagers up to 18, about anything. Free, day and night.',
      phone: '1800 66 66 66',
      url: 'https://www.childline.ie',
    },
  ],
  CA: [
    {
      name: '9-8-8: Suicide Crisis Helpline',
      about:
        'For thoughts of suicide, yours or of someone you love. Call or text, free, in English and French, day and night.',
      phone: '988',
      url: 'https://988.ca',
    },
    {
      name: '211 Canada',
      about:
        'Finds help near you: shelters, services for family violence (for men too), housing, counselling. Free; day and night in most places.',
      phone: '211',
      url: 'https://211.ca',
    },
    {
      name: 'Kids Help Phone',
      about: 'For children and teenagers, about anything. Free, in English and French, day and night; or text 686868.',
      phone: '1-800-668-6868',
      url: 'https://kidshelpphone.ca',
    },
  ],
  AU: [
    {
      name: 'Lifeline',
      about: 'For any crisis and thoughts of suicide. Call, or text 0477 13 11 14, day and night.',
      phone: '13 11 14',
      url: 'https://www.lifeline.org.au',
    },
    {
      name: 'MensLine Australia',
      about: 'For men: family, separation, anger, violence, low mood. A counsellor by phone or online, day and night.',
      phone: '1300 78 99 78',
      url: 'https://mensline.org.au',
    },
    {
      name: '1800RESPECT',
      about:
        'For domestic, family and sexual violence, also if you are a man or worried about your own behaviour. Day and night.',
      phone: '1800 737 732',
      url: 'https://www.1800respect.org.au',
    },
    {
      name: 'Kids Helpline',
      about: 'For children and young people from 5 to 25, about anything. Free, day and night.',
      phone: '1800 55 1800',
      url: 'https://kidshelpline.com.au',
    },
  ],
  NZ: [
    {
      name: '1737 Need to talk?',
      about: 'A trained counsellor for anything that is too much. Call or text 1737, free, day and night.',
      phone: '1737',
      url: 'https://1737.org.nz',
    },
    {
      name: 'Suicide Crisis Helpline',
      about: 'For thoughts of suicide, yours or of someone you are worried about (0508 TAUTOKO). Free, day and night.',
      phone: '0508 828 865',
      url: 'https://www.lifeline.org.nz',
    },
    {
      name: 'Are You OK',
      about: 'For family violence, if it is done to you or if you do it and want to stop. Free, day and night.',
      phone: '0800 456 450',
      url: 'https://www.areyouok.org.nz',
    },
    {
      name: 'Oranga Tamariki',
      about: 'If you are worried about the safety of a child. At night and on weekends for emergencies.',
      phone: '0508 326 459',
      url: 'https://www.orangatamariki.govt.nz',
      source: 'https://www.orangatamariki.govt.nz/about-us/how-we-work/how-we-keep-children-safe/report-of-concern/',
    },
  ],
  DE: [
    {
      name: 'TelefonSeelsorge',
      about:
        'Someone who listens, for thoughts of suicide or anything that is too much. In German, free and anonymous, day and night (also 0800 111 0 222).',
      phone: '0800 111 0 111',
      url: 'https://www.telefonseelsorge.de',
    },
    {
      name: 'Hilfetelefon Gewalt an Männern',
      about:
        'For men who suffer violence, at home or elsewhere. In German, free and anonymous; weekdays, their page says when.',
      phone: '0800 123 9900',
      url: 'https://www.maennerhilfetelefon.de',
    },
    {
      name: 'Elterntelefon (Nummer gegen Kummer)',
      about:
        'For parents who do not know what to do with a child or with their own anger. In German, free and anonymous; weekdays.',
      phone: '0800 111 0550',
      url: 'https://www.nummergegenkummer.de',
    },
    {
      name: 'Kinder- und Jugendtelefon (Nummer gegen Kummer)',
      about:
        'For children and teenagers, about anything. In German, free and anonymous; Monday to Saturday from 14 to 20.',
      phone: '116 111',
      url: 'https://www.nummergegenkummer.de',
    },
    {
      name: 'Hilfe-Telefon Sexueller Missbrauch',
      about: 'If a child may have been sexually abused and you need advice. In German, free and anonymous; weekdays.',
      phone: '0800 22 55 530',
      url: 'https://www.hilfe-telefon-missbrauch.online',
    },
  ],
  '': [
    {
      name: 'Find A Helpline',
      about: 'Finds a helpline in your country by phone, text or chat, for suicide, abuse, anxiety and more.',
      url: 'https://findahelpline.com',
    },
    {
      name: 'Befrienders Worldwide',
      about: 'Finds a centre near you with someone who listens, in more than thirty countries.',
      url: 'https://befrienders.org',
    },
  ],
}
