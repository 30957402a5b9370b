import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'New Dads',
    type: 'poll',
    by: 'sam.bright',
    hoursAgo: 3.2,
    title: 'Where does your under-one actually sleep?',
    content: `Not where the cot is. Where he is at 4 a.m.

No judging in here, I just want to know whether we are the odd ones.`,
    up: 17,
    poll: [
      { option: 'In the cot, all night. I know, sorry', votes: 5 },
      { option: 'In the cot until one, then between us', votes: 13 },
      { option: 'On somebody, on the sofa', votes: 6 },
      { option: 'In a sling while I eat cereal in the dark', votes: 3 },
    ],
    replies: [
      {
        by: 'hassan.amin',
        content: `With four we stopped asking where. The question is whose feet are in whose face.`,
        minutesLater: 14,
        up: 12,
      },
      {
        by: 'jaewon',
        content: `Cot until one. Every night I think "tonight he stays", every night one o'clock comes.`,
        minutesLater: 41,
        up: 6,
      },
    ],
  },
  {
    category: 'Hobbies',
    type: 'poll',
    by: 'marcus_o',
    hoursAgo: 21,
    title: 'Saturday kick-about: which morning hour can you really make?',
    content: `Woodhouse Moor, kids welcome, no skill needed or expected. I'll book the pitch for whatever wins by Thursday.`,
    up: 14,
    poll: [
      { option: '8:00', votes: 3 },
      { option: '9:30', votes: 11 },
      { option: '11:00', votes: 8 },
    ],
    replies: [
      {
        by: 'dan_kowalczyk',
        content: `9:30, but I'm bringing three and one of them bites.`,
        minutesLater: 33,
        up: 9,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'poll',
    by: 'tom.alderton',
    hoursAgo: 52,
    title: 'Phone in the bedroom overnight: what is the rule at yours?',
    content: `Ours is thirteen and every one of her friends *apparently* has it under the pillow. I would like real numbers before Sunday's talk.`,
    up: 22,
    down: 1,
    poll: [
      { option: 'Charges downstairs, no exceptions', votes: 15 },
      { option: 'Downstairs on school nights', votes: 9 },
      { option: 'In the room, we trust it', votes: 4 },
      { option: 'There is a rule. Nobody follows it', votes: 7 },
    ],
    replies: [
      {
        by: 'hassan.amin',
        content: `Downstairs, and mine goes in the same drawer. That was the only way it held.`,
        minutesLater: 25,
        up: 16,
      },
      {
        by: 'marcus_o',
        content: `A £9 alarm clock ended the "but I need it for the alarm" part in one evening.`,
        minutesLater: 190,
        up: 11,
      },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'poll',
    by: 'dan_kowalczyk',
    hoursAgo: 118,
    title: 'First proper drill for a lad of ten',
    content: `He has asked for one of his own for his birthday and I have opinions, but I want yours.`,
    up: 9,
    poll: [
      { option: 'A hand drill, learn it slowly', votes: 8 },
      { option: 'A small 12 V, with me standing there', votes: 12 },
      { option: 'Wait until twelve', votes: 2 },
    ],
    replies: [
      {
        by: 'tom.alderton',
        content: `Hand drill. Mine still uses his grandad's, and you hear the moment the bit goes blunt.`,
        minutesLater: 75,
        up: 7,
      },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'poll',
    by: 'marcus_o',
    hoursAgo: 260,
    title: 'Hair before school: how long does it take you?',
    content: `From "sit down" to "let go". I am at nineteen minutes for two braids and I was proud until the other mums at the gate told me theirs.`,
    up: 19,
    poll: [
      { option: 'Under five minutes', votes: 4 },
      { option: 'Five to ten', votes: 9 },
      { option: 'Ten to twenty', votes: 7 },
      { option: 'We own hats', votes: 12 },
    ],
    replies: [
      {
        by: 'sam.bright',
        content: `Saving this for when there is any.`,
        minutesLater: 18,
        up: 14,
      },
    ],
  },
]
