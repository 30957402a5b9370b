/**
 * The pods of the demo town and their messages. The first three members of the town are in several pods, and created
 * one.
 */
import type { TownPod } from './types.ts'

const HOUR = 60
const DAY = 24 * HOUR

export const pods: TownPod[] = [
  {
    name: 'Six AM Club',
    description: 'One promise a week, checked before the house wakes. No advice unless asked for.',
    ...{ capacity: 6, meeting_frequency: 'weekly', is_private: true, daysOld: 120 },
    members: ['dan_kowalczyk', 'tom.alderton', 'marcus_o', 'priyesh'],
    asking: ['will.hartley'],
    lines: [
      {
        by: 'dan_kowalczyk',
        said: 'Check-in. The promise was phone in the drawer from six to bedtime. I managed four of seven.',
        minutesAgo: 2 * DAY + 50,
      },
      {
        by: 'dan_kowalczyk',
        said: 'The three I missed were all work, and none of it mattered by morning.',
        minutesAgo: 2 * DAY + 48,
      },
      {
        by: 'tom.alderton',
        said: 'Five of seven. She noticed on day two and asked if my phone was broken.',
        minutesAgo: 2 * DAY + 20,
      },
      {
        by: 'marcus_o',
        said: 'Off shift. Zero of seven, but I am here and I read all of this. Counting that.',
        minutesAgo: 3 * HOUR + 12,
      },
      {
        by: 'priyesh',
        said: 'It counts. Same promise again, all four of us? I will ask on Sunday.',
        minutesAgo: 3 * HOUR,
      },
      { by: 'dan_kowalczyk', said: 'In. Marcus, ring me on your break if that is easier than typing.', minutesAgo: 44 },
    ],
  },
  {
    name: 'First Year, No Map',
    description:
      'Dads with a baby under one. We write on Sundays: one good thing, one hard thing, one thing we will try.',
    ...{ capacity: 6, meeting_frequency: 'weekly', is_private: true, daysOld: 75 },
    members: ['tom.alderton', 'jaewon', 'nate_w', 'ben.ashby', 'noah_v'],
    asking: ['harv', 'aidan.f'],
    lines: [
      {
        by: 'tom.alderton',
        said: 'Sunday. Good: she laughed at the kettle. Hard: 3 a.m., every night, like a shift. Will try: swapping nights instead of halving them.',
        minutesAgo: 3 * DAY + 200,
      },
      {
        by: 'jaewon',
        said: 'Good: he sleeps on me. Hard: he sleeps only on me. Will try: the cot, warmed first.',
        minutesAgo: 3 * DAY + 90,
      },
      {
        by: 'noah_v',
        said: 'Warm cot worked for us for exactly nine days. Enjoy the nine days 🚲',
        minutesAgo: 3 * DAY + 80,
      },
      {
        by: 'nate_w',
        said: 'Hard thing: I was jealous of the baby this week. Saying it here because I cannot say it anywhere else.',
        minutesAgo: DAY + 300,
      },
      { by: 'ben.ashby', said: 'Glad you said it. Me too, in month two. It went.', minutesAgo: DAY + 280 },
      { by: 'tom.alderton', said: 'Same. Nobody tells you. Thank you for going first.', minutesAgo: DAY + 240 },
    ],
  },
  {
    name: 'Sober Weekends',
    description: 'Not a programme. Men who would rather be clear-headed on Saturday morning.',
    ...{ capacity: 8, meeting_frequency: 'bi-weekly', of: 'Night Shift Dads', daysOld: 200 },
    members: ['bigdave', 'ross.mc', 'kieran.d'],
    lines: [
      {
        by: 'bigdave',
        said: 'Eleven Saturdays. The lad and I were at the pool before anybody else.',
        minutesAgo: 5 * HOUR,
      },
      {
        by: 'kieran.d',
        said: 'Stag do next week. I have told them already, which was the hard part.',
        minutesAgo: 4 * HOUR,
      },
      { by: 'ross.mc', said: 'Ring me from the car park if you need an excuse to leave.', minutesAgo: 3 * HOUR + 40 },
    ],
  },
  {
    name: 'Stepdads, Slowly',
    description: 'Earning it a day at a time. For men in the first three years of a blended house.',
    ...{ capacity: 6, meeting_frequency: 'weekly', is_private: true, daysOld: 150 },
    members: ['hassan.amin', 'phil.grady', 'chidi', 'luca.b'],
    asking: ['jaewon'],
    lines: [
      { by: 'phil.grady', said: 'She introduced me as "my mum’s Phil". I will take it.', minutesAgo: DAY + 30 },
      { by: 'chidi', said: 'That is a promotion. I was "him" for a year.', minutesAgo: DAY + 10 },
      { by: 'hassan.amin', said: 'Take it and say nothing. Best advice I was ever given here.', minutesAgo: 22 * HOUR },
    ],
  },
  {
    name: 'The Long Run',
    description: 'A shared half marathon in May. Training, excuses and school runs.',
    ...{ capacity: 12, meeting_frequency: 'weekly', of: 'Leeds Dads Who Walk', daysOld: 40 },
    members: ['owen_t', 'callum.reid', 'sunil', 'matt.oduya', 'gareth.w', 'ivan_p', 'yusuf.k'],
    lines: [
      { by: 'owen_t', said: '9 km with the buggy. It has better suspension than I have.', minutesAgo: 9 * HOUR },
      {
        by: 'sunil',
        said: 'Excuse of the week: the buggy had a puncture. I do not own a buggy.',
        minutesAgo: 8 * HOUR,
      },
      { by: 'matt.oduya', said: 'Sunday, seven, the bandstand. Coffee for whoever comes last.', minutesAgo: 7 * HOUR },
    ],
  },
  {
    name: 'Two Houses, One Dad',
    description: 'Handover days, court dates, keeping the voice down. What is said here stays here.',
    ...{ capacity: 2, meeting_frequency: 'as-needed', of: 'Fathers After Separation', daysOld: 20 },
    members: ['simon.tull', 'leo.marsh'],
    lines: [
      { by: 'leo.marsh', said: 'Handover went quietly. First time since August.', minutesAgo: 2 * DAY },
      {
        by: 'simon.tull',
        said: 'Write down what you did differently, before you forget it.',
        minutesAgo: 2 * DAY - 30,
      },
    ],
  },
  {
    name: 'Teen Whisperers',
    description: 'None of us is one. We compare notes on doors, phones and silence.',
    ...{ capacity: 6, meeting_frequency: 'bi-weekly', daysOld: 310 },
    members: ['greg-l', 'frank.ellery'],
    lines: [{ by: 'greg-l', said: 'The door opened. He wanted the charger. Still counts.', minutesAgo: 6 * DAY }],
  },
]
