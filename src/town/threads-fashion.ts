import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'Fashion',
    type: 'question',
    by: 'frank.ellery',
    hoursAgo: 130,
    title: 'Ties.',
    content: `I own eleven. I've worn one since 2020, at a funeral, and it was the wrong one.

Does anybody still wear them? Do I keep eleven, or one dark, one cheerful, and give the rest to the school play?`,
    up: 27,
    replies: [
      {
        by: 'gareth.w',
        content: `One dark, one cheerful. Knitted navy will do for either if you stand up straight.`,
        minutesLater: 16,
        up: 18,
      },
      {
        by: 'tariq.h',
        content: `I wear one every day and nobody makes me. It's the only part of getting dressed I enjoy. Keep the eleven and send me what you don't want.`,
        minutesLater: 52,
        up: 24,
      },
      {
        by: 'bigdave',
        content: `Used one of mine to hold the boot shut from Wetherby to Leeds. Never been prouder of it.`,
        minutesLater: 75,
        up: 33,
      },
      {
        by: 'frank.ellery',
        content: `@tariq.h seven, in a bag, yours. There's one with pheasants on it. I make no apology.`,
        minutesLater: 310,
        up: 29,
      },
    ],
  },
  {
    category: 'Fashion',
    type: 'text',
    by: 'mateo_r',
    hoursAgo: 13,
    title: 'Abuelo Jose\u0301\u2019s jacket, the cafe\u0301 in Saltaire and the man\u0303ana pile 🧥',
    content: `My grandfather's corduroy jacket came over in a suitcase in 1971 and has been on what my mother calls the mañana pile ever since: things to be mended tomorrow. Lining gone, one elbow through, a bus ticket in the pocket.

I took it to the woman who does alterations behind the café in Saltaire. New lining, elbow patched with a bit from inside the hem. £55, and she pinned the bus ticket to the receipt.

It's a size too broad for me. I wore it on Sunday and my mum held on to the sleeve the whole way through dinner.`,
    up: 35,
    replies: [
      { by: 'ivan_p', content: `Put the ticket back in the pocket.`, minutesLater: 28, up: 30 },
      { by: 'mateo_r', content: `@ivan_p it's back in the pocket.`, minutesLater: 36, up: 26 },
      {
        by: 'andrej',
        content: `Is that the one up the steps with the green door? I've got my dad's overcoat doing the same thing in a loft.`,
        minutesLater: 141,
        up: 8,
      },
    ],
  },
  {
    category: 'Fashion',
    type: 'question',
    by: 'leo.marsh',
    hoursAgo: 2.6,
    title: 'What coat does a man wear to stand on a touchline in February?',
    content: `Under-nines, Sunday, ten o'clock, a field in Garforth with nothing between it and Norway. I've a smart wool coat that drinks the rain and a running jacket that keeps out everything except cold.

I don't want to look like I'm about to climb something. I'd like to spend under £100, and I have to be able to carry a goal in it.`,
    up: 11,
    replies: [
      {
        by: 'rob_staines',
        content: `Second-hand waxed jacket, a size up, and a fleece under it. Forty quid at the market if you're patient. Smells of someone else's dog for a month.`,
        minutesLater: 15,
        up: 14,
      },
      {
        by: 'joel-b',
        content: `Just get the long padded one the managers wear. Yes, you'll look like a sleeping bag. A warm sleeping bag.`,
        minutesLater: 31,
        up: 17,
      },
      {
        by: 'rob_staines',
        content: `@joel-b can't carry a goal in that, your knees are tied together.`,
        minutesLater: 38,
        up: 19,
      },
      { by: 'sunil', content: `Whatever you buy, it's your feet. Sort the socks first.`, minutesLater: 90, up: 12 },
    ],
  },
  {
    category: 'Fashion',
    type: 'question',
    by: 'hassan.amin',
    hoursAgo: 44,
    title: 'Lost four stone, nothing fits. What do you buy first?',
    content: `It's taken eighteen months and I'm pleased, but I look like I've borrowed my own clothes. I went to parents' evening holding my trousers up through the pocket.

I'm not sure I've finished, so I don't want to buy everything. And I haven't chosen clothes since about 2009. I bought what was big and black. I stood in a shop in town on Saturday with no idea what I like, and went and had a coffee instead.

What would you get first, if you were starting from nothing at 44?`,
    up: 32,
    replies: [
      {
        by: 'simon.tull',
        content: `A belt and one pair of dark jeans that fit _today_. Then wait. And well done, that's a long eighteen months.`,
        minutesLater: 20,
        up: 21,
      },
      {
        by: 'owen_t',
        content: `Charity shops in Ilkley or Harrogate while you're still between sizes. Three shirts for the price of one, and you can find out what you like for a fiver a go. I found out I like green.`,
        minutesLater: 66,
        up: 27,
      },
      {
        by: 'stefan_n',
        content: `I'd go the other way and get one thing that's properly good, so you've something to stand up in. A jacket, taken in by somebody who knows how. You can be between sizes in everything else.`,
        minutesLater: 108,
        up: 15,
      },
      {
        by: 'hassan.amin',
        content: `Belt, jeans and a green shirt (thanks @owen_t). My daughter said I look like a geography teacher. I think it was a compliment. I'm taking it as one.`,
        minutesLater: 1730,
        up: 36,
      },
    ],
  },
  {
    category: 'Fashion',
    type: 'text',
    by: 'doug_f',
    hoursAgo: 190,
    title: 'A defence of the cardigan',
    content: `I've been laughed at in three postcodes this week, so here it is in writing.

- It has **pockets**.
- It opens. You can be two temperatures.
- A baby can be sick on one half and you still have the other half.
- Nobody has ever started a fight with a man in a cardigan.

Mine's oatmeal, with leather buttons, eleven years old. My wife calls it the upholstery. I rest my case and, often, my tea.`,
    up: 31,
    down: 3,
    replies: [
      { by: 'ali-r', content: `Nobody's ever won one either.`, minutesLater: 22, up: 27 },
      {
        by: 'pete_rowan',
        content: `Two temperatures. I've been married twelve years and never had the words for it.`,
        minutesLater: 60,
        up: 19,
      },
      {
        by: 'harv',
        content: `Sorry Doug, oatmeal's the problem. Same thing in navy and you're a naval officer. In oatmeal you're a chair.`,
        minutesLater: 118,
        up: 35,
      },
      { by: 'doug_f', content: `@harv chairs are useful and well liked.`, minutesLater: 127, up: 37 },
    ],
  },
  {
    category: 'Fashion',
    type: 'question',
    by: 'will.hartley',
    hoursAgo: 410,
    title: 'Interview after fifteen years: suit, or is that too much now?',
    content: `Last time I was interviewed I wore a suit and so did everyone in the room, including, I think, the plant. This one's at an engineering firm in Hunslet. The man who rang me said "oh, come as you are", which is no help, because as I am is joggers.

The suit still fits if I'm careful with stairs. Would I look keen, or like I've come to read a will?`,
    up: 15,
    replies: [
      {
        by: 'rich-p',
        content: `I interview people at a place like that. Jacket, shirt, no tie, clean shoes. Nobody's ever lost a job with us for being too smart, but two have for looking uncomfortable.`,
        minutesLater: 24,
        up: 26,
      },
      {
        by: 'phil.grady',
        content: `Wear the suit. You can always take the jacket off. You can't put on what's at home.`,
        minutesLater: 61,
        up: 17,
      },
      {
        by: 'dan_kowalczyk',
        content: `Drive past at half five the day before and see what comes out.`,
        minutesLater: 115,
        up: 30,
      },
      {
        by: 'will.hartley',
        content: `@dan_kowalczyk did that. Fleeces. Fleeces to a man. Went with Rich's jacket and shirt, second interview on Tuesday.`,
        minutesLater: 4350,
        up: 33,
      },
    ],
  },
  {
    category: 'Fashion',
    type: 'question',
    by: 'ross.mc',
    hoursAgo: 566,
    title: 'Resoling boots: worth it, or sentiment?',
    content: `Brown boots, nine years old, uppers like a good saddle, soles like a digestive biscuit. The cobbler in the market says £70. A new pair, not as good, is about £90.

My head says it's close. I was wearing them when both of mine were born, so my head may not be in charge.`,
    up: 17,
    replies: [
      {
        by: 'tom.alderton',
        content: `Resole. I've done mine twice. They'll feel odd for a week and then better than new.`,
        minutesLater: 33,
        up: 16,
      },
      {
        by: 'ben.ashby',
        content: `Check the stitching where it bends first. I paid for soles and the uppers split that same winter. £70 for a very nice pair of soles.`,
        minutesLater: 102,
        up: 20,
      },
      {
        by: 'ross.mc',
        content: `@ben.ashby he checked, they're sound. Going ahead. He asked if I wanted the old soles back. I did want them back. I said no.`,
        minutesLater: 1300,
        up: 31,
      },
    ],
  },
  {
    category: 'Fashion',
    type: 'text',
    by: 'priyesh',
    hoursAgo: 720,
    title: 'Matching kurtas, a wedding and three boys under seven',
    content: `My sister-in-law's idea: all four of us in the same kurta, cream, with gold at the collar. _Cream._ Three boys, a buffet, a chocolate fountain.

I kept a log. First stain at 11:05 (me, tea, car park). Middle one fell in a flower bed at noon. Eldest stayed spotless until the photographs and then had a nosebleed, out of tact.

In the one picture that worked we're in order of height and in order of damage. It's on the wall. I wouldn't have had it in navy.`,
    up: 36,
    replies: [
      {
        by: 'omar.s',
        content: `"A nosebleed, out of tact." I've read it to my wife. She wants to know who picked a chocolate fountain.`,
        minutesLater: 77,
        up: 23,
      },
      { by: 'priyesh', content: `@omar.s the same sister-in-law. She wore maroon.`, minutesLater: 92, up: 34 },
    ],
  },
  {
    category: 'Fashion',
    type: 'question',
    by: 'greg-l',
    hoursAgo: 935,
    title: 'Going bald at 35: clippers now or hang on?',
    content: `It's the crown, mainly, and I only know because my four-year-old was on my shoulders and said "Daddy, there's a **face** on your head".

I've had the same hair since school. I don't think I'm vain, but I've started choosing where I sit under lights. If you took it all off, how did you know it was time? If you didn't, do you wish you had?`,
    up: 22,
    replies: [
      {
        by: 'sam.bright',
        content: `I knew when I was spending longer arranging it than I would have spent shaving it. Number two, one Sunday, wife with the clippers. I felt odd for a week and then I felt lighter.`,
        minutesLater: 41,
        up: 24,
      },
      {
        by: 'eamonn',
        content: `Hung on. It's mine and I'm fond of it. Get a decent barber, keep it short, let it go at its own pace.`,
        minutesLater: 93,
        up: 18,
      },
      {
        by: 'noah_v',
        content: `Buy a hat before, not after. Nobody tells you about the cold.`,
        minutesLater: 120,
        up: 29,
      },
      {
        by: 'greg-l',
        content: `Done. She looked at it for a long time and said "where did the face go?" and now she's sad about the face.`,
        minutesLater: 6100,
        up: 37,
      },
    ],
  },
]
