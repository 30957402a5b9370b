import type { Thread } from './shape.ts'

export const threads: Thread[] = [
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'greg-l',
    hoursAgo: 212,
    title: 'Phones overnight: where do they sleep in your house?',
    content: `Ours is thirteen. The phone has been in her room at night since September, because she said it was her alarm clock, and I was too tired to argue. Last week I got up at ten to two for a glass of water and there was a blue line under the door.

No grand speech please, I've already given myself one. I just want to know what other houses actually do. **Where does the phone go, what time, and what happens when they say everyone else is allowed?**`,
    up: 38,
    down: 1,
    replies: [
      { by: 'bigdave', content: `Bread bin. Half nine. Nobody knows why the bread bin.`, minutesLater: 9, up: 31 },
      {
        by: 'hassan.amin',
        content: `Kitchen worktop, ten o'clock, mine included. Mine included was the hard part.`,
        minutesLater: 14,
        up: 27,
      },
      {
        by: 'callum.reid',
        content: `In her room. She's sixteen. I lost that one two years ago.`,
        minutesLater: 22,
        up: 9,
      },
      { by: 'rich-p', content: `Buy an alarm clock. Eight quid. Argument over.`, minutesLater: 25, up: 18 },
      { by: 'greg-l', content: `@rich-p bought one this morning. She says it ticks.`, minutesLater: 31, up: 22 },
      { by: 'rich-p', content: `@greg-l they all tick. That's how you know it's a clock.`, minutesLater: 33, up: 29 },
      {
        by: 'omar.s',
        content: `Landing windowsill. Charger is screwed to the wall so it can't wander.`,
        minutesLater: 48,
        up: 8,
      },
      {
        by: 'aidan.f',
        content: `We don't take it. I'd rather he learned to put it down himself.`,
        minutesLater: 61,
        up: 6,
      },
      { by: 'colin.m', content: `@aidan.f and does he?`, minutesLater: 64, up: 11 },
      { by: 'aidan.f', content: `@colin.m about four nights in seven. It was two.`, minutesLater: 72, up: 17 },
      {
        by: 'priyesh',
        content: `Router goes off at 10:30. They found next door's password by 10:45.`,
        minutesLater: 85,
        up: 30,
      },
      {
        by: 'tunde',
        content: `"Everyone else is allowed" turned out to be one lad called Finn.`,
        minutesLater: 90,
        up: 33,
      },
      {
        by: 'eamonn',
        content: `I rang Finn's dad, or our version of him. He'd been told everyone else was allowed because of us.`,
        minutesLater: 104,
        up: 36,
      },
      {
        by: 'nate_w',
        content: `Different houses, different rules. Hers stays at mine on a shelf, at her mum's it doesn't. I've stopped fighting about it.`,
        minutesLater: 131,
        up: 14,
      },
      {
        by: 'ivan_p',
        content: `Kitchen drawer. She handed in an old phone in the case for three weeks. I was almost proud.`,
        minutesLater: 150,
        up: 35,
      },
      { by: 'sam.bright', content: `@ivan_p how did you find out?`, minutesLater: 158, up: 3 },
      { by: 'ivan_p', content: `@sam.bright the decoy never rang.`, minutesLater: 163, up: 34 },
      {
        by: 'phil.grady',
        content: `Nine on school nights, no limit Friday. Friday is what makes the rest possible.`,
        minutesLater: 201,
        up: 12,
      },
      {
        by: 'doug_f',
        content: `I think we fuss too much. I read under the covers with a torch till one and I hold down a job.`,
        minutesLater: 244,
        up: 5,
      },
      { by: 'wei.l', content: `@doug_f your book didn't have thirty classmates in it.`, minutesLater: 252, up: 32 },
      { by: 'doug_f', content: `@wei.l fair. That's fair.`, minutesLater: 260, up: 15 },
      {
        by: 'joel-b',
        content: `She asked us to take it in the end. Said it was easier to blame us than say goodnight to the group chat.`,
        minutesLater: 395,
        up: 37,
      },
      { by: 'matt.oduya', content: `^ this. Be the excuse. It's a decent job for a dad.`, minutesLater: 410, up: 20 },
      { by: 'gareth.w', content: `Shoe rack. It smells. Nobody goes back for it.`, minutesLater: 777, up: 26 },
      {
        by: 'luca.b',
        content: `Ask her what was happening at ten to two, though. Ours was a mate having a bad time. Changed how I did it.`,
        minutesLater: 1320,
        up: 28,
      },
      {
        by: 'greg-l',
        content: `@luca.b asked tonight. A video about otters, then another. We've settled on the bread bin.`,
        minutesLater: 1985,
        up: 38,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'will.hartley',
    hoursAgo: 7.5,
    title: 'My lad has stopped talking to me in the car. Do I fill the silence?',
    content: `He's fourteen. The drive to training is twenty-five minutes along the ring road and it used to be the best bit of my week. He'd tell me everything: who'd been sent out, who was _definitely_ going to get sent out.

Since about half term it's one word and the window. I've tried questions, and I can hear myself sounding like a dentist. No falling-out that I know of. Do you keep trying or do you let it be quiet?`,
    up: 17,
    replies: [
      {
        by: 'frank.ellery',
        content: `Let it be quiet, but keep doing the drive. Mine went silent for most of a year. Then one night by the Armley turn-off he talked for forty minutes, and I drove past the house twice so he wouldn't stop.`,
        minutesLater: 34,
        up: 24,
      },
      {
        by: 'mateo_r',
        content: `Tell him something about your own day instead of asking about his. Something small that went wrong. Mine can't resist telling me what I should have done.`,
        minutesLater: 58,
        up: 15,
      },
      {
        by: 'sunil',
        content: `I'd gently check it's only the car. If he's also stopped eating with you, or seeing his mates, that's worth more than waiting. If he's just quiet, he's fourteen.`,
        minutesLater: 96,
        up: 19,
      },
      {
        by: 'will.hartley',
        content: `@sunil he's fine with his mates, I can hear him through the wall laughing. It's me. Which is better news than it feels like.`,
        minutesLater: 140,
        up: 21,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'text',
    by: 'stefan_n',
    hoursAgo: 19,
    title: 'She got the bus to Bradford on her own',
    content: `Fifteen, so plenty of you will wonder what the fuss is. But she's anxious about crowds and timetables and for two years I've driven her everywhere, and told myself I was being helpful.

Saturday she said she'd go to her cousin's by bus. Wrote the times on her hand. I said "right you are" in a voice I'd practised, and then tracked that bus like an air traffic controller.

It was late. She missed the connection. She asked a woman with a pushchair which stop, and got the next one. Told me about it as if it was nothing. I was in the garden, pretending to look at the guttering.`,
    up: 36,
    replies: [
      {
        by: 'tariq.h',
        content: `The missed connection is the best part of that. If it had all run on time she'd have learned nothing except that buses exist.`,
        minutesLater: 41,
        up: 20,
      },
      {
        by: 'noah_v',
        content: `"In a voice I'd practised." I know that voice. Well done both of you.`,
        minutesLater: 77,
        up: 16,
      },
      { by: 'simon.tull', content: `How was the guttering?`, minutesLater: 83, up: 30 },
      { by: 'stefan_n', content: `@simon.tull full of moss. I've known since March.`, minutesLater: 102, up: 28 },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'yusuf.k',
    hoursAgo: 61,
    title: 'Found a vape in a blazer pocket. What was your first sentence?',
    content: `Washing the blazer, found it in the inside pocket. Mango something. He's fourteen, he's at school until half three, and I have four hours to decide who I'm going to be.

My own dad would have shouted, and I'd have got better at hiding things. I don't want to be matey about it either, because I'm not fine with it. So: what was the first thing you actually said? Just the first sentence. I can probably do the rest.`,
    up: 25,
    replies: [
      {
        by: 'kieran.d',
        content: `"I found this, I'm not going to shout, and I want you to tell me about it before I say anything." Then I had to not say anything, which was like holding in a sneeze for ten minutes.`,
        minutesLater: 18,
        up: 29,
      },
      {
        by: 'andrej',
        content: `I put it on the table next to his tea and sat down. No sentence. He did the rest.`,
        minutesLater: 35,
        up: 14,
      },
      {
        by: 'ross.mc',
        content: `@andrej I'd have hated that at fourteen, it's a bit police drama. I'd go with plain words: found it, don't like it, here's why, what's going on.`,
        minutesLater: 52,
        up: 12,
      },
      {
        by: 'andrej',
        content: `@ross.mc maybe. He was sixteen and he'd have laughed at plain words. Depends on the kid.`,
        minutesLater: 66,
        up: 9,
      },
      {
        by: 'yusuf.k',
        content: `Went with kieran's, near enough. He said it belonged to a friend. I waited. He said it didn't. We talked until it went dark. It's in the bin and he's paying for a new blazer lining, because it had leaked.`,
        minutesLater: 640,
        up: 33,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'chidi',
    hoursAgo: 118,
    title: 'Bedroom door: knock and wait, or knock and enter?',
    content: `A small thing which has become the main thing. I knock and open at the same time. My daughter, twelve and three-quarters, says that isn't knocking, it's "announcing".

I pay the mortgage on that door, says one half of me. The other half remembers having no lock and a mother with laundry. What's the custom in your house?`,
    up: 14,
    replies: [
      { by: 'owen_t', content: `Knock, wait for a word, any word. "What" counts.`, minutesLater: 12, up: 22 },
      {
        by: 'pete_rowan',
        content: `Knock and wait, with one exception: if I've called twice for tea and got nothing, I come in. She agreed to that. It's written on the door, in her handwriting, with a footnote.`,
        minutesLater: 44,
        up: 18,
      },
      {
        by: 'ben.ashby',
        content: `I'm with the mortgage half while they're twelve. At fourteen I'd wait. You don't hand it all over in one go.`,
        minutesLater: 95,
        up: 7,
      },
      {
        by: 'jonty',
        content: `@ben.ashby waiting five seconds isn't handing anything over though, is it. You'd do it for a colleague.`,
        minutesLater: 121,
        up: 19,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'harv',
    hoursAgo: 176,
    title: "How do you help with GCSE revision when you didn't do well yourself?",
    content: `I left school with two passes and one of those was in woodwork. My eldest has mocks after Christmas and she's the sort who colour-codes. She asked me to test her on chemistry last night and I couldn't pronounce the questions, never mind judge the answers.

She was nice about it, which was worse. I want to be some use. What can a dad do who doesn't know a covalent from a convector?`,
    up: 28,
    replies: [
      {
        by: 'leo.marsh',
        content: `Get her to teach it to you. Seriously. If she can make you understand it, she knows it. You're the ideal pupil: willing, a bit slow, brings biscuits.`,
        minutesLater: 29,
        up: 31,
      },
      {
        by: 'marcus_o',
        content: `Things that helped mine that needed no chemistry at all:

- a clear table
- a cup of tea left without a word
- someone else in the room doing something boring
- being told to stop at nine`,
        minutesLater: 70,
        up: 27,
      },
      {
        by: 'harv',
        content: `@leo.marsh tried it tonight. I now know what an ion is. She drew it on the back of a gas bill. Best evening in weeks.`,
        minutesLater: 1510,
        up: 34,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'text',
    by: 'rob_staines',
    hoursAgo: 265,
    title: 'What my son says versus what he eats',
    content: `He announced at the start of term that he doesn't eat breakfast. Not hungry in the mornings, never has been, stop going on.

So I've been keeping a list on the side of the fridge of what goes between 6:50 and 7:35 without anyone eating breakfast:

- four slices of toast
- a banana, once, in anger
- the cold sausages
- cereal, dry, from the box, standing
- \`half a lasagne\` (Tuesday)

Showed him. He studied it for a while and said, "None of that was _breakfast_." I can't fault the logic. He's grown three inches since Easter, and so has the shopping bill.`,
    up: 32,
    replies: [
      {
        by: 'ali-r',
        content: `Lasagne at seven in the morning. I'm not even cross, I'm impressed.`,
        minutesLater: 50,
        up: 13,
      },
      {
        by: 'dan_kowalczyk',
        content: `Ours does this at eleven at night. I came down once and he was eating grated cheese out of the bag with the fridge open, lit from behind like a saint.`,
        minutesLater: 133,
        up: 35,
      },
      {
        by: 'tom.alderton',
        content: `Batch-cook porridge pots the night before and leave them where he'll steal them. Never say the word breakfast.`,
        minutesLater: 210,
        up: 16,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'jaewon',
    hoursAgo: 340,
    title: 'She wants to drop the violin after seven years',
    content: `Grade six. Seven years of Thursday evenings, scales through the wall, me in a car park in Horsforth with a sandwich. She told us at tea that she's done with it at the end of term. No drama. She just doesn't like it any more and thinks she hasn't for a while.

Her mum says let her. I said let's see, which is what I say when I mean no. I keep thinking she'll regret it at thirty. Or is it me that will?`,
    up: 20,
    down: 1,
    replies: [
      {
        by: 'luca.b',
        content: `I quit piano at fifteen and regretted it at thirty. So I took it up again at thirty-four. The regret was useful. It was mine.`,
        minutesLater: 62,
        up: 26,
      },
      {
        by: 'gareth.w',
        content: `Counter view: my dad made me see out the year after I asked to stop the cornet, and the last term was the one where it clicked. I'd ask for one more term, not one more grade.`,
        minutesLater: 118,
        up: 14,
      },
      {
        by: 'hassan.amin',
        content: `@gareth.w she's already offered the end of term. That's a fair notice period, she'd get a leaving card anywhere else.`,
        minutesLater: 149,
        up: 21,
      },
      {
        by: 'jaewon',
        content: `It is me, I think. I liked the car park. I've told her yes. She's asked if we can still go out Thursdays, and get chips.`,
        minutesLater: 1600,
        up: 37,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'aidan.f',
    hoursAgo: 455,
    title: 'First girlfriend. House rules, without making it weird?',
    content: `He's fifteen, she's in his year, she's polite and she laughs at my jokes, so I'm suspicious. They want to "watch a film" at ours on Saturday. I've no idea what the rules are. In my day the rule was a grandmother on the settee.

Door open? Downstairs only? Do I ring her parents, or does that finish me as a father? He hasn't asked for any rules and I've a feeling they're easier to bring in before than after.`,
    up: 19,
    replies: [
      {
        by: 'phil.grady',
        content: `Downstairs, the good telly, we'll keep out of the way and the kettle will be going every half hour. Said once, on the Thursday, while he was looking for his boots. Took eight seconds.`,
        minutesLater: 40,
        up: 23,
      },
      {
        by: 'bigdave',
        content: `I texted her mum. "Yours is here Saturday, back by ten, any problems ring me." She was glad. He never knew.`,
        minutesLater: 88,
        up: 17,
      },
      {
        by: 'omar.s',
        content: `We don't do it in our house at that age and we've said so kindly. Different families. What matters is he hears it from you and not through a slammed door.`,
        minutesLater: 160,
        up: 12,
      },
      {
        by: 'sunil',
        content: `Also have the other talk, the one about respect and not pushing and what she wants. More important than which room.`,
        minutesLater: 233,
        up: 28,
      },
      {
        by: 'aidan.f',
        content: `@sunil had it. In the car, in the dark, both facing forwards, as nature intended.`,
        minutesLater: 1420,
        up: 30,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'matt.oduya',
    hoursAgo: 620,
    title: 'My daughter told me she feels low "most days". I want to do this right',
    content: `She's fifteen. It came out on Sunday while we were doing the washing-up. She's felt flat most days since the summer and she's been saying she was tired because that's easier.

I thanked her for telling me and I asked if she wanted me to do something or just know. She said just know, for now, and then that she might want to see somebody. I've rung the surgery and we've an appointment next week, and she's said I can speak to her head of year.

I'm not after a diagnosis from the internet. I want to know from dads who've been here: **what did you do on the ordinary days in between?**`,
    up: 35,
    replies: [
      {
        by: 'frank.ellery',
        content: `You've done the big thing already. She told you and the roof stayed on. On the ordinary days we kept things ordinary. Dog walk after tea, every night, come or don't. She came about half the time.`,
        minutesLater: 47,
        up: 27,
      },
      {
        by: 'tunde',
        content: `I asked too often. "How are you feeling?" six times a day, until he said he felt like a weather report. We settled on a number out of ten, once, at bedtime, no follow-up unless it was under four. Under four I stayed.`,
        minutesLater: 95,
        up: 34,
      },
      {
        by: 'nate_w',
        content: `Tell somebody yourself. Not her story, your own bit of it. I carried it alone for two months and was no use to anyone. And if it ever feels urgent, don't wait for next week, ring 111 or the surgery the same day. You'll not be wasting their time.`,
        minutesLater: 180,
        up: 31,
      },
      {
        by: 'matt.oduya',
        content: `@tunde she likes the number. It was a five. She asked for mine. I said six, and she said "you can say five, Dad." So, five.`,
        minutesLater: 2900,
        up: 38,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'text',
    by: 'colin.m',
    hoursAgo: 810,
    title: 'In praise of the bad Saturday job',
    content: `Mine washes pots in a café in Otley, eight till two, and comes home smelling of egg. He's sixteen. He hated the first three weeks and I nearly told him to pack it in.

Then he stopped complaining about the work and started complaining about **the other pot-washer, who doesn't pull his weight**. I've waited sixteen years for that sentence.

He's bought his own trainers. He's also noticed how many hours a pair of trainers is. He put them on, looked down and said, "That's five Saturdays, that is." Then he walked round every puddle between there and the bus station.`,
    up: 33,
    down: 2,
    replies: [
      { by: 'ivan_p', content: `Five Saturdays. That should be on the price tag.`, minutesLater: 66, up: 22 },
      {
        by: 'priyesh',
        content: `Slightly against, sorry. Ours did this in her exam year and she was worn out by spring. Good job, wrong year. We let her stop and she went back in July.`,
        minutesLater: 205,
        up: 13,
      },
      {
        by: 'colin.m',
        content: `@priyesh no, that's sensible. He's got till February and then we'll look at it again. I've told the café, they were decent.`,
        minutesLater: 260,
        up: 8,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'eamonn',
    hoursAgo: 1045,
    title: 'Teaching him to shave: did you wait to be asked?',
    content: `There's a shadow. It's been there since August and in school photos it looks like he's had hot chocolate. He hasn't mentioned it. I haven't mentioned it. His little sister has mentioned it, at length.

I learned from the back of a foam tin and bled through a christening. I'd like to do better, but I don't want to make him feel looked at.`,
    up: 23,
    replies: [
      {
        by: 'wei.l',
        content: `I left a razor and some foam on his shelf and said "that's yours if you fancy it, shout if you want a hand." He shouted about ten days later, through the door, one word: "Direction?"`,
        minutesLater: 52,
        up: 36,
      },
      {
        by: 'rich-p',
        content: `Shave with the door open on a Sunday. Mine drifted in and leaned on the frame. I narrated, like a cookery programme.`,
        minutesLater: 110,
        up: 24,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'text',
    by: 'doug_f',
    hoursAgo: 1370,
    title: 'Note to myself about the argument on Sunday',
    content: `Putting this here so I can find it again. We rowed about the dishwasher, and it wasn't about the dishwasher. She's eighteen in the spring and she's going to Aberdeen if she gets the grades, and I've started picking at things. Plates. Shoes. The way she says "literally".

I think I'm trying to be annoyed so I'll mind less. It doesn't work. I mind exactly as much and I'm also annoying.

> You know I'm coming back for Christmas, you absolute plank.

That was her, through the bathroom door. I've emptied the dishwasher.`,
    up: 37,
    replies: [],
  },
]
