/**
 * The networks of the demo town: those of the base data that its members have joined, some of their own, and their
 * messages and posts.
 */
import type { Reply } from './types.ts'

interface TownPost {
  by: string
  category: string
  type: 'text' | 'question'
  hoursAgo: number
  title: string
  content: string
  up: number
  replies?: Reply[]
}

export interface TownNetwork {
  /** id of the network in the base data, if it is there */
  name: string
  description: string
  location?: string
  is_public: boolean
  /** the first of them is its admin */
  members: string[]
  /** members who ask to join a private one */
  asking?: { by: string; message: string }[]
  /** in its chat, the oldest first */
  lines?: { by: string; said: string; minutesAgo: number }[]
  posts: TownPost[]
}

export const networks: TownNetwork[] = [
  {
    name: 'Night Shift Dads',
    description:
      'For fathers who work while the house sleeps and sleep while it does not: depots, wards, bakeries, control rooms. Rotas, curtains, guilt, and how to be there anyway.',
    location: 'Everywhere',
    is_public: true,
    members: [
      ...['callum.reid', 'tom.alderton', 'marcus_o', 'hassan.amin', 'bigdave', 'stefan_n', 'andrej', 'tunde'],
      ...['omar.s', 'pete_rowan', 'luca.b', 'ali-r', 'gareth.w', 'eamonn', 'chidi', 'ross.mc', 'noah_v', 'wei.l'],
    ],
    lines: [
      { by: 'eamonn', said: 'Anyone else on tonight?', minutesAgo: 410 },
      { by: 'callum.reid', said: 'Bay 4, with a flask.', minutesAgo: 407 },
      { by: 'wei.l', said: 'On since six. Quiet ward, touch wood.', minutesAgo: 398 },
      { by: 'eamonn', said: 'You said the word. You never say the word.', minutesAgo: 396 },
      { by: 'wei.l', said: 'Three bells already. My fault.', minutesAgo: 371 },
    ],
    posts: [
      {
        by: 'callum.reid',
        category: 'New Dads',
        type: 'question',
        hoursAgo: 30,
        title: 'How do you sleep after nights when the house is awake?',
        content:
          'Twelve-hour shifts at the depot, home at seven, and both kids are up. I can get three hours before the noise beats me. Curtains are sorted. Earplugs worry me when I am the only adult in.',
        up: 11,
        replies: [
          {
            by: 'andrej',
            content: 'White noise, a fan will do. And the phone in another room, on loud, for the school.',
            minutesLater: 41,
            up: 6,
          },
          {
            by: 'eamonn',
            content: 'Two sleeps. Four hours when I get in, two before I leave. Took a month to get used to it.',
            minutesLater: 95,
            up: 9,
          },
          { by: 'callum.reid', content: 'Two sleeps is worth a try. Thanks both.', minutesLater: 130, up: 2 },
        ],
      },
      {
        by: 'chidi',
        category: 'Relationships',
        type: 'text',
        hoursAgo: 54,
        title: 'The handover note on the fridge saved our marriage a little',
        content:
          'Four lines, every morning, before I sleep: what the boy ate, what he said, what is broken, one kind thing. She writes one back at night.',
        up: 14,
        replies: [{ by: 'omar.s', content: 'Stealing this tonight.', minutesLater: 22, up: 5 }],
      },
      {
        by: 'wei.l',
        category: 'Fitness & Health',
        type: 'text',
        hoursAgo: 90,
        title: 'What I eat at 3 am now, after a year of crisps',
        content:
          '- Porridge in a flask\n- Two boiled eggs\n- An apple, cut up, like for the kids\n\nI am not a new man. I am only less cross at seven.',
        up: 8,
      },
    ],
  },
  {
    name: 'Single Dads',
    description: 'Doing it alone, all week or half of it.',
    is_public: true,
    members: ['marcus_o', 'dan_kowalczyk', 'tom.alderton', 'nate_w', 'kieran.d', 'aidan.f', 'matt.oduya', 'jonty'],
    posts: [
      {
        by: 'dan_kowalczyk',
        category: 'Mental Health',
        type: 'text',
        hoursAgo: 61,
        title: 'The quiet on a Sunday night after they have gone back',
        content:
          'Nobody warned me about that hour. I have started doing the packed lunches for a week that is not mine. Now I ring my brother instead.',
        up: 7,
        replies: [
          { by: 'marcus_o', content: 'I run. Slowly, and not far, but out of the house.', minutesLater: 64, up: 4 },
        ],
      },
    ],
  },
  {
    name: 'New Fathers',
    description: 'The first two years: nights, nappies, and who you are now.',
    is_public: true,
    members: ['sam.bright', 'jaewon', 'priyesh', 'leo.marsh', 'will.hartley', 'mateo_r', 'ben.ashby', 'sunil', 'harv'],
    posts: [],
  },
  {
    name: 'Leeds Dads Who Walk',
    description:
      'Eight miles on the first Sunday of the month, with or without a child on your back. Nobody is left behind, and there is always a pub at the end.',
    location: 'Leeds',
    is_public: true,
    members: ['owen_t', 'tom.alderton', 'greg-l', 'yusuf.k', 'ivan_p', 'colin.m', 'rob_staines', 'doug_f'],
    posts: [
      {
        by: 'owen_t',
        category: 'Hobbies',
        type: 'question',
        hoursAgo: 20,
        title: 'December: Otley Chevin or along the canal?',
        content: 'The Chevin has the view, the canal has the flat bit for buggies. Hands up.',
        up: 6,
        replies: [{ by: 'greg-l', content: 'Canal. My knees have a vote.', minutesLater: 35, up: 3 }],
      },
    ],
  },
  {
    name: 'Fathers After Separation',
    description: 'Courts, contact, money and the long view. What is said here stays here.',
    is_public: false,
    members: ['tom.alderton', 'dan_kowalczyk', 'marcus_o', 'frank.ellery', 'simon.tull', 'tariq.h'],
    asking: [
      { by: 'phil.grady', message: 'Eight weeks in. A mate here said you lot talk sense.' },
      { by: 'joel-b', message: 'Not separated yet. I think it is coming.' },
    ],
    lines: [
      { by: 'simon.tull', said: 'Two days to go. Slept badly.', minutesAgo: 1560 },
      { by: 'frank.ellery', said: 'Write down the one thing you want. One.', minutesAgo: 1551 },
      { by: 'simon.tull', said: 'Wednesdays.', minutesAgo: 1549 },
      { by: 'dan_kowalczyk', said: 'Good thing to want.', minutesAgo: 1530 },
    ],
    posts: [
      {
        by: 'simon.tull',
        category: 'Relationships',
        type: 'text',
        hoursAgo: 45,
        title: 'First mediation on Thursday. What do I bring?',
        content: 'They sent a form and a map to the car park. I would like to walk in with more than that.',
        up: 4,
        replies: [
          {
            by: 'frank.ellery',
            content: 'A calendar, a pen, and one thing you can give way on.',
            minutesLater: 50,
            up: 5,
          },
        ],
      },
    ],
  },
  {
    name: 'Dads Outdoors',
    description: 'Walks, tents, bikes and rain, with children of any size.',
    is_public: true,
    members: ['greg-l', 'owen_t', 'ivan_p', 'mateo_r', 'doug_f', 'rob_staines'],
    posts: [
      {
        by: 'greg-l',
        category: 'Hobbies',
        type: 'text',
        hoursAgo: 26,
        title: 'Camping in November with a four-year-old: what I would do again',
        content:
          '- Two hot water bottles, one each\n- The stove before the tent\n- Going home after breakfast, before anybody is tired of it',
        up: 4,
        replies: [
          { by: 'mateo_r', content: 'Going home after breakfast is the whole secret.', minutesLater: 48, up: 5 },
        ],
      },
    ],
  },
  {
    name: 'Co-Parenting',
    description: 'Two homes, one calendar, and peace at the handover.',
    is_public: true,
    members: ['frank.ellery', 'kieran.d', 'dan_kowalczyk', 'matt.oduya', 'tariq.h'],
    posts: [
      {
        by: 'kieran.d',
        category: 'Relationships',
        type: 'question',
        hoursAgo: 38,
        title: 'Two houses, one pair of football boots. How do you do kit?',
        content: 'The boots are always in the other house. Two of everything is not in the budget.',
        up: 4,
        replies: [
          {
            by: 'matt.oduya',
            content: 'One bag that travels with him, packed by him, from the age of seven. It took a month.',
            minutesLater: 73,
            up: 4,
          },
        ],
      },
    ],
  },
  {
    name: 'Dads of Teenagers',
    description: 'Closed doors, loud music, and keeping the talk going.',
    is_public: true,
    members: ['colin.m', 'rich-p', 'gareth.w', 'frank.ellery', 'yusuf.k', 'hassan.amin', 'greg-l'],
    posts: [],
  },
  {
    name: 'Stay-at-Home Dads',
    description: 'The house, the children and the long afternoon.',
    is_public: true,
    members: ['will.hartley', 'leo.marsh', 'luca.b', 'noah_v'],
    posts: [],
  },
  {
    name: 'Stepdads',
    description: 'Finding a place in a family that was there before you.',
    is_public: true,
    members: ['pete_rowan', 'ross.mc', 'phil.grady', 'stefan_n', 'andrej'],
    posts: [],
  },
]
