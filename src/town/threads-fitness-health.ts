import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'Fitness & Health',
    type: 'question',
    by: 'tom.alderton',
    hoursAgo: 2.7,
    title: 'Anyone else only able to run at 5.30 in the morning? How do you keep it going in winter?',
    content: `Between bedtimes and work it's the only slot. In June it was lovely, just me and the foxes round Beckett Park. It's now black, wet, and I tripped over a wheelie bin on Tuesday.

I've got a head torch. It's the getting out of bed I've lost. I lie there composing reasons.

What keeps you going, if anything does? Or do you just stop till March and not feel bad about it?`,
    up: 13,
    down: 0,
    replies: [
      {
        by: 'phil.grady',
        content:
          "I'm delivering post at that hour and I'd take the bed. But: kit on the radiator, not in the drawer. Warm socks get you as far as the door.",
        minutesLater: 21,
        up: 15,
      },
      {
        by: 'noah_v',
        content:
          "Somebody waiting. I'm in Burley, I could be at the Beckett Park gates at 5.40 Tuesdays. If you don't come I'll be cross in two languages.",
        minutesLater: 55,
        up: 19,
      },
      {
        by: 'jonty',
        content: 'I stop till March and feel slightly bad about it. Nine years running. Well, not running.',
        minutesLater: 92,
        up: 22,
      },
      {
        by: 'tom.alderton',
        content: "@noah_v right, you're on. Tuesday. I'll be the one apologising to a wheelie bin.",
        minutesLater: 120,
        up: 11,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'text',
    by: 'bigdave',
    hoursAgo: 16.4,
    title: "Did a mile. Walked it. It's still a mile",
    content: `I'm 61, I sit down for a living and I'm a big lad, hence the name. Our youngest grandchild asked me to chase her at Sunday dinner, and I managed from the gate to the rhubarb.

So Monday I parked up at the depot and walked round the trading estate before I got in the cab. A mile on the nose. Twenty-six minutes, with a stop to look at a skip.

I've done it four days now. Twenty-four minutes this morning. I'm not joining anything and I'm not wearing leggings. I just want to get past the rhubarb.`,
    up: 38,
    down: 0,
    replies: [
      {
        by: 'frank.ellery',
        content: "I do the same round the cricket field in Kippax. There's a bench at half way. Use the bench.",
        minutesLater: 30,
        up: 21,
      },
      { by: 'leo.marsh', content: 'Need weekly rhubarb updates please.', minutesLater: 47, up: 29 },
      {
        by: 'tunde',
        content:
          "Love this. Just mention it to your GP at some point, if you've not been in for a while, so they can give you a once-over. Then carry on exactly as you are.",
        minutesLater: 160,
        up: 17,
      },
      {
        by: 'bigdave',
        content: "@tunde booked. The wife saw your message over my shoulder so I'd no choice.",
        minutesLater: 410,
        up: 26,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'question',
    by: 'ross.mc',
    hoursAgo: 71.2,
    title: "Back goes every time I lift the three-year-old. What's helped yours?",
    content: `Not after a diagnosis. I've seen the GP, nothing alarming, been told to keep moving and I'm waiting on a physio.

It's the lift out of the car seat that does it. The twist with him on the end, holding a scooter he won't give up. Then I'm walking like a question mark for three days.

He's nearly two and a half stone and going one way. Short of leaving him in the car, what have folk changed?`,
    up: 15,
    down: 0,
    replies: [
      {
        by: 'dan_kowalczyk',
        content:
          "Make him climb out. Seriously. It takes four minutes and he'll love it. I've humped doors up stairs for twenty years and it was a toddler that did me.",
        minutesLater: 24,
        up: 27,
      },
      {
        by: 'rob_staines',
        content:
          "Foot up on the sill and get your chest close before you lift. Never at arm's length. And scooter first, negotiate from strength.",
        minutesLater: 63,
        up: 18,
      },
      {
        by: 'greg-l',
        content:
          'Physio gave me three dull exercises. I did them for two weeks, felt better, stopped, and it came back. So: do the dull exercises.',
        minutesLater: 188,
        up: 23,
      },
      {
        by: 'ross.mc',
        content:
          "@dan_kowalczyk he climbs out now. Via the driver's seat and the horn. Back is better, neighbours are worse.",
        minutesLater: 3300,
        up: 32,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'question',
    by: 'yusuf.k',
    hoursAgo: 129.7,
    title: 'Wednesday five-a-side in Beeston: two short, any level?',
    content: `We've lost two to injury and one to a new baby. Wednesdays, 8.30 to 9.30 pm, £4, on the cage by the leisure centre. Ages 24 to 57. Nobody's good. One of us _thinks_ he's good, and we manage him.

House rules:

- No slide tackles, everyone has work
- If you've got to leave for a bedtime, you leave
- I'm in goal unless somebody else volunteers, please volunteer

Who's up for it? You don't need boots.`,
    up: 18,
    down: 0,
    replies: [
      {
        by: 'stefan_n',
        content: 'Me. I live four minutes away. I have not played since 2015, but in 2015 I was not good either.',
        minutesLater: 15,
        up: 16,
      },
      {
        by: 'chidi',
        content: 'I can do alternate Wednesdays and I will go in goal. I stand still professionally.',
        minutesLater: 77,
        up: 28,
      },
      { by: 'yusuf.k', content: '@chidi you have no idea how happy you have made me.', minutesLater: 81, up: 19 },
      {
        by: 'ivan_p',
        content: 'I work from ten. I can play until 9.15 and then run to the bakery, it is on the way.',
        minutesLater: 205,
        up: 11,
      },
      {
        by: 'harv',
        content: "Who's the one who thinks he's good? Asking because I'm fairly sure he used to play in Bradford.",
        minutesLater: 690,
        up: 21,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'question',
    by: 'mateo_r',
    hoursAgo: 207.8,
    title: 'What do you eat when you get home at midnight?',
    content: `I'm a chef, so this is embarrassing. I cook good food for ten hours, I taste with a spoon, and I don't sit down once. Then I get home at midnight starving and eat what my son left: cold pasta, half a sausage, four crackers with teeth marks.

Sometimes all of that and then toast. Then I lie there like a snake with a goat.

For the men on late shifts: what do you do? I don't want a diet. I want one thing in the fridge with my name on.`,
    up: 14,
    down: 0,
    replies: [
      {
        by: 'omar.s',
        content: 'My wife makes ful and leaves me one bowl. One. She understood that the pot was the problem.',
        minutesLater: 130,
        up: 20,
      },
      {
        by: 'callum.reid',
        content:
          'I eat a proper meal _before_ the shift, sat at the table with the family at five, and just soup after. Took a month to get used to it. The goat thing stopped.',
        minutesLater: 205,
        up: 24,
      },
      {
        by: 'gareth.w',
        content:
          "Signaller here, rotating shifts, so I've tried everything. Overnight oats in a jar: sounds like something a yoga teacher would say, tastes like pudding, and you can't eat two. **Not toast.** Toast is never one toast.",
        minutesLater: 420,
        up: 26,
      },
      {
        by: 'luca.b',
        content: 'A chef asking men on the internet how to eat. I am taking a picture of this.',
        minutesLater: 655,
        up: 17,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'text',
    by: 'pete_rowan',
    hoursAgo: 296.6,
    title: 'Go and have the check. A short grumble',
    content: `I had a letter inviting me for one of those midlife check-ups. It sat behind the clock for seven months. I'd told myself that if something was wrong I'd know.

Went on Friday because my daughter found the letter and read it to me in a voice. Twenty-five minutes: height, weight, blood pressure, a bit of blood, some questions about my family that I had to ring my mum for.

One number's a bit high. Nothing dramatic. They'll look again in three months. I'd never have known, I feel exactly the same as I did on Thursday, and that's really the whole of my point.

Look behind your clock.`,
    up: 31,
    down: 1,
    replies: [
      {
        by: 'colin.m',
        content: "Mine's behind the toaster. Same letter. All right, all right.",
        minutesLater: 64,
        up: 23,
      },
      {
        by: 'doug_f',
        content:
          'My wife opened mine, booked it, and put it in the calendar as "tyre place". I was in the waiting room before I twigged.',
        minutesLater: 180,
        up: 35,
      },
      {
        by: 'sunil',
        content: "I'll be honest, I'd rather not know. I realise that's daft with three daughters.",
        minutesLater: 244,
        up: 9,
      },
      {
        by: 'pete_rowan',
        content: "@sunil it's not daft, I did seven months of it. Come with me if you want, I'll sit in the car.",
        minutesLater: 301,
        up: 30,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'question',
    by: 'matt.oduya',
    hoursAgo: 372.9,
    title: 'Exercise at home with two small boys climbing on you: possible?',
    content: `I had a plan: twenty minutes in the living room, three mornings a week. First press-up, one of them got on my back. Second press-up, the other got on him. There wasn't a third.

Before 6 am I wake the house. After bedtime I'm finished, I've nothing left to lift with.

Has anyone made it work with them in the room? They're two and four and built like small fridges.`,
    up: 17,
    down: 0,
    replies: [
      {
        by: 'marcus_o',
        content:
          "Stop fighting it, they're the weights. Two-year-old: squats. Four-year-old: carry up and down the stairs. They'll never let you skip a session.",
        minutesLater: 28,
        up: 25,
      },
      {
        by: 'ben.ashby',
        content: 'I tried that. She asked for "again" forty-one times and I had to lie down on a work call.',
        minutesLater: 71,
        up: 22,
      },
      {
        by: 'rob_staines',
        content: 'Give them a job. Mine count, out loud, with a clipboard. They cheat, and never in your favour.',
        minutesLater: 166,
        up: 19,
      },
      {
        by: 'kieran.d',
        content:
          "Different view: it's twenty minutes, can their mum or a neighbour have them twice a week and you have theirs back? It's all right to want it to be _yours_.",
        minutesLater: 540,
        up: 16,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'text',
    by: 'joel-b',
    hoursAgo: 474.1,
    title: 'Learned to swim at 41, in the lane next to my son',
    content: `Never learned. Our school pool shut when I was seven, and after that it was a thing I hid: holidays, stag dos, a whole honeymoon in the shallow end "sunbathing".

Then our boy started lessons and asked why I always stood on the side. So in September I rang the baths at Kirkstall and said, quietly, "do you do adults?" They do. There's six of us. One fella's seventy-two.

First week I put my face in and came up swearing. Last Saturday I did a width. My son was in the next lane with his armbands on and shouted **"DAD'S NOT EVEN DROWNING"** to the entire building.

I'm having that on a medal.`,
    up: 37,
    down: 0,
    replies: [
      {
        by: 'wei.l',
        content:
          'I am 38 and also stand on the side. What did you say on the telephone, exactly? I will copy the words.',
        minutesLater: 88,
        up: 24,
      },
      {
        by: 'joel-b',
        content:
          '@wei.l "Hello, I can\'t swim and I\'d like to." They said "lovely, Tuesday or Saturday?" That was the whole thing.',
        minutesLater: 112,
        up: 33,
      },
      {
        by: 'eamonn',
        content:
          'Grew up beside the Atlantic and never learned, nor did any man I knew. I am 54. You have me thinking.',
        minutesLater: 640,
        up: 20,
      },
      { by: 'wei.l', content: 'Tuesday. It is done.', minutesLater: 1610, up: 29 },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'question',
    by: 'harv',
    hoursAgo: 598.8,
    title: "Snoring. I've been sent to the box room. What worked?",
    content: `Apparently I sound like the compressor at the garage. My wife recorded it. I thought it _was_ the compressor.

I'm in the box room with the exercise bike and the Christmas tree. She says it's not a punishment, she'd just like to be alive.

I've heard everything: pillows, tape, sleeping with a tennis ball, losing a stone. Has anyone had something that made an actual difference, or seen someone about it?`,
    up: 16,
    down: 1,
    replies: [
      {
        by: 'jonty',
        content:
          'Tennis ball in a sock, sewn to the back of a T-shirt. It works. You also look like a man with a tennis ball on his back.',
        minutesLater: 36,
        up: 21,
      },
      {
        by: 'tunde',
        content:
          "If she's noticing you stop breathing, or you're nodding off in the day, don't mess about with tennis balls, see the GP. Especially with the driving.",
        minutesLater: 59,
        up: 30,
      },
      {
        by: 'bigdave',
        content:
          "What he said. I drive for a living, I went, they sorted it and I feel ten years younger. Should've gone sooner.",
        minutesLater: 204,
        up: 25,
      },
      {
        by: 'sunil',
        content: "I've been in the box room since 2019. It has a kettle now. I'm not certain I want to be cured.",
        minutesLater: 388,
        up: 34,
      },
      {
        by: 'harv',
        content: 'She does notice that, it turns out. Appointment on the 9th. @sunil what sort of kettle?',
        minutesLater: 1205,
        up: 18,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'question',
    by: 'hassan.amin',
    hoursAgo: 721.5,
    title: 'Training and fasting: how do you arrange the day in Ramadan?',
    content: `I've been walking to work and back, five miles a day, and I've done two proper runs a week since summer. I don't want to lose it all in a month, but last year I ran at four in the afternoon and had to sit on a wall outside a carpet shop.

With four children there isn't much room. After iftar I'm heavy, before suhoor I'm asleep.

Those of you who fast: when do you move, and how much do you let go of?`,
    up: 12,
    down: 0,
    replies: [
      {
        by: 'yusuf.k',
        content:
          'Twenty minutes easy, just before iftar, so food is close. No running, a walk with the kids. And I let five-a-side go for the month. Nobody gets worse than we already are.',
        minutesLater: 48,
        up: 19,
      },
      {
        by: 'tariq.h',
        content:
          "I do mine an hour after taraweeh, gently. Only because I'm at home and can nap at noon with the little one. I couldn't with a job.",
        minutesLater: 150,
        up: 12,
      },
      {
        by: 'omar.s',
        content:
          'I would let it go, brother. One month out of twelve. The walk to work is already plenty, and take the bus home.',
        minutesLater: 333,
        up: 22,
      },
      {
        by: 'hassan.amin',
        content: 'I needed somebody to tell me the bus is allowed. Thank you @omar.s.',
        minutesLater: 402,
        up: 17,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'text',
    by: 'jonty',
    hoursAgo: 880.2,
    title: 'Slow hill walk, first Sunday of the month, children and moaners welcome',
    content: `I go up on Ilkley Moor most Sundays, and I'm slow, so I thought I'd be slow in company. Four miles, Cow and Calf to the Twelve Apostles and back, with a long stop for sandwiches. **10 am** at the car park.

Kids welcome from about six up, or in a carrier if you're strong. Dogs on leads, there's sheep. I've six spare waterproofs in assorted sizes, one of them pink, first come first served.

Rough route: [map and bus times](https://example.org/ilkley-slow-walk). If it's horrible we walk to the café instead, and call it the same walk.`,
    up: 22,
    down: 0,
    replies: [
      {
        by: 'andrej',
        content: 'At last somebody has a mountain. It is a small one, but I will come. My daughter takes the pink.',
        minutesLater: 92,
        up: 26,
      },
      {
        by: 'simon.tull',
        content: 'We can do this if nobody minds a lad who will tell you about every bus that got each of you there.',
        minutesLater: 310,
        up: 24,
      },
      { by: 'jonty', content: '@simon.tull I would like to know about the buses.', minutesLater: 335, up: 28 },
      {
        by: 'will.hartley',
        content: "We'll walk over from the Otley side if the legs hold, mine are 8 and 11. Will bring flapjack.",
        minutesLater: 1450,
        up: 15,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'question',
    by: 'nate_w',
    hoursAgo: 1065.4,
    title: "Does anyone have a gym that won't look at me funny for bringing a car seat?",
    content: `I want to lift some heavy things for forty minutes while the baby sleeps next to me in the seat. That's the entire dream.

I called two places. One has a crèche on alternate Fridays. The other said "it's an insurance thing" before I'd finished the sentence.

North Leeds, I can drive up to six miles or so.`,
    up: 5,
    down: 3,
    replies: [
      {
        by: 'owen_t',
        content:
          "Honest answer: I'd not want a baby near dropped weights either, I'm with the insurance man. But I've a bench and a bar in my garage in Meanwood, and a wall he can sleep the other side of. Message me.",
        minutesLater: 1215,
        up: 23,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'text',
    by: 'gareth.w',
    hoursAgo: 1322.9,
    title: "I ran the dads' race at sports day and I would like to give evidence",
    content: `I'd like it recorded that I did not warm up, because warming up in front of Year 4 felt like showing off.

I'd like it recorded that the track was damp, that it was eighty metres and not the sixty as advertised, and that the man in lane three had _spikes_.

At thirty metres I was in second. At forty I felt something go at the back of my leg, like a roller blind. I did the rest in a sort of canter. My daughter has described this to her grandmother as "Dad did a horse".

I've been on the sofa for four days. My son brings me peas, frozen, which he then takes back for tea. The man with spikes came round with a card. He's called Martin. He's quite nice, which is the worst part.

> Finished: 6th of 6. Verdict: would enter again.`,
    up: 36,
    down: 0,
    replies: [
      {
        by: 'ali-r',
        content: 'I came fifth last year and I was looking for you. Now I see.',
        minutesLater: 40,
        up: 25,
      },
      { by: 'aidan.f', content: '"Dad did a horse" has finished me off.', minutesLater: 115, up: 31 },
      {
        by: 'eamonn',
        content: 'Spikes. In a school field. In my day there would have been a meeting.',
        minutesLater: 260,
        up: 27,
      },
      {
        by: 'dan_kowalczyk',
        content: "Get it looked at if you're still limping next week. And stretch in the car, where nobody can see.",
        minutesLater: 610,
        up: 14,
      },
      {
        by: 'gareth.w',
        content:
          '@dan_kowalczyk looked at, told to rest, told by the physio she has had **four** of us this week. All dads. All eighty metres.',
        minutesLater: 6900,
        up: 35,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'question',
    by: 'pete_rowan',
    hoursAgo: 188,
    title: 'Can you learn to swim front crawl at 51?',
    content: `I can do a sort of breaststroke with my head up, like a dog with a stick. My granddaughter, six, has overtaken me and is now giving feedback.

I get to the breathing and it all goes wrong. Two strokes, panic, stop, pretend to adjust goggles.

Is it worth paying for lessons at my age or is it just lengths and more lengths?`,
    up: 17,
    replies: [
      {
        by: 'callum.reid',
        content: `Lessons. I learned at 38 and did six months of bad lengths first, which only made me good at swimming badly.`,
        minutesLater: 28,
        up: 19,
      },
      {
        by: 'ivan_p',
        content: `The trick for me was to breathe **out** under water. All the time, slowly, like humming. Nobody had told me. I was holding it and then trying to do both at once.`,
        minutesLater: 63,
        up: 22,
      },
      {
        by: 'chidi',
        content: `There's an adult improvers' hour on Wednesdays at our pool. Average age about sixty, everybody's terrible, great bunch. Ask at yours.`,
        minutesLater: 150,
        up: 16,
      },
      {
        by: 'pete_rowan',
        content: `Hummed eleven strokes in a row today. The lifeguard asked whether I was all right.`,
        minutesLater: 7100,
        up: 31,
      },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'text',
    by: 'kieran.d',
    hoursAgo: 349,
    title: 'The Tuesday five-a-side, an honest report',
    content: `We're nine men with a combined age of 391. Facts from last night's game:

- Final score disputed (7–5 or 6–6)
- Injuries: one calf, one pride
- Goals from open play by me: 0
- Goals off my back: 1, **and it counts**

We play at eight under the lights off Kirkstall Road and we are always one short. If you can run for ten minutes, and stand for thirty, you'd fit in. Nobody shouts, apart from Phil, and he mostly shouts at himself.`,
    up: 24,
    replies: [
      { by: 'phil.grady', content: `It was 7–5 and I stand by everything I said to myself.`, minutesLater: 17, up: 28 },
      { by: 'tunde', content: `I can run for six. Is that a problem?`, minutesLater: 61, up: 15 },
      { by: 'kieran.d', content: `@tunde That makes you our winger.`, minutesLater: 66, up: 24 },
      { by: 'mateo_r', content: `Six all. I have it in writing.`, minutesLater: 170, up: 13 },
    ],
  },
  {
    category: 'Fitness & Health',
    type: 'question',
    by: 'wei.l',
    hoursAgo: 571,
    title: 'Running after a long break: how slow is too slow?',
    content: `Ten years off. I started again at the canal, Rodley towards town and back, three miles. I was overtaken by a woman with a double buggy, then by the same woman coming back.

I feel fine, only embarrassed. Is there any point to it at that speed, or should I walk until I am fitter?`,
    up: 20,
    replies: [
      {
        by: 'simon.tull',
        content: `If your feet leave the ground it's running. I'm at thirteen-minute miles and I've been happy there for two years.`,
        minutesLater: 26,
        up: 23,
      },
      {
        by: 'colin.m',
        content: `Walk some of it, no shame in that. I went too hard in week two and had a sore shin until Christmas. Slow got me further.`,
        minutesLater: 70,
        up: 18,
      },
      {
        by: 'tariq.h',
        content: `I know that woman. She overtakes everybody. It isn't you.`,
        minutesLater: 133,
        up: 33,
      },
      { by: 'wei.l', content: `@tariq.h This has helped more than the training plan.`, minutesLater: 151, up: 21 },
    ],
  },
]
