/** Samples of conversations, written for the landing page. None of them is a real post. */
export interface Sample {
  name: string
  category: string
  /** CSS class of the category's dot */
  dot: string
  title: string
  words: string
  score: number
  comments: number
}

export const SAMPLES: readonly Sample[] = [
  {
    name: 'Tom A.',
    category: 'New Dads',
    dot: 'c-new',
    title: 'Bath time, eight months in: I got in with him',
    words: 'Nobody told me that the trick is to be wet as well. He has not cried since Tuesday.',
    score: 64,
    comments: 19,
  },
  {
    name: 'Dan K.',
    category: 'DIY & Tools',
    dot: 'c-diy',
    title: 'I built the loft bed twice so that you build it once',
    words: 'Measure the child, then the ceiling, then the child again. Plans and mistakes inside.',
    score: 142,
    comments: 37,
  },
  {
    name: 'Jae-won R.',
    category: 'Father & Son',
    dot: 'c-son',
    title: 'When did you let them walk to school alone?',
    words: 'He is nine and ready. I am forty-one and not. What did you agree on for the first week?',
    score: 88,
    comments: 71,
  },
  {
    name: 'Samir O.',
    category: 'Stepfather Advice',
    dot: 'c-step',
    title: 'She called me by my first name at the school gate',
    words: 'Two years in, and it was the right name. I would like to hear how others got there.',
    score: 117,
    comments: 44,
  },
  {
    name: 'Pete L.',
    category: 'Teenage Years',
    dot: 'c-teen',
    title: 'The only place where he talks is the car',
    words: 'So I take the long way to training now. Eleven extra minutes, and he never looks up.',
    score: 205,
    comments: 63,
  },
  {
    name: 'Owen T.',
    category: 'Father & Daughter',
    dot: 'c-dau',
    title: 'I can do a French plait. Ask me anything',
    words: 'It took a video, a wet comb and one very patient six-year-old.',
    score: 173,
    comments: 52,
  },
  {
    name: 'Luis M.',
    category: 'Fitness & Health',
    dot: 'c-fit',
    title: 'Twenty minutes, no gear, baby asleep upstairs',
    words: 'What I do instead of the gym that I still pay for. Quiet enough for the landing.',
    score: 51,
    comments: 16,
  },
  {
    name: 'Ben W.',
    category: 'Relationships',
    dot: 'c-rel',
    title: 'We split the nights, and stopped keeping score',
    words: 'Until two I have them, after that she does. It is less fair and far better.',
    score: 96,
    comments: 28,
  },
]
