/** The rhythms, rounds and check-ins of the demo town's pods, by the name of the pod. */
import type { TownRounds } from './types.ts'

export const rounds: Record<string, TownRounds> = {
  'Six AM Club': {
    ...{ time: '20:00', weeks: 1, isOpen: true },
    setBy: 'dan_kowalczyk',
    paused: [{ by: 'priyesh', reason: 'travel' }],
    rounds: [
      [
        {
          ...{ by: 'dan_kowalczyk', outcome: 'partly' },
          win: 'Three dinners without the phone on the table.',
          struggle: 'Work messages after eight. I answer them because it is easier than saying no.',
          commitment: { cue: 'it is six', action: 'the phone goes in the kitchen drawer until bedtime' },
        },
        {
          ...{ by: 'tom.alderton', outcome: 'kept' },
          win: 'Read two chapters aloud and did all the voices.',
          commitment: { cue: 'she asks for one more page', action: 'I read it' },
        },
        { by: 'marcus_o', outcome: 'rough', struggle: 'Three night shifts in a row. I was mostly asleep or sorry.' },
        {
          ...{ by: 'priyesh', outcome: 'kept' },
          win: 'Walked the dog with my son instead of before him.',
          commitment: { cue: null, action: 'the same walk, three times' },
        },
      ],
      [
        {
          ...{ by: 'dan_kowalczyk', outcome: 'partly' },
          win: 'Four of seven in the drawer.',
          ask: 'Would somebody text me at six on Thursday? That is the evening I always lose.',
          taken: { by: 'tom.alderton', words: 'I will. Six on the dot.' },
          commitment: { cue: 'it is six', action: 'the phone goes in the kitchen drawer until bedtime' },
        },
        {
          ...{ by: 'marcus_o', outcome: 'partly' },
          win: 'Under-10s lost five nil and left laughing.',
          commitment: { cue: 'I come off nights', action: 'I say good morning before I say anything else' },
        },
        {
          ...{ by: 'tom.alderton', outcome: 'kept' },
          win: 'One more page, four times.',
          struggle: 'I am short with the older one. She notices.',
          keepsPrivate: ['struggle'],
          commitment: { cue: 'she slams the door', action: 'I count to ten and knock' },
        },
        { by: 'priyesh', outcome: 'kept', win: 'Three walks. He told me who he likes.' },
      ],
      [
        {
          ...{ by: 'marcus_o', outcome: 'kept' },
          win: 'Four good mornings. On the fifth he said it first.',
          ask: 'How do you explain a night shift to a nine-year-old who thinks I am avoiding him?',
          commitment: { cue: 'it is my night off', action: 'he picks the film and I stay awake' },
        },
        {
          ...{ by: 'tom.alderton', outcome: 'not' },
          struggle: 'Did not count to ten once. I knocked, though.',
          commitment: { cue: 'she slams the door', action: 'I knock, and say sorry first' },
        },
        {
          ...{ by: 'dan_kowalczyk', outcome: 'kept' },
          win: 'Six of seven. Thank you, Tom, for Thursday.',
          commitment: { cue: 'it is six', action: 'drawer, and the radio on' },
        },
        {
          by: 'priyesh',
          outcome: 'partly',
          struggle: 'Flying to Pune on Monday for my mother. I will be quiet for a bit.',
        },
      ],
      [
        {
          ...{ by: 'dan_kowalczyk', outcome: 'kept' },
          win: 'Every evening. The kettle and I are getting acquainted.',
          commitment: { cue: 'it is six', action: 'drawer, and we cook together on Sunday' },
        },
        {
          ...{ by: 'marcus_o', outcome: 'partly' },
          win: 'Fell asleep twenty minutes before the end. He covered me up.',
          ask: 'Can anybody take my Saturday whistle in two weeks? Ten o’clock, the rec.',
        },
      ],
    ],
  },
  'First Year, No Map': {
    ...{ time: '21:00', weeks: 1, isOpen: false },
    setBy: 'tom.alderton',
    rounds: [
      [
        {
          ...{ by: 'tom.alderton', outcome: 'rough' },
          win: 'She laughed at the kettle.',
          struggle: 'Three in the morning, every night, like a shift.',
          commitment: { cue: 'it is my night', action: 'I get up before I am asked' },
        },
        {
          ...{ by: 'jaewon', outcome: 'partly' },
          win: 'He slept in the cot for two hours.',
          ask: 'Does anybody have a cot sheet that survives a week?',
          taken: { by: 'noah_v', words: 'I have three. Bringing them on Friday.' },
          commitment: { cue: 'he wakes at five', action: 'I take him out to look at the buses' },
        },
        { by: 'nate_w', outcome: 'not', struggle: 'I said I would go to the baby group. I sat in the car park.' },
        { by: 'noah_v', outcome: 'kept', win: 'Cooked something that was not toast.' },
      ],
      [
        {
          ...{ by: 'nate_w', outcome: 'kept' },
          win: 'Went in. Nobody looked up. A man called Femi handed me a coffee.',
          commitment: { cue: 'it is Tuesday', action: 'I go in again' },
        },
        { by: 'tom.alderton', outcome: 'partly', win: 'Five of seven nights were mine before she asked.' },
        {
          by: 'jaewon',
          outcome: 'kept',
          win: 'The 36 bus waved back.',
          commitment: { cue: null, action: 'buses, every morning' },
        },
        {
          ...{ by: 'ben.ashby', outcome: 'rough' },
          struggle: 'Back to work on Monday. I cried in the lift and told nobody until now.',
          ask: 'How long until leaving the house stops feeling like this?',
        },
      ],
    ],
  },
  'The Long Run': {
    ...{ time: '19:30', weeks: 1, isOpen: true },
    setBy: 'owen_t',
    rounds: [
      [
        {
          by: 'owen_t',
          outcome: 'kept',
          win: '7 km with the buggy.',
          commitment: { cue: 'it rains', action: 'I go anyway, slower' },
        },
        { by: 'sunil', outcome: 'not', struggle: 'The sofa asked first.' },
        {
          by: 'matt.oduya',
          outcome: 'kept',
          win: 'Two runs before school.',
          commitment: { cue: null, action: 'three next week' },
        },
        { by: 'callum.reid', outcome: 'partly', ask: 'Anybody up for Sunday at a slow pace? I mean slow.' },
      ],
      [
        { by: 'sunil', outcome: 'kept', win: 'Ran to the shop. Ran back, with milk.' },
        { by: 'owen_t', outcome: 'kept', win: '9 km. It rained.' },
      ],
    ],
  },
}
