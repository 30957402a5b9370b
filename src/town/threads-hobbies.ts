import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'Hobbies',
    type: 'question',
    by: 'nate_w',
    hoursAgo: 0.4,
    title: 'Bread people: is my starter dead or just sulking?',
    content: `Had it going eight months. Went to my in-laws in Whitby for nine days, left it in the fridge, came back to a grey layer on top and a smell like a nail bar.

Poured the grey off, fed it twice. A few bubbles, no rise. The kids named it Clive, so there's a bit riding on this.`,
    up: 4,
    replies: [
      {
        by: 'luca.b',
        content: `Sulking. Grey liquid and that smell is just hunger. Take a spoonful, fresh flour and water, somewhere warm, twice a day for three days. If you see pink or fuzz, that's different, bin it.`,
        minutesLater: 8,
        up: 5,
      },
      {
        by: 'phil.grady',
        content: `Mine "died" in 2022 and is rising next to me as I type. Hang in there, Clive.`,
        minutesLater: 15,
        up: 4,
      },
    ],
  },
  {
    category: 'Hobbies',
    type: 'text',
    by: 'tom.alderton',
    hoursAgo: 17.3,
    title: 'The shelf is level. It has only taken since March',
    content: `Got back into woodwork after the youngest started school. First project: one oak shelf with proper housed brackets, hand tools only. I gave it a weekend.

Seven months. Two sets of brackets went in the burner. I learned that my square isn't square. I learned a fair bit about my temper as well.

It went up last night. I put a marble on it and it **stayed where it was**. My wife put a plant on it. I said nothing, but I'd planned to leave the marble.`,
    up: 25,
    replies: [
      {
        by: 'rob_staines',
        content: `The square not being square is the start of all wisdom. I've got three and they each have an opinion.`,
        minutesLater: 31,
        up: 14,
      },
      { by: 'gareth.w', content: `What finish did you use?`, minutesLater: 76, up: 2 },
      {
        by: 'tom.alderton',
        content: `@gareth.w Oil, two thin coats, a day between. There was a third coat but that was mostly on my jumper.`,
        minutesLater: 92,
        up: 9,
      },
      { by: 'bigdave', content: `Put the marble back when she's out.`, minutesLater: 300, up: 18 },
    ],
  },
  {
    category: 'Hobbies',
    type: 'text',
    by: 'stefan_n',
    hoursAgo: 46,
    title: 'My father-in-law has named our loft railway in one word',
    content: `My father-in-law is from near Kassel. He and I and my stepson have been building a model railway in the loft at weekends. On Sunday I moved a lamp cable in the engine shed without asking, and he told me there's a form for that. Then he wrote the name of the form on the wall, in pencil, in one go:

Modelleisenbahndachbodenwochenendbastelgemeinschaftslokomotivschuppenbeleuchtungskabelverlegungsgenehmigungsformularsatz

It means, near enough, "set of forms for permission to lay lighting cable in the engine shed of the weekend attic model railway crafting club". I counted: 120 letters. He says it's a perfectly good word. The boy wants it on a T-shirt and I've said he'd have to grow first.`,
    up: 33,
    replies: [
      {
        by: 'jaewon',
        content: `I've just tried to read that on my phone and I now have a wider phone.`,
        minutesLater: 14,
        up: 26,
      },
      { by: 'andrej', content: `Did you fill in the form?`, minutesLater: 39, up: 12 },
      { by: 'stefan_n', content: `@andrej In triplicate. Cable approved, with conditions.`, minutesLater: 51, up: 22 },
      {
        by: 'frank.ellery',
        content: `What gauge, more to the point? I've a box of N scale hedges going spare in Horsforth.`,
        minutesLater: 480,
        up: 8,
      },
    ],
  },
  {
    category: 'Hobbies',
    type: 'question',
    by: 'ross.mc',
    hoursAgo: 79,
    title: 'Where do you find the time, honestly?',
    content: `Two under four. I used to play guitar two hours a night. I picked it up on Monday for the first time since Easter and a family of spiders had moved in.

People say "make time". From what? I have from about 20:50 until I fall asleep at 21:05.

Not a moan, or only a bit. I'd just like to know what it looks like for others. **Real numbers, please.**`,
    up: 35,
    replies: [
      {
        by: 'marcus_o',
        content: `Twenty minutes on a Sunday. That was it for three years. It came back when the youngest was about four and a half.`,
        minutesLater: 20,
        up: 24,
      },
      {
        by: 'sunil',
        content: `We swap: I get Tuesday evening, she gets Thursday, no matter what the kitchen looks like. About two hours each. It only works if nobody sighs.`,
        minutesLater: 55,
        up: 30,
      },
      {
        by: 'ben.ashby',
        content: `@sunil Tried the swap, we both just slept. Which was also good.`,
        minutesLater: 81,
        up: 27,
      },
      {
        by: 'harv',
        content: `Hang it on the wall in the room you're stuck in. I get four minutes a day while the bath runs. I've learned one song in a year, and it's the same one.`,
        minutesLater: 190,
        up: 20,
      },
      {
        by: 'ross.mc',
        content: `Spiders rehomed, hook's in the wall next to the cooker. Did \`G, C, D\` while the pasta boiled over. Best night in ages.`,
        minutesLater: 2900,
        up: 29,
      },
    ],
  },
  {
    category: 'Hobbies',
    type: 'question',
    by: 'yusuf.k',
    hoursAgo: 133,
    title: 'Allotment: came off the waiting list after four years and it is all brambles',
    content: `Half a plot in Chapel Allerton. I was over the moon, then I saw it. It's brambles to the chest, half a greenhouse and what I think was a bath.

My wife asked when we'd have tomatoes and I said June. I should not have said June.

Where do you start? The man on the next plot says burn it, the rules say you can't, and he's also the secretary.`,
    up: 19,
    replies: [
      {
        by: 'doug_f',
        content: `Don't do the lot. Clear one bed, ten feet by four, cover the rest with old cardboard weighed down, and forget it until autumn. I tried to do mine in one spring and gave up by May.`,
        minutesLater: 42,
        up: 21,
      },
      {
        by: 'aidan.f',
        content: `I'd say the opposite: get six mates and a Saturday and do it all. Bit by bit, the brambles win.`,
        minutesLater: 95,
        up: 11,
      },
      { by: 'doug_f', content: `@aidan.f Have you got six mates?`, minutesLater: 104, up: 25 },
      {
        by: 'aidan.f',
        content: `@doug_f I've got four and a brother-in-law. @yusuf.k name the Saturday, I'm in Moortown and I own a mattock.`,
        minutesLater: 118,
        up: 23,
      },
      {
        by: 'yusuf.k',
        content: `The 21st, from nine. Tea, samosas and a bath to whoever wants it.`,
        minutesLater: 400,
        up: 26,
      },
    ],
  },
  {
    category: 'Hobbies',
    type: 'question',
    by: 'will.hartley',
    hoursAgo: 262,
    title: 'Cheap telescope for the back garden in LS13, or am I wasting my money?',
    content: `Street lights on both sides and next door has a security lamp you could land a plane by. The lad and I have been looking at the moon with binoculars and he has started asking questions I can't answer.

Budget about £120, second-hand is fine. What can you actually see from a town?`,
    up: 15,
    down: 1,
    replies: [
      {
        by: 'owen_t',
        content: `More than you'd think: the moon, Jupiter with its four moons, Saturn's rings if it's up. Galaxies, no, they're a smudge. Get a simple mirror scope on a wooden turntable base, used. Avoid anything that promises 600x on the box.`,
        minutesLater: 34,
        up: 20,
      },
      {
        by: 'dan_kowalczyk',
        content: `I'd stay with binoculars and get a tripod. My scope's been a coat stand for two winters.`,
        minutesLater: 98,
        up: 11,
      },
      {
        by: 'owen_t',
        content: `@dan_kowalczyk If you're selling the coat stand, I think we have a buyer.`,
        minutesLater: 110,
        up: 19,
      },
      {
        by: 'dan_kowalczyk',
        content: `@will.hartley £60 and you collect from Armley. Coats not included.`,
        minutesLater: 145,
        up: 21,
      },
      {
        by: 'will.hartley',
        content: `Collected. Saw Saturn at ten past ten. He thought I had stuck a picture on the end.`,
        minutesLater: 5300,
        up: 34,
      },
    ],
  },
  {
    category: 'Hobbies',
    type: 'question',
    by: 'hassan.amin',
    hoursAgo: 437,
    title: 'How do you tell your mates you have taken up knitting?',
    content: `My mother taught me when her hands got too bad to finish a blanket for the baby. I finished it. Then I made a hat. Now I'm on a jumper and I'm in deep.

It's the only hour of the day I'm not thinking about work. I do it on the train to Bradford and no one has ever said a word. But I've not told the lads, and one of them just asked what I want for my birthday. **What I want is yarn.**`,
    up: 32,
    replies: [
      {
        by: 'greg-l',
        content: `You've just told forty of us and nobody's fainted. Say yarn.`,
        minutesLater: 12,
        up: 29,
      },
      {
        by: 'matt.oduya',
        content: `I cross-stitch. Have done for nine years. My whole crew at work know and all that happened is they want things.`,
        minutesLater: 49,
        up: 31,
      },
      {
        by: 'jonty',
        content: `They will take the mickey for one evening. Then winter comes and they'll ask about hats.`,
        minutesLater: 107,
        up: 25,
      },
      {
        by: 'hassan.amin',
        content: `Told them. There was some mickey. I have orders for **four hats**, one with ears.`,
        minutesLater: 3300,
        up: 36,
      },
    ],
  },
  {
    category: 'Hobbies',
    type: 'text',
    by: 'eamonn',
    hoursAgo: 733,
    title: "What I learned from a year of fixing other people's radios",
    content: `I retired in the spring of last year and I didn't take to it. The days were very long and I got low, quieter than my wife liked. She told me straight, which I'm grateful for. I had a talk with the doctor and with my brother, and one of the things that came of it was that I went to the repair café in the church hall and asked if they'd any use for a man with a soldering iron.

They had a radio. Then they had nine. A year on, this is the tally:

1. Sixty-one radios in, **forty-four out working**.
2. Most common fault: a battery left in since the nineties.
3. Second: nothing wrong, the volume was down.
4. Best moment: a lady of ninety-one, a set her husband bought, and the shipping forecast coming out of it. She asked me to leave it on.
5. Worst moment: the same day, different radio, I set fire to a tablecloth.

I still have flat weeks. But on the second Saturday of the month somebody is expecting me, and that has turned out to count for a great deal. There are chairs free at the bench if any of you are at a loose end. You needn't know anything. Notes on the common faults are at https://example.org/radio-bench for those who like that sort of thing.`,
    up: 38,
    replies: [
      {
        by: 'frank.ellery',
        content: `I'm eight months retired and I recognised every line of that first paragraph. I'll come on the second Saturday. I can't solder, but I can make tea and find batteries.`,
        minutesLater: 64,
        up: 34,
      },
      {
        by: 'eamonn',
        content: `@frank.ellery That's two of our three vacancies filled. See you at ten.`,
        minutesLater: 88,
        up: 27,
      },
      { by: 'sam.bright', content: `Item 3 is also true of IT support.`, minutesLater: 230, up: 22 },
      { by: 'priyesh', content: `"Somebody is expecting me." I'm going to keep that one.`, minutesLater: 520, up: 30 },
    ],
  },
  {
    category: 'Hobbies',
    type: 'question',
    by: 'ali-r',
    hoursAgo: 968,
    title: 'Anyone want a third for chess, any standard below decent?',
    content: `My opponent moved to Hull. I play slowly, I lose cheerfully, and I've got a board that folds. Any pub or café within a couple of miles of Hyde Park, a weeknight, after the kids are down.

I know five moves of one opening. After that, it's _jazz_.`,
    up: 9,
    replies: [],
  },
  {
    category: 'Hobbies',
    type: 'text',
    by: 'jaewon',
    hoursAgo: 1268,
    title: 'Sold the good camera, bought a bad one, happier',
    content: `I had the full bag: three lenses, a flash, the lot, eleven pounds of it. I took it to Otley Chevin with the kids and spent the day changing lenses while they did interesting things behind me.

Sold it in spring. I bought a film camera from a charity shop for £15. It has one lens, no screen and thirty-six goes.

I've had two rolls back. A third of it is out of focus and one is mainly thumb. But there's one of my daughter jumping off a wall, feet off the ground, and **I actually saw it happen** as well.`,
    up: 28,
    down: 2,
    replies: [
      {
        by: 'joel-b',
        content: `What did two rolls cost you, out of interest? I looked into film and had to sit down.`,
        minutesLater: 55,
        up: 10,
      },
      {
        by: 'jaewon',
        content: `@joel-b About £40 with the developing. Two rolls in six months, though, so it's still less than the bag was losing every year.`,
        minutesLater: 83,
        up: 12,
      },
      {
        by: 'ben.ashby',
        content: `Not for me, I'd miss having forty tries at it. Kids don't jump off walls on request. But I do see the point about watching.`,
        minutesLater: 240,
        up: 14,
      },
      {
        by: 'leo.marsh',
        content: `Mainly thumb is how I look in every family album my dad ever made. It's a style.`,
        minutesLater: 1150,
        up: 19,
      },
    ],
  },
  {
    category: 'Hobbies',
    type: 'text',
    by: 'andrej',
    hoursAgo: 1105,
    title: 'I learned to darn',
    content: `My grandmother darned and I thought it was because we were poor, which we were. Now I've a wooden mushroom and a needle and I do it at the table after the children are down, with the radio on low.

It's slow. You go over, under, over, under, and after twenty minutes there's a small square where there was a hole. I sleep better on darning nights. I couldn't tell you why.

There's a clear set of drawings at https://example.org/darning-a-heel for anyone who wants to have a go. Use a colour that doesn't match. You've earned it showing.`,
    up: 30,
    replies: [],
  },
  {
    category: 'Hobbies',
    type: 'text',
    by: 'callum.reid',
    hoursAgo: 590,
    title: 'Notes from two nights in a tent near Malham with a five-year-old',
    content: `For the record, and for anyone thinking about it:

1. He packed his own bag. It had nine stones in it. We were going to a place made of stones.
2. It rained from 4 pm on Friday until roughly the end of time.
3. He was not bothered by any of it. I was bothered by all of it.
4. At 5 am he opened the tent, looked out and said **"it's all still here"**.
5. We walked about three miles on Saturday. He walked one, I walked two and carried him.
6. The stove lighter was at home, on the side, where I put it so I would not forget it.

The best part was the Saturday night. We sat in the car with the heater on, eating cold beans with one spoon, and he told me the entire plot of a film he has not seen. It took forty minutes. I have not listened to anybody for forty minutes in years.

He has asked when we are going back. I wrote up the route and the campsite here in case it's any use: https://example.org/malham-with-small-boy`,
    up: 34,
    replies: [
      {
        by: 'hassan.amin',
        content: `"It's all still here" is better than anything I've said in my life.`,
        minutesLater: 55,
        up: 21,
      },
      {
        by: 'owen_t',
        content: `Tape the lighter to the stove. Learned that near Hawes, in sleet.`,
        minutesLater: 90,
        up: 14,
      },
      {
        by: 'callum.reid',
        content: `@owen_t Done. Also two spoons next time, though he's against it.`,
        minutesLater: 240,
        up: 10,
      },
      { by: 'luca.b', content: `Did the stones come home?`, minutesLater: 720, up: 6 },
      { by: 'callum.reid', content: `@luca.b Fourteen of them did.`, minutesLater: 735, up: 23 },
    ],
  },
]
