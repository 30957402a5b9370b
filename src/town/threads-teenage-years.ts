import type { Thread } from './types.ts'

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
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'tariq.h',
    hoursAgo: 226,
    title: 'Fifteen and a boyfriend. I have met him and he is fine. Why am I like this?',
    content: `He came to the house. He took his shoes off without being told. He ate two helpings and talked to my mother about her tomatoes. I can find nothing wrong with the boy at all and it's keeping me up.

I'm not one for the big scary dad act, I think it's daft and a bit insulting to her. But I catch myself standing in the hall when there's no reason to be in the hall.

What's a **reasonable** rule at this age? We've said living room, door open, home by nine.`,
    up: 25,
    down: 2,
    replies: [
      {
        by: 'matt.oduya',
        content: `Those are about what we had. The thing I'd add is a no-questions lift home: any time, any place, and no talk until the next day. Used twice in three years.`,
        minutesLater: 37,
        up: 30,
      },
      {
        by: 'doug_f',
        content: `Door open at fifteen seems strict to me. Mine would have gone to sit in a bus shelter instead, and I'd rather have the door shut and her in the house.`,
        minutesLater: 90,
        up: 12,
      },
      {
        by: 'ivan_p',
        content: `@doug_f And I'd say fifteen is fifteen. Living room's a nice room.`,
        minutesLater: 118,
        up: 14,
      },
      {
        by: 'tariq.h',
        content: `The lift home is going in. @doug_f I asked her and she said the door doesn't bother her but **me in the hall does**. So I am out of the hall.`,
        minutesLater: 1500,
        up: 27,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'phil.grady',
    hoursAgo: 583.7,
    title: "My lad's gone quiet. How do you ask without it being an interview?",
    content: `He's 16. He was never a chatterbox but since September he's upstairs by five and says "fine" to everything. Still eats. Still goes to school. Packed football in and won't say why.

I've done "you know you can talk to me". He looked at me like I'd offered him a leaflet.

I'm on my round at five in the morning going through everything I've said to him since he was nine. How do you get in?`,
    up: 22,
    down: 0,
    replies: [
      {
        by: 'matt.oduya',
        content:
          'Youth worker hat on: side by side, not face to face. Car, washing up, fixing something. And go first. Tell him something slightly rubbish about your own week and then leave it alone.',
        minutesLater: 33,
        up: 34,
      },
      {
        by: 'pete_rowan',
        content: 'Give him lifts. Long ones. Mine talks in the dark between Menston and home and nowhere else.',
        minutesLater: 78,
        up: 25,
      },
      {
        by: 'rob_staines',
        content:
          "Might also be nowt, they do go in for a bit. But I'd ring school and ask if they've noticed owt. Football's the bit I'd be curious about.",
        minutesLater: 140,
        up: 15,
      },
      {
        by: 'eamonn',
        content:
          '@rob_staines I would tell the lad before ringing the school. Mine found out I had done it and that was another six months of "fine".',
        minutesLater: 222,
        up: 19,
      },
      {
        by: 'tunde',
        content:
          "And if your gut says it's more than quiet, ask him straight how bad it gets. A plain question won't put anything in his head, and he can go and see the GP, with you or without.",
        minutesLater: 610,
        up: 28,
      },
      {
        by: 'phil.grady',
        content:
          'Took him on a tip run. Two trips. On the second one he told me about the football. It was a lad in the team. We are sorting it.',
        minutesLater: 8700,
        up: 37,
      },
    ],
  },
  {
    category: 'Teenage Years',
    type: 'question',
    by: 'rob_staines',
    hoursAgo: 164,
    title: 'How do you knock on the door of a fifteen-year-old?',
    content: `If I knock and wait he says nothing. If I knock and go in I have not waited. I would like to know the number of seconds.`,
    up: 12,
    replies: [],
  },
]
