import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'New Dads',
    type: 'question',
    by: 'sam.bright',
    hoursAgo: 31.3,
    title: 'How much sleep did you actually get last night? Be honest',
    content: `Ours is nine weeks. I got 3 hours 40, in four goes, and one of those was on the landing carpet because I sat down to listen whether she'd settled.

Not after tips. I'd just like to see some other numbers so I know whether this is normal or whether I'm soft.

Number first, excuses after.`,
    up: 37,
    down: 0,
    replies: [
      { by: 'priyesh', content: '**2 hours 50.** Twins. They work in shifts.', minutesLater: 6, up: 29 },
      {
        by: 'callum.reid',
        content: "Five, but between 9 am and 2 pm, so I don't know if it counts.",
        minutesLater: 11,
        up: 8,
      },
      { by: 'aidan.f', content: '4. Ours is two and a half. Sorry.', minutesLater: 15, up: 14 },
      { by: 'sam.bright', content: '@aidan.f why would you tell me that', minutesLater: 17, up: 31 },
      { by: 'chidi', content: '3.5, plus about twenty minutes in a seminar.', minutesLater: 26, up: 12 },
      {
        by: 'bigdave',
        content: 'Nine hours. Mine are all grown up. It does come round.',
        minutesLater: 34,
        up: 22,
      },
      { by: 'jaewon', content: '4 hours 10. I wrote it down, which cost ten minutes.', minutesLater: 41, up: 17 },
      {
        by: 'owen_t',
        content: 'Six and a half. First time since March. I woke up in a panic because nobody had woken me.',
        minutesLater: 52,
        up: 9,
      },
      { by: 'leo.marsh', content: '5ish. My mum had him. I love my mum.', minutesLater: 60, up: 11 },
      { by: 'greg-l', content: '3. At 49 that is a different 3.', minutesLater: 73, up: 24 },
      {
        by: 'ivan_p',
        content: 'Zero. Bakery. I will sleep at ten, if the neighbour does not drill.',
        minutesLater: 88,
        up: 6,
      },
      {
        by: 'joel-b',
        content: "Seven. We alternate nights and last night wasn't mine. Don't hate me.",
        minutesLater: 95,
        up: 5,
      },
      { by: 'rich-p', content: '@joel-b I hate you a bit.', minutesLater: 97, up: 16 },
      { by: 'matt.oduya', content: '4, in a cot bed made for someone three foot tall.', minutesLater: 121, up: 13 },
      { by: 'luca.b', content: '5, with a foot in my ear.', minutesLater: 140, up: 7 },
      { by: 'tunde', content: 'On nights this week, so none. Girls jumped on me at noon.', minutesLater: 162, up: 4 },
      {
        by: 'hassan.amin',
        content: 'Six. Fourth child. You stop counting and then you sleep better.',
        minutesLater: 190,
        up: 18,
      },
      {
        by: 'ben.ashby',
        content: '4.5. Joined a call this morning and said "night night" at the end of it.',
        minutesLater: 233,
        up: 33,
      },
      { by: 'gareth.w', content: 'Five and three quarters. I had more to say but fell asl', minutesLater: 260, up: 26 },
      { by: 'frank.ellery', content: "Five. No baby, just my age. I'd take the baby.", minutesLater: 318, up: 20 },
      {
        by: 'mateo_r',
        content: '4. Home at midnight, he wakes at four thirty ready for the day.',
        minutesLater: 402,
        up: 3,
      },
      { by: 'noah_v', content: '7. Then cycled into a hedge anyway.', minutesLater: 515, up: 15 },
      {
        by: 'dan_kowalczyk',
        content: "Eight, kids at their mum's. It's not as good as you'd think.",
        minutesLater: 640,
        up: 21,
      },
      { by: 'wei.l', content: 'Now 7. At nine weeks, 3. You are not soft.', minutesLater: 790, up: 19 },
      {
        by: 'tom.alderton',
        content: 'Six. @sam.bright the landing carpet counts double, I did a month on ours.',
        minutesLater: 1010,
        up: 10,
      },
      {
        by: 'sam.bright',
        content:
          'Update: **4 hours 25** last night. Personal best. Cheers all, read these out to my wife at 2 am and she laughed, which woke the baby.',
        minutesLater: 1580,
        up: 34,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'question',
    by: 'jaewon',
    hoursAgo: 5.2,
    title: 'She only settles for her mum. Did yours come round?',
    content: `My daughter is four months. If I pick her up in the evening she cries until my wife takes her, and then she stops within about five seconds. In the morning she is fine with me, she laughs.

My wife is tired and would like an evening off. I would like to give her one. But listening to crying from the next room is no evening off, and I end up handing her back.

Did it change by itself, or did you do something?`,
    up: 16,
    down: 0,
    replies: [
      {
        by: 'owen_t',
        content:
          'Changed by itself round five or six months, but what helped before that was my wife leaving the house. Not the room, the house. Walk round the block. He knew exactly when she was behind the door.',
        minutesLater: 22,
        up: 13,
      },
      {
        by: 'hassan.amin',
        content:
          "All four of mine did this and all four of them now shout for me when the Wi-Fi goes off. It isn't about you. Evenings are just hard on them.",
        minutesLater: 58,
        up: 11,
      },
      {
        by: 'rich-p',
        content:
          "@owen_t I'd go careful with that one, we tried it early and my wife sat in the car crying as well. Ask her what _she'd_ find restful first. Mine wanted an hour's bath with the radio up.",
        minutesLater: 104,
        up: 9,
      },
      {
        by: 'jaewon',
        content: 'I asked. She wants to go and eat noodles alone. Tomorrow we try it.',
        minutesLater: 190,
        up: 15,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'text',
    by: 'leo.marsh',
    hoursAgo: 19.6,
    title: '"Is he your little brother?"',
    content: `Third time this month. Woman at the bus stop on Cardigan Road, perfectly nice, asked if I was babysitting my brother. I'm 22. He's got my exact face.

I said "no, he's mine" and she said "oh, bless you", in the voice people use for someone who's lost a dog.

I'm not raging about it. He's fed, he's clean, he's got a hat on. I've done every bath since he was born. I just want to sit at a bus stop and be somebody's dad without it being a story.

Anyway. He waved at the driver today, on purpose, first time.`,
    up: 35,
    down: 1,
    replies: [
      {
        by: 'greg-l',
        content: 'I get "is she your granddaughter". We should swap babies at the bus stop and confuse everybody.',
        minutesLater: 18,
        up: 38,
      },
      {
        by: 'bigdave',
        content:
          "I were 19 with our first. Had the same off the health visitor. She's 42 now and has a mortgage. Keep going, lad.",
        minutesLater: 66,
        up: 24,
      },
      {
        by: 'joel-b',
        content:
          'We get "and is Mum having a rest?" every week. I\'ve found "he\'s mine" and a smile is enough. You don\'t owe anyone the rest of it.',
        minutesLater: 240,
        up: 19,
      },
      { by: 'leo.marsh', content: '@greg-l deal. Yours sleeps, does she?', minutesLater: 305, up: 12 },
      { by: 'greg-l', content: 'She does not.', minutesLater: 311, up: 22 },
    ],
  },
  {
    category: 'New Dads',
    type: 'question',
    by: 'aidan.f',
    hoursAgo: 53.7,
    title: "Second one due in March. What's different that nobody warned you about?",
    content: `We've got the kit in the loft. We know how to do a nappy. I keep being told "second time's easier" by people who then look at the floor.

Our eldest will be nearly three. She's been told, and has asked whether the baby can live at Grandma's.

What caught you out? Practical or otherwise.`,
    up: 12,
    down: 0,
    replies: [
      {
        by: 'tom.alderton',
        content:
          "That there's no 'your turn' any more. With one, somebody's always off. With two, you've each got one, and then one of you needs a wee.",
        minutesLater: 35,
        up: 17,
      },
      {
        by: 'rob_staines',
        content:
          'How jealous the big one got of the _pram_. Not the baby, the pram. We bought a buggy board and that was that.',
        minutesLater: 127,
        up: 8,
      },
      {
        by: 'sunil',
        content:
          "Half an hour a day with just the eldest. We didn't do it for the first one's sake enough and I regretted it. It can be the bins, she doesn't mind what it is.",
        minutesLater: 410,
        up: 14,
      },
      {
        by: 'kieran.d',
        content: "Honestly? We stopped talking to each other except in logistics, and I didn't notice. Notice.",
        minutesLater: 655,
        up: 26,
      },
      {
        by: 'aidan.f',
        content: '@kieran.d thanks for that one. Sticking it on the fridge, in my head anyway.',
        minutesLater: 700,
        up: 7,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'question',
    by: 'chidi',
    hoursAgo: 98.1,
    title: 'Is there a dads-and-babies group in south Leeds that is not on a weekday morning?',
    content: `I work security Thursday to Sunday nights and I am at the university in the day. My son is thirteen months. I'd like to be in a room with another man holding a baby.

Everything I can find is Tuesday 10 am, and I am either asleep or in a lab. I went once to the one near us. They were kind, but all the chat was about people I didn't know and I stood by the toast.

Anything on a Monday or Wednesday afternoon? Middleton, Beeston, Hunslet. I can take a bus.`,
    up: 14,
    down: 0,
    replies: [
      {
        by: 'stefan_n',
        content:
          'I am in Beeston, finish at 3 most days. No group, but the playground in Cross Flatts Park is there and so am I. Wednesday?',
        minutesLater: 47,
        up: 21,
      },
      {
        by: 'luca.b',
        content: 'Hunslet, off Wednesdays. I will come to that. I can bring coffee and say nothing about it.',
        minutesLater: 130,
        up: 18,
      },
      {
        by: 'chidi',
        content:
          'That is two more than I expected. Wednesday, **3.30**, by the swings. I will be the one in a security jacket, do not run.',
        minutesLater: 212,
        up: 25,
      },
      {
        by: 'yusuf.k',
        content: "My youngest is past the baby stage but I live three streets off. I'll bring him to terrorise yours.",
        minutesLater: 1490,
        up: 9,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'text',
    by: 'greg-l',
    hoursAgo: 171.4,
    title: 'Notes from being 49 with a seven-month-old',
    content: `Some findings, in no order.

- Getting down on the floor is fine. It's the other direction.
- I need my reading glasses for the poppers on a sleepsuit. At 3 am I do them by touch, and I'm always one out.
- My mates' kids are applying to university. We have nothing to say to each other at the moment, and then everything.
- I did the sum about how old I'll be when she's 20. Everyone does it for you anyway.
- I'm not ambitious any more. I used to stay at work till seven. Now I'm on the 4.52 and don't care who sees me.

I'd have been a worse dad at 29. I'd have had better knees. I'd make the swap I've made.`,
    up: 33,
    down: 0,
    replies: [
      {
        by: 'frank.ellery',
        content: "I was 24 and missed most of it laying bricks. You've picked the better end, I reckon.",
        minutesLater: 75,
        up: 20,
      },
      {
        by: 'leo.marsh',
        content: "I've got the knees and none of the patience. Between us there's one good dad.",
        minutesLater: 160,
        up: 23,
      },
      {
        by: 'eamonn',
        content: 'Poppers: start at the ankle and work up. Never, ever start in the middle. Took me four children.',
        minutesLater: 512,
        up: 16,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'question',
    by: 'ben.ashby',
    hoursAgo: 246.9,
    title: 'Two weeks of paternity leave, or save some holiday for later? What worked?',
    content: `Asking for my brother, who's due in six weeks and won't join a forum. He can take two weeks at the birth and has eleven days of holiday left. His plan is to take the lot in one go.

I took two weeks, went back, and week three was when it all fell over at home: her mum had left, the visitors had stopped, and I was in the box room on calls listening to both of them cry.

I'd tell him to hold a few days back. My wife says I'm wrong and she'd have wanted me there for the lot at the start. What would you do again?`,
    up: 9,
    down: 1,
    replies: [
      {
        by: 'tariq.h',
        content:
          'Two weeks, then every Wednesday off till the holiday ran out. A week with a hole in the middle is survivable for everyone.',
        minutesLater: 31,
        up: 19,
      },
      {
        by: 'phil.grady',
        content:
          "Disagree with @tariq.h. I did odd days and never properly stopped. If he can get four weeks straight he should, you don't get it again.",
        minutesLater: 88,
        up: 10,
      },
      {
        by: 'ross.mc',
        content:
          'If it turns out to be a section he might need all of it at the start. Tell him to keep the plan loose and ask his boss now, while everybody is being nice.',
        minutesLater: 205,
        up: 15,
      },
      {
        by: 'ben.ashby',
        content: "He's gone for three weeks then Wednesdays. My wife says that was her idea.",
        minutesLater: 2900,
        up: 12,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'question',
    by: 'luca.b',
    hoursAgo: 388.2,
    title: 'I did not feel the big love at the start. When did it come for you?',
    content: `Everyone told me: you will see her and your heart explodes. I saw her and I thought, she is very small and I am very frightened, and where is the form for the car park.

I did everything. I changed her, I carried her. But it was like looking after a neighbour's baby, with great care. I told nobody because it's a terrible thing to say.

It came at about ten weeks. She was looking at the light in the kitchen and then she looked at me in the same way. That was it.

She is two now and I can say it out loud. I ask because I think somebody reading this at four in the morning is still in the first part. When was it for you?`,
    up: 38,
    down: 0,
    replies: [
      { by: 'sam.bright', content: 'Reading this in the first part. Thank you. Genuinely.', minutesLater: 420, up: 28 },
      {
        by: 'tunde',
        content:
          "First girl, straight away. Second girl, four months. I love them the same now and I've never told the second one, obviously.",
        minutesLater: 466,
        up: 17,
      },
      {
        by: 'joel-b',
        content:
          "Ours was fourteen months when we met him. It was a decision first and a feeling later. One day he was ill and I realised I'd stopped being careful and started being scared, and that was the feeling.",
        minutesLater: 590,
        up: 30,
      },
      {
        by: 'will.hartley',
        content:
          "Twelve weeks or so with our first. My wife said it out loud before I did, that she didn't feel it yet either. Best conversation we had that year. @sam.bright say it to someone, it shrinks.",
        minutesLater: 1333,
        up: 25,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'text',
    by: 'priyesh',
    hoursAgo: 505.5,
    title: 'We left the house. All four of us. It took two hours and ten minutes',
    content: `For the record.

**9.00** Announce we are going to Golden Acre Park. Morale high.
**9.20** Twin A fed. **9.45** Twin B fed. **9.50** Twin A returns feed.
**10.15** Both dressed. Both in the hall. My wife can't find her other shoe.
**10.25** Twin B needs changing, including the snowsuit.
**10.40** Shoe found. It was on me; I'd put it in the changing bag.
**11.10** In the car.

We had nineteen minutes at the park. It rained. We ate a flapjack in the boot with the tailgate up and it was the best day since they were born.`,
    up: 36,
    down: 0,
    replies: [
      {
        by: 'doug_f',
        content:
          'Five kids and a minibus here. Two hours ten is very respectable. We once left one at home and got as far as the ring road.',
        minutesLater: 40,
        up: 27,
      },
      { by: 'priyesh', content: '@doug_f which one?', minutesLater: 44, up: 9 },
      { by: 'doug_f', content: "The quiet one. That's how it happened.", minutesLater: 49, up: 34 },
    ],
  },
  {
    category: 'New Dads',
    type: 'question',
    by: 'nate_w',
    hoursAgo: 660.8,
    title: 'How did you tell grandparents to back off without starting a war?',
    content: `My mother-in-law lives a mile away and has a key. She's a wonderful woman and she let herself in at 8.15 on Sunday while I was in my underwear trying to sterilise a bottle.

She does a lot for us. My own folks are four thousand miles away, so I'm aware I'm complaining about help. But she re-does things. I put the baby in a vest, she takes the vest off. I get him down, she "just pops in to look".

My wife says it's easier to let it go. I'm not sure I can for eighteen years. Anyone have the conversation and live?`,
    up: 18,
    down: 2,
    replies: [
      {
        by: 'sunil',
        content: 'My mother lives _in_ the house. You have my sympathy and I have no advice.',
        minutesLater: 14,
        up: 29,
      },
      {
        by: 'colin.m',
        content:
          'From the other side: I didn\'t know I was doing it till my daughter said "Dad, ring first." Stung for a day. Then I rang first. Your wife should say it, not you, and say it short.',
        minutesLater: 79,
        up: 26,
      },
      {
        by: 'harv',
        content:
          "I'd let it go, me. She's a mile away with a key and she likes you. In two years you'll be begging her to use it.",
        minutesLater: 143,
        up: 11,
      },
      {
        by: 'kieran.d',
        content:
          "@harv there's letting it go and there's feeling like a lodger. A set time helps. Give her Thursday, make it properly hers, then the other days are yours.",
        minutesLater: 260,
        up: 18,
      },
      {
        by: 'nate_w',
        content: 'We gave her Thursdays. She has bought a special Thursday apron. It could be going worse.',
        minutesLater: 10150,
        up: 31,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'question',
    by: 'ivan_p',
    hoursAgo: 845.3,
    title: 'Can I take a pram on the 49 at rush hour or is it hopeless?',
    content: `A friend from Bulgaria is coming to live near us with a small baby, and he asks me about buses. My daughter is four, I forgot everything.

Is it realistic to take a pram (the big kind, from his mother, it's like a tank) at half past eight? Or should he buy a small one for folding?`,
    up: 4,
    down: 0,
    replies: [
      {
        by: 'simon.tull',
        content:
          'My lad says: sit out the 8.20 and 8.30, the next one is emptier because the schools have gone in. He would like your friend to know he is available for consultation.',
        minutesLater: 390,
        up: 24,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'text',
    by: 'tariq.h',
    hoursAgo: 1092.6,
    title: 'To the dad crying in his car outside the nursery on Monday',
    content: `Silver hatchback, parked half on the kerb, about ten to nine. You had a tiny pair of socks in your hand.

I should have knocked on the window. I had my two by the wrist and was late, and I'm English about these things, so I walked past, and it's bothered me all week.

If you're on here: mine cried every drop-off for a fortnight. The staff said he'd stopped before I reached the gate. I didn't believe them, so I stood behind the hedge like a burglar and listened, and it was true. He was asking for toast.

It's allowed to hurt. I did it in the allotment shed. I'm usually there at ten to, in a green coat. Say hello.`,
    up: 34,
    down: 0,
    replies: [
      {
        by: 'marcus_o',
        content: "Wasn't me, but it was me six years ago. They didn't have hedges.",
        minutesLater: 95,
        up: 22,
      },
      {
        by: 'ali-r',
        content: 'With my fourth child I still sat in the car. My pupils think I am calm. I am calm about roundabouts.',
        minutesLater: 380,
        up: 27,
      },
      {
        by: 'matt.oduya',
        content: 'Ring the nursery at ten and ask. They never mind, they get that call every day.',
        minutesLater: 721,
        up: 13,
      },
      {
        by: 'tariq.h',
        content: 'He said hello. Not on here, at the gate. The socks were spares.',
        minutesLater: 7300,
        up: 38,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'text',
    by: 'owen_t',
    hoursAgo: 1361.7,
    title: 'A thing I keep by the kettle for the first six weeks',
    content: `When ours was tiny we could never remember who'd done what, and every row we had was about that. So I put a notepad by the kettle. Four columns: \`time\`, \`in\`, \`out\`, \`who\`.

It wasn't for the midwife, though she liked it. It was so that at 5 am neither of us had to say "did you", because "did you" is how it starts.

We stopped at six weeks or so, when we realised nobody had filled it in for three days and nobody had died. I've typed up a blank one if it's any use: [kettle sheet](https://example.org/kettle-sheet).

> 04:10, bottle, all of it on Owen, O.

My wife has that page framed.`,
    up: 21,
    down: 2,
    replies: [
      {
        by: 'aidan.f',
        content: "Printed it. Have added a column for 'tea made', which is where our rows start.",
        minutesLater: 240,
        up: 15,
      },
      {
        by: 'pete_rowan',
        content: "I'd have turned it into a league table and lost. But I can see it working for grown-ups.",
        minutesLater: 615,
        up: 9,
      },
      {
        by: 'mateo_r',
        content:
          'In the kitchen at work everything has a label with a time and a name. I never thought to do it with the baby. He is five now, but I could still label him.',
        minutesLater: 1804,
        up: 18,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'question',
    by: 'yusuf.k',
    hoursAgo: 1330,
    title: 'What do you do with the tiny clothes?',
    content: `The loft has eight boxes of them. Our youngest is four and we're not having any more. I went up on Saturday to take them to the charity shop and came down two hours later with one vest, and no boxes moved.

How did you choose? I'd keep all of it, which is the same as keeping none of it, because nobody ever opens a loft box.`,
    up: 33,
    replies: [
      {
        by: 'wei.l',
        content: `One box per child, shoebox size. If it shuts, it stays. My wife chose half, I chose half, and we didn't ask each other why.`,
        minutesLater: 85,
        up: 32,
      },
      {
        by: 'chidi',
        content: `We gave ours to a neighbour who was expecting, and I still see the yellow coat go past the window. Best thing that could have happened to it.`,
        minutesLater: 170,
        up: 35,
      },
      {
        by: 'matt.oduya',
        content: `My aunt made a quilt out of ours. It's ugly as sin and all three fight over it.`,
        minutesLater: 420,
        up: 26,
      },
      {
        by: 'yusuf.k',
        content: `@wei.l shoebox it is. The vest's in. It says _I'm new here_.`,
        minutesLater: 2700,
        up: 37,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'question',
    by: 'aidan.f',
    hoursAgo: 233,
    title: 'Sleeping in separate rooms since the baby. When did you move back?',
    content: `I'm in the box room so at least one of us can drive safely. It was meant to be for a month. It's been seven.

It works, that's the trouble. We both sleep a bit. But I've noticed we say goodnight on the landing like people in a guest house, and I don't know how you bring up moving back without it sounding like you're asking for something else.`,
    up: 19,
    replies: [
      {
        by: 'priyesh',
        content: `Eleven months here. I asked if I could come back on Fridays "for the company". That was the exact phrase. She laughed, then said yes.`,
        minutesLater: 41,
        up: 23,
      },
      {
        by: 'doug_f',
        content: `We never moved back, I snore like a quarry. Twenty years. Tea in bed together every morning though, that's our thing. It's not the bed, it's having a bit of the day.`,
        minutesLater: 77,
        up: 25,
      },
      {
        by: 'luca.b',
        content: `Just say the guest house line to her. It's honest and a bit funny, and it isn't asking for anything.`,
        minutesLater: 190,
        up: 18,
      },
      {
        by: 'aidan.f',
        content: `@luca.b said it. She said checkout's at ten. Fridays it is.`,
        minutesLater: 2750,
        up: 34,
      },
    ],
  },
  {
    category: 'New Dads',
    type: 'question',
    by: 'jaewon',
    hoursAgo: 71,
    title: 'When did yours stop needing the last feed at night?',
    content: `She is ten months. She takes two sips and sleeps. I think the feed is for me by now.`,
    up: 7,
    replies: [],
  },
]
