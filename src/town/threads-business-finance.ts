import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'Business & Finance',
    type: 'text',
    by: 'pete_rowan',
    hoursAgo: 302,
    title: 'I closed the shop on Friday and this is how it went',
    content: `I had the shop eleven years, a narrow unit off the Otley Road with a flat above it and a cellar that took in water every February, and I sold bicycle parts and mended bicycles and for about six of those years it paid me a wage, and for three of them it nearly did, and for the last two I was paying the shop, if you want the honest arithmetic, which I didn't want, and which is why it took me two years to do it on the back of an envelope at the kitchen table at eleven at night with my wife asleep and the dog looking at me, because as long as nobody wrote it down I could call it a quiet spell, and I was good at that, I could explain a bad month by the rain and a worse month by the sun, and when the man from two doors down shut up I said he'd never understood the street, when in fact he'd understood it about eighteen months sooner than I did, and I'm telling you this because the closing itself was nothing like what I'd been dreading: I told the lad who works Saturdays first, then the landlord, who was decent, then I put a card in the window in my own handwriting, and for three weeks people came in who hadn't been in for years and told me what a shame it was, and I'll admit there was a day I wanted to ask one of them where exactly he'd bought the very nice wheels he was leaning on my counter, but I didn't, and on the Friday my daughter, who's nine, helped me take down the shelves and asked if I was sad, and I said yes, and she asked if I was still a bike man, and I said I thought so, and she nodded and went back to sorting the spokes into tins by length, and I start on Monday in somebody else's workshop, on a wage, with a pension and a man whose job it is to worry about the roof.`,
    up: 38,
    replies: [
      {
        by: 'frank.ellery',
        content: `I read that in one breath, the way it was written. "Understood it about eighteen months sooner" is going to stay with me. Good luck Monday, Pete.`,
        minutesLater: 38,
        up: 29,
      },
      {
        by: 'simon.tull',
        content: `You trued a wheel for my lad in 2019 and wouldn't take anything for it. He still rides it. I'm one of the ones who should have come in more, and I'm sorry.`,
        minutesLater: 95,
        up: 34,
      },
      {
        by: 'pete_rowan',
        content: `@simon.tull red frame, daft bell. I remember. No sorry needed, that was one of the good days.`,
        minutesLater: 130,
        up: 31,
      },
      {
        by: 'tunde',
        content: `The envelope is the bit I'd tell anyone running a small business. Do it every quarter, with the dog watching.`,
        minutesLater: 410,
        up: 19,
      },
    ],
  },
  {
    category: 'Business & Finance',
    type: 'question',
    by: 'sam.bright',
    hoursAgo: 4.2,
    title: 'Joint account, separate accounts, or both? What do you actually do?',
    content: `We've a baby due in June and we've always kept our money apart and split things down the middle. That's about to stop making sense, because she'll be on a lot less for most of a year and I don't want her asking me for bus fare.

We both agree on the idea. It's the plumbing we can't settle. Everything in one pot? One pot for bills and some each? Same amount each or a share? What lasted, in your house?`,
    up: 12,
    replies: [
      {
        by: 'colin.m',
        content: `Both wages into one pot, bills out of it, and the same pocket money each into our own accounts on the first. Same, to the pound, whoever's earning. Fourteen years and the only row was over a lawnmower.`,
        minutesLater: 21,
        up: 18,
      },
      {
        by: 'ali-r',
        content: `Proportional for us. I earn more, I put in more, and what's left is our own. The same pocket money each felt wrong to _her_, oddly, not to me.`,
        minutesLater: 47,
        up: 7,
      },
      {
        by: 'rob_staines',
        content: `@ali-r works till one of you is on leave though. A share of nothing is nothing. I'd go with Colin's way for the year at least.`,
        minutesLater: 63,
        up: 13,
      },
      {
        by: 'sam.bright',
        content: `That's the bit I hadn't seen. Showing her this tonight. @colin.m whose lawnmower?`,
        minutesLater: 150,
        up: 4,
      },
    ],
  },
  {
    category: 'Business & Finance',
    type: 'question',
    by: 'callum.reid',
    hoursAgo: 15.5,
    title: 'First customer who will not pay. How long before you get firm?',
    content: `Small joinery, just me and a van. Fitted an alcove unit in Roundhay seven weeks ago. He was delighted, shook my hand, showed his neighbour. The invoice said fourteen days. I've sent two friendly reminders and he's sent back a thumbs-up. _A thumbs-up._

It's £640, which isn't ruin but it is the van insurance. I don't want to be the big bad tradesman, and I don't want to be a charity for people with alcoves.`,
    up: 16,
    replies: [
      {
        by: 'dan_kowalczyk',
        content: `Ring him. Not text, ring. "I've got you down as unpaid, is there a problem with the work?" Then say nothing. Most of mine have paid while I was still on the phone.`,
        minutesLater: 26,
        up: 23,
      },
      {
        by: 'bigdave',
        content: `Seven weeks is already firm. Letter, proper one, date on it, what you'll do next and when. Then do it.`,
        minutesLater: 55,
        up: 14,
      },
      {
        by: 'tariq.h',
        content: `Next time take a third up front and a third on delivery of the timber. People who won't do that are telling you something for nothing.`,
        minutesLater: 120,
        up: 20,
      },
      {
        by: 'callum.reid',
        content: `@dan_kowalczyk rang at dinner time. He said he thought his wife had done it. Paid in four minutes. I feel a fool for waiting.`,
        minutesLater: 505,
        up: 25,
      },
    ],
  },
  {
    category: 'Business & Finance',
    type: 'question',
    by: 'owen_t',
    hoursAgo: 52,
    title: 'Four days a week: did the money hurt as much as you feared?',
    content: `Work has said yes to four days from April, which I asked for expecting a no. It would mean Fridays with the youngest before she starts school.

On paper it's a fifth off. After tax, and with one less day of nursery, it's less than that, and I've made a sheet and the sheet says we can do it if nothing breaks. But **something always breaks**. We had a boiler in November.

Anyone gone to four? What did the sheet not tell you?`,
    up: 24,
    replies: [
      {
        by: 'joel-b',
        content: `The money was about what the sheet said. What it didn't say is that I did five days' work in four for the first six months, for four days' pay. Agree what you're _not_ doing any more, in writing, before April.`,
        minutesLater: 33,
        up: 32,
      },
      {
        by: 'hassan.amin',
        content: `Check what it does to your pension contributions and holiday days. Nobody mentioned either to me, and I didn't ask.`,
        minutesLater: 80,
        up: 17,
      },
      {
        by: 'harv',
        content: `I went to four and came back to five after a year. We couldn't do it. No regrets though, I know every duck in Roundhay Park by name.`,
        minutesLater: 144,
        up: 28,
      },
      {
        by: 'marcus_o',
        content: `Live on the four-day money now, January to April, and put the difference by. Then you've a test and a boiler fund in one.`,
        minutesLater: 290,
        up: 30,
      },
      {
        by: 'owen_t',
        content: `@marcus_o starting on payday. That's so simple I'm annoyed.`,
        minutesLater: 333,
        up: 11,
      },
    ],
  },
  {
    category: 'Business & Finance',
    type: 'text',
    by: 'phil.grady',
    hoursAgo: 97,
    title: 'I read every direct debit out loud',
    content: `My wife and I sat down on Sunday with a pot of tea and I read out every direct debit we have, in the voice of the football results.

We found:

- insurance on a phone that's in a drawer
- a gym neither of us has been in since before the twins
- two lots of the same breakdown cover, hers and mine
- \`£3.99\` a month to something that neither of us could identify, since 2021

Comes to just under £61 a month. I'm not going to multiply it by the years because I've got to sleep. It took forty minutes and the second pot of tea was for the shock.`,
    up: 34,
    replies: [
      {
        by: 'leo.marsh',
        content: `Did this after reading your post. "Cloud storage, family, £7.99." Family. There's only ever been me on it.`,
        minutesLater: 180,
        up: 21,
      },
      { by: 'greg-l', content: `What was the £3.99?`, minutesLater: 195, up: 9 },
      {
        by: 'phil.grady',
        content: `@greg-l a colouring app for a tablet that was dropped in the canal at Rodley.`,
        minutesLater: 204,
        up: 36,
      },
    ],
  },
  {
    category: 'Business & Finance',
    type: 'question',
    by: 'will.hartley',
    hoursAgo: 150,
    title: 'What do you tell children when money is tight?',
    content: `I was made redundant in the autumn, and I've some contract work but it comes and goes. We're fine and we're careful. The children are seven and ten. The ten-year-old asked why we weren't going to the caravan this year, and I said it was fully booked.

That was a lie, and she looked at me as though she knew it was. I'd like to put it right without handing her something to lie awake with. How did you word it?`,
    up: 30,
    replies: [
      {
        by: 'stefan_n',
        content: `"We've less coming in than last year, so we're choosing what to spend it on. The house and food are sorted. The caravan isn't this year. If it ever got so you needed to worry, I'd tell you, and it hasn't." The last part was what she needed.`,
        minutesLater: 42,
        up: 35,
      },
      {
        by: 'andrej',
        content: `I'd say less at seven. Ours took it to mean we'd be living in the car and told his teacher so.`,
        minutesLater: 76,
        up: 15,
      },
      {
        by: 'kieran.d',
        content: `Mine remembers the year of no holiday as the year of the tent in the garden. I remember it as the worst year of my life. Same year.`,
        minutesLater: 160,
        up: 33,
      },
      {
        by: 'will.hartley',
        content: `Told her this morning, nearly Stefan's words. She said "I know, I heard you on the phone, I didn't want you to be embarrassed." Ten years old.`,
        minutesLater: 1490,
        up: 38,
      },
    ],
  },
  {
    category: 'Business & Finance',
    type: 'question',
    by: 'priyesh',
    hoursAgo: 236,
    title: 'Lending your brother money: loan or gift?',
    content: `He needs about two thousand to get his van through and keep working. I have it. He's good for it in the sense that he means it. He's not good for it in the sense that he also meant it in 2017.

My wife says give him a thousand and call it a present. I'd been thinking of two as a loan, with a date. My mother says we shouldn't be talking about it at all. Who's right?`,
    up: 21,
    replies: [
      {
        by: 'ivan_p',
        content: `Your wife. Never lend family what you'd count. Give what you can give and sleep.`,
        minutesLater: 17,
        up: 26,
      },
      {
        by: 'ross.mc',
        content: `I disagree. My brother lent me money with a date and a bit of paper, and it was the most respectful thing anyone did for me that year. I paid it back because he'd assumed I would. A gift would have made me the kid again.`,
        minutesLater: 71,
        up: 30,
      },
      {
        by: 'ivan_p',
        content: `@ross.mc good for you, truly. But you're not the 2017 brother.`,
        minutesLater: 84,
        up: 16,
      },
      { by: 'ross.mc', content: `@ivan_p I was, actually. That's why it mattered.`, minutesLater: 99, up: 32 },
      { by: 'gareth.w', content: `Pay the garage directly. Then it's a van, not money.`, minutesLater: 230, up: 22 },
    ],
  },
  {
    category: 'Business & Finance',
    type: 'question',
    by: 'tunde',
    hoursAgo: 388,
    title: 'How do you price work for people you know?',
    content: `I do bookkeeping from home, and every other dad at the school gate has "just a quick question about expenses". It started as a favour here and there, and last month I counted nine hours. My daughter asked why I was always helping Otis's dad and never making the den.

I like Otis's dad. But nine hours. Do you do mates' rates, full rates, or free with a limit, and how do you bring in a price where there wasn't one?`,
    up: 18,
    replies: [
      {
        by: 'mateo_r',
        content: `Plasterer here. Full rate on the invoice, discount shown as its own line. They see what it's worth and what you're giving. Nobody's ever argued, and some have refused the discount.`,
        minutesLater: 58,
        up: 29,
      },
      {
        by: 'noah_v',
        content: `"First half hour's on me, after that it's my normal rate." Say it every time to everyone, including the vicar.`,
        minutesLater: 103,
        up: 24,
      },
      {
        by: 'doug_f',
        content: `I'd leave a bit of room for plain favours, mind. Otis's dad may be the one who jump-starts your car. Not everything needs a line on an invoice.`,
        minutesLater: 155,
        up: 12,
      },
      {
        by: 'tunde',
        content: `@doug_f he did jump-start my car, in January. So he gets the January rate. Everyone else, half an hour. And the den's up.`,
        minutesLater: 2880,
        up: 27,
      },
    ],
  },
  {
    category: 'Business & Finance',
    type: 'question',
    by: 'chidi',
    hoursAgo: 705,
    title: 'Pocket money: tied to chores, or just theirs?',
    content: `Eight and eleven. I say pocket money is theirs, so they can learn to run out of it. My wife says nobody pays her for emptying the bin and she has a point, which she makes while emptying the bin.

At present we have a chart. The eleven-year-old has found that he can do the easy things twice. What's your system, and has it survived a term?`,
    up: 13,
    down: 1,
    replies: [
      {
        by: 'jaewon',
        content: `Pocket money is free. Chores are free. Extra jobs are paid: car wash, leaves, grandma's windows. Survived three years.`,
        minutesLater: 45,
        up: 25,
      },
      { by: 'ben.ashby', content: `Tied. No bins, no pound. It's not cruel, it's Tuesday.`, minutesLater: 90, up: 11 },
      {
        by: 'yusuf.k',
        content: `@ben.ashby we did that, and then she said "I'm all right for money this week, thanks" and left the bins. Checkmate.`,
        minutesLater: 112,
        up: 37,
      },
    ],
  },
  {
    category: 'Business & Finance',
    type: 'question',
    by: 'jonty',
    hoursAgo: 890,
    title: 'Anyone left a safe job for their own thing with kids still small?',
    content: `I'm 38, local authority, thirteen years. I mend furniture in the garage at weekends and there's now a waiting list till May. I did the sum: to match my wage I'd need about twice the hours I have, at a bit more than I dare charge.

I'm not asking to be told to follow my dream. I've got two under six and a fixed rate that ends next year. I'd like to hear from men who did it **and** men who decided not to.`,
    up: 22,
    replies: [
      {
        by: 'dan_kowalczyk',
        content: `Did it. Put by six months of bills first, went when it was four, wished it had been eight. I work more and I'm home more, which sounds impossible, but the garage is twelve steps away.`,
        minutesLater: 60,
        up: 20,
      },
      {
        by: 'colin.m',
        content: `Decided not to. Asked for compressed hours instead and got every other Friday for it. It's a good hobby that pays for itself, and I still like it. I wouldn't if it had to feed four of us.`,
        minutesLater: 145,
        up: 23,
      },
      {
        by: 'omar.s',
        content: `Put your prices up by a third for the May people before you decide anything. If the list doesn't shrink, you've learned the most important number for nothing.`,
        minutesLater: 300,
        up: 34,
      },
      {
        by: 'jonty',
        content: `@omar.s did that. One dropped out of fourteen. I'm now more frightened, not less.`,
        minutesLater: 5100,
        up: 29,
      },
    ],
  },
  {
    category: 'Business & Finance',
    type: 'text',
    by: 'eamonn',
    hoursAgo: 1120,
    title: 'We finally wrote the wills',
    content: `Nine years of "we must do that". It was the guardian part that stopped us. You can't choose one sister without not choosing the other.

In the end we each wrote a name on a scrap of paper and turned them over. Same name. Nine years, and it took as long as a hand of cards. The other sister, when we told her, said "thank God" and put the kettle on.

I've also done a sheet called _If I'm under a bus_: which bank, where the stopcock is, how to talk nicely to the boiler. There's a decent blank one at https://example.org/household-sheet if you want somewhere to start.`,
    up: 29,
    replies: [
      {
        by: 'sunil',
        content: `The stopcock is the bit she'd really need. Mine would have no idea. Actually, mine would know and I wouldn't.`,
        minutesLater: 240,
        up: 18,
      },
      {
        by: 'aidan.f',
        content: `We've been stuck on the same thing for five years. Trying the scraps of paper this weekend.`,
        minutesLater: 375,
        up: 14,
      },
    ],
  },
  {
    category: 'Business & Finance',
    type: 'question',
    by: 'wei.l',
    hoursAgo: 1290,
    title: 'Does anyone still keep a paper cash book for a small trade?',
    content: `I run a two-man window-cleaning round in Pudsey and Farsley. My nephew set me up with an app. It's very good. It sends me a little picture of a rocket when somebody pays.

But I think better on paper. I've a red book with a ruled line down the middle, and at the end of the week I know how it went from the _look_ of the page. I know the digital side is needed for the tax. I'm only asking whether I'm the last man in Leeds with a red book.`,
    up: 26,
    replies: [
      {
        by: 'tom.alderton',
        content: `Blue book here. You're not alone, you're just wrong about the colour.`,
        minutesLater: 700,
        up: 31,
      },
    ],
  },
]
