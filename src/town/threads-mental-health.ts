import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'Mental Health',
    type: 'question',
    by: 'kieran.d',
    hoursAgo: 9.8,
    title: 'What do you do with the first hour after you drop them back?',
    content: `Every other Sunday, six o'clock. I drive back from their mum's and the car still smells of crisps. Then I open the flat and it's exactly how they left it, a sock on the telly, and I can't tidy it and I can't sit in it.

I've tried the gym, it shuts at six. I've tried ringing my brother, but he's doing bath time.

It's only about an hour. By half seven I'm all right. But I start dreading it from Saturday dinnertime, and that's a waste of a Saturday.`,
    up: 29,
    down: 0,
    replies: [
      {
        by: 'dan_kowalczyk',
        content:
          "I don't go home. I drive to the chippy in Farsley and eat in the van with the radio on. Flat's different when you walk in full. Been doing it four years.",
        minutesLater: 16,
        up: 25,
      },
      {
        by: 'ross.mc',
        content:
          "Mine's a station platform rather than a doorstep. I leave the sock. It stays till he's back. Some folk would say that's daft, and it works for me.",
        minutesLater: 71,
        up: 18,
      },
      {
        by: 'doug_f',
        content:
          "@ross.mc I'm the other way, I had to tidy the lot in ten minutes flat or I'd be sat holding a sock at midnight. Try both.",
        minutesLater: 90,
        up: 14,
      },
      {
        by: 'marcus_o',
        content:
          "I'm in Chapel Allerton and I walk the dog at half six on Sundays. You're welcome to come and not talk.",
        minutesLater: 205,
        up: 31,
      },
      {
        by: 'kieran.d',
        content: '@marcus_o I might take you up on that. Cheers lads. Chippy this week.',
        minutesLater: 333,
        up: 12,
      },
    ],
  },
  {
    category: 'Mental Health',
    type: 'text',
    by: 'rob_staines',
    hoursAgo: 21.1,
    title: 'Went to the GP. Took me three years and eleven minutes',
    content: `Three years of saying I was just tired. Eleven minutes in the room.

I'd written it on the back of a job sheet because I knew I'd bottle it: _not sleeping, snapping at the lads, don't enjoy owt, sat in the van for forty minutes on Tuesday and can't say why_. I just handed it over. She read it, put it down, and said "how long's it been like this?" and I had to look at the poster about flu for a bit.

No fireworks. I'm on a list to talk to somebody, and I've to go back in a fortnight. But I told my wife about the van, and then my eldest made me a brew without being asked, so somebody's been talking.

If you've got a job sheet, write on the back of it.`,
    up: 38,
    down: 0,
    replies: [
      {
        by: 'callum.reid',
        content: 'Reading this on my break. I have a lot of job sheets. Well done mate.',
        minutesLater: 12,
        up: 22,
      },
      {
        by: 'pete_rowan',
        content: 'The handing it over is the hard bit. Everything after is just appointments. Glad you went.',
        minutesLater: 55,
        up: 27,
      },
      {
        by: 'tunde',
        content:
          'From the other side of the desk: we love a list. Nobody thinks less of you. They think, thank God, he wrote it down.',
        minutesLater: 148,
        up: 33,
      },
      {
        by: 'andrej',
        content: 'Where I am from, men do not do this. I will think about it. Thank you for writing.',
        minutesLater: 702,
        up: 19,
      },
    ],
  },
  {
    category: 'Mental Health',
    type: 'question',
    by: 'will.hartley',
    hoursAgo: 64.4,
    title: "Her birthday's next week. What do you do with a birthday?",
    content: `It'll be the third one since my wife died. First year we did a big walk with everyone and it was too much. Last year I did nothing and said nothing, and my daughter found me out, because she'd made a card and had it in her bag all day at school.

They're 8 and 11. The little one doesn't remember that much and gets upset about _that_ rather than anything else.

I want something in between. Small, ours, and not in a restaurant. Anyone?`,
    up: 32,
    down: 0,
    replies: [
      {
        by: 'frank.ellery',
        content:
          "I have her tea. Liver and onions, can't stand it. I cook it and eat it and tell whoever's there about the time she threw a plate at me. The little ones love that. Liver once a year won't kill you.",
        minutesLater: 38,
        up: 34,
      },
      {
        by: 'colin.m',
        content:
          'We do a box. Anyone can put something in, nobody has to say what it is. Our lad puts conkers in. We open it on the day, then it goes back on the wardrobe.',
        minutesLater: 160,
        up: 24,
      },
      {
        by: 'eamonn',
        content:
          'For the little one: get her friends to each write one story down. Then he has them, and it does not matter who remembers.',
        minutesLater: 245,
        up: 29,
      },
      {
        by: 'will.hartley',
        content:
          "Her thing was a fish finger sandwich on the back step, whatever the weather. I think that's it. I think that's what we'll do. And @eamonn I'm ringing her sister tonight about the stories.",
        minutesLater: 610,
        up: 36,
      },
    ],
  },
  {
    category: 'Mental Health',
    type: 'question',
    by: 'callum.reid',
    hoursAgo: 117.6,
    title: "Nights are making me someone I don't like. Is it the job or is it me?",
    content: `Four years on nights. In the last six months I've gone flat. Not sad exactly. My little girl shows me a picture and I hear myself say "lovely" like a recorded message.

I snap at the school run and then feel rotten about it all day, when I'm meant to be asleep. Days off I'm awake at 3 am in a house with nobody in it to talk to, and it gets very loud in my head.

The money's about £90 a week better than days and we've got used to it. I can't tell if I need a different job or a doctor or a slap.`,
    up: 24,
    down: 0,
    replies: [
      {
        by: 'ivan_p',
        content:
          'Not a slap. I am ten years at the bakery. I had this in the fifth winter. I told my boss and got two early shifts a week, and the colour came back slowly.',
        minutesLater: 44,
        up: 20,
      },
      {
        by: 'omar.s',
        content:
          'I know the 3 am house. I go and sit in the car and recite, or ring my cousin in Sudan who is also awake. Do you have one person who is up?',
        minutesLater: 102,
        up: 16,
      },
      {
        by: 'rob_staines',
        content:
          "\"Like a recorded message\" is exactly it. Doctor, mate. Doesn't mean it isn't the job as well, but you'll not work that out on your own at 3 am. If it gets very loud one night, ring 111 or a helpline rather than sit with it. They're up too.",
        minutesLater: 131,
        up: 30,
      },
      {
        by: 'harv',
        content: "I'd say job. £90 is £90, but I did nights for a year and came off and was myself in a month.",
        minutesLater: 400,
        up: 8,
      },
      {
        by: 'callum.reid',
        content: "@harv maybe. Booked the doctor first, for Thursday. @omar.s no, but it turns out there's you lot.",
        minutesLater: 1120,
        up: 28,
      },
    ],
  },
  {
    category: 'Mental Health',
    type: 'question',
    by: 'sam.bright',
    hoursAgo: 190.3,
    title: 'Can dads get it too? The low after a baby, I mean',
    content: `The health visitor asked my wife all the questions, how's your mood, are you enjoying things, and I was stood there holding the baby answering them in my head, and I wasn't getting good marks.

My wife's doing well. She had the hard part, she's the one with the stitches, and she's doing well. So I feel like a fraud even typing this.

I'm not in danger. I'm just grey, and I check the baby's breathing about thirty times a night. Is this a thing, or is it just no sleep?`,
    up: 30,
    down: 0,
    replies: [
      {
        by: 'tunde',
        content:
          "It's a thing. It's also no sleep, and you can't tell which from the inside, so tell someone whose job it is. Your health visitor will not be surprised if you ring and say \"and me\".",
        minutesLater: 27,
        up: 31,
      },
      {
        by: 'jaewon',
        content:
          'I checked the breathing also. I put a chair there to make it more comfortable, and then I understood it was not a good sign that I had furniture for it.',
        minutesLater: 83,
        up: 26,
      },
      {
        by: 'luca.b',
        content: 'You are not a fraud. There is not one bucket of difficulty that your wife has already used.',
        minutesLater: 150,
        up: 35,
      },
      {
        by: 'greg-l',
        content:
          'Told my wife at about this stage. I thought I was adding to her load. She said the load was wondering what was up with me.',
        minutesLater: 512,
        up: 29,
      },
      {
        by: 'sam.bright',
        content: 'Told her. We both rang. Somebody is coming Friday to talk to the pair of us. Thank you.',
        minutesLater: 2970,
        up: 33,
      },
    ],
  },
  {
    category: 'Mental Health',
    type: 'text',
    by: 'pete_rowan',
    hoursAgo: 277.9,
    title: 'Four years today',
    content: `Four years without a drink. I didn't plan to mark it, but my daughter put a 4 candle in a crumpet this morning. It was a leftover from a cousin's party and had a unicorn on it.

I want to say the unglamorous bit, because I'd have liked to read it. The first year wasn't a new life. It was the same life with the sound on. I was boring and cross, and I went to bed at nine because the evening had nothing in it. My marriage didn't survive it; people assume it was the drinking that ended it, and it was really the stopping, when we'd both got a good look.

What changed was small. I remembered what she'd told me the day before. That was it, for about two years: she'd say something, and the next day I'd still know it. She noticed before I did.

She's fifteen now and told me on Tuesday about a lad. I kept my face completely still.

If you're on day one: it's a long day. It does end.`,
    up: 38,
    down: 0,
    replies: [
      {
        by: 'bigdave',
        content: 'Eleven years here, never told anyone on a computer before. Well done, Pete.',
        minutesLater: 50,
        up: 37,
      },
      {
        by: 'phil.grady',
        content: '"The same life with the sound on." I\'m going to be thinking about that on my round all week.',
        minutesLater: 122,
        up: 21,
      },
      {
        by: 'gareth.w',
        content: 'A crumpet is the correct vessel for a candle. Proud of you, mate, and for once I have nowt to add.',
        minutesLater: 300,
        up: 25,
      },
    ],
  },
  {
    category: 'Mental Health',
    type: 'question',
    by: 'andrej',
    hoursAgo: 341.5,
    title: 'Talking to somebody when English is the second language: is it worth it?',
    content: `I got an offer to talk with a counsellor, six times, through my work. My English is good for buses and good for the school. For this I don't know. When I'm upset the words go, and what's left is very simple, like a child's.

I'm afraid I'll spend the hour looking for a word and she'll write down that I am "fine".

Did anybody do this in a second language? Or ask for your own?`,
    up: 17,
    down: 0,
    replies: [
      {
        by: 'mateo_r',
        content:
          'I did it in English. The simple words were better. In Spanish I am very clever and I can hide. In English I said "I am sad about my father" and there was nowhere to go after that.',
        minutesLater: 65,
        up: 34,
      },
      {
        by: 'ali-r',
        content:
          'I asked for Arabic and waited longer, and for me it was right. Some things I only have in Arabic. Ask them, the worst is they say no.',
        minutesLater: 180,
        up: 22,
      },
      {
        by: 'stefan_n',
        content:
          'Write it in Slovak the night before, then put it in English with a dictionary. You come with the words already in your pocket.',
        minutesLater: 333,
        up: 19,
      },
      {
        by: 'wei.l',
        content:
          'Also you may say a word in your language and then explain it for five minutes. That five minutes was the best part for me.',
        minutesLater: 820,
        up: 24,
      },
      {
        by: 'andrej',
        content: 'First meeting was Monday. I used @stefan_n way. We stayed on one word the whole hour.',
        minutesLater: 12400,
        up: 27,
      },
    ],
  },
  {
    category: 'Mental Health',
    type: 'text',
    by: 'tariq.h',
    hoursAgo: 468.2,
    title: 'Things redundancy did to me that I only noticed later',
    content: `Two years on. I'm all right now, better than all right. But at the time:

- I kept setting the alarm for 6.20.
- I stopped going to the shop on our road before four in case anyone asked.
- I told my dad I was "consulting". I was consulting the children about lunch.
- I got very strict about the dishwasher.

I thought I was coping because I was busy. My wife said, quite kindly, that I was running the house like I was about to be inspected.

What got me out of it was an allotment, mostly because there's nobody there to report to. Plus saying "I was made redundant" out loud to a man selling compost. He said "aye, me too", and carried on.`,
    up: 27,
    down: 1,
    replies: [
      {
        by: 'ben.ashby',
        content: "The dishwasher one's me right now and I've still got a job. Hm.",
        minutesLater: 41,
        up: 20,
      },
      {
        by: 'sunil',
        content:
          'My father left the house at 8 in a suit for five months in 1991. We found out when I was thirty. I wish he had met your compost man.',
        minutesLater: 230,
        up: 32,
      },
      {
        by: 'owen_t',
        content:
          'The shop before four. I chose to stop at home and I still did that the first year. Took a while to stop explaining myself at the till.',
        minutesLater: 505,
        up: 17,
      },
    ],
  },
  {
    category: 'Mental Health',
    type: 'question',
    by: 'noah_v',
    hoursAgo: 742.4,
    title: 'I shouted and she flinched. How do you come back from that?',
    content: `She's four. She'd tipped a whole bowl of yoghurt in the bike box, on purpose, laughing, when we were already late. I shouted, in Dutch, which she knows is the serious one, and she put her hands up over her face.

I've never touched her and never would. But my father was a shouter and I know that move with the hands. I invented that move.

I said sorry, and she said "okay papa" and wanted a biscuit. She's forgotten it. I haven't slept.`,
    up: 28,
    down: 1,
    replies: [
      {
        by: 'marcus_o',
        content:
          "You saw it, you said sorry, and you've lost sleep. Did your dad do any of those? Mine didn't. That's the difference, and it isn't a small one.",
        minutesLater: 19,
        up: 36,
      },
      {
        by: 'hassan.amin',
        content:
          'I say to mine: "That was my bad temper, it was not your fault." Using the same words every time. They now say it to each other, usually while lying about whose fault it was.',
        minutesLater: 96,
        up: 27,
      },
      {
        by: 'jonty',
        content:
          "I'd not beat yourself up but I wouldn't file it either. I did a few evenings on a parenting course about exactly this. Thought it'd be awful. It was eight knackered people and a flipchart, and it helped.",
        minutesLater: 350,
        up: 18,
      },
      {
        by: 'noah_v',
        content:
          '@jonty do you still have the name of it? And thank you, all of you. We cleaned the bike together on Sunday.',
        minutesLater: 1410,
        up: 16,
      },
    ],
  },
  {
    category: 'Mental Health',
    type: 'text',
    by: 'omar.s',
    hoursAgo: 911.3,
    title: 'What I hear in the taxi',
    content: `I drive nights. Men talk to the back of my head because they don't have to see my face. I don't repeat what they say. But I can tell you the shape of it.

Most of them start with football. Then a silence, near the ring road. Then "have you got kids, mate?" When I say three, they tell me.

They tell me they miss theirs, or they're frightened of being like their father, or they've not spoken to anyone all day until me. Then they say "sorry, I don't know why I'm telling you", pay, and walk very straight up the path.

I think half of Leeds is saying this to the other half's taxi driver. You could say it to each other and save the fare.`,
    up: 38,
    down: 0,
    replies: [
      {
        by: 'frank.ellery',
        content: "I've been that passenger. He turned the meter off and let me finish. Never got his name.",
        minutesLater: 130,
        up: 35,
      },
      {
        by: 'leo.marsh',
        content: '"You could say it to each other and save the fare." Put that on the side of the cab.',
        minutesLater: 288,
        up: 23,
      },
      { by: 'kieran.d', content: 'And who do you tell, Omar?', minutesLater: 404, up: 30 },
      { by: 'omar.s', content: '@kieran.d My cousin. And now, it seems, here.', minutesLater: 1150, up: 31 },
    ],
  },
  {
    category: 'Mental Health',
    type: 'question',
    by: 'simon.tull',
    hoursAgo: 1140.8,
    title: 'How do you stop being on guard when there is nothing to guard?',
    content: `My son's autistic and ten. For years I've walked into every room looking for the hand dryer, the dog, the balloon. I'm good at it. We've had a calm year; he's happy at his school.

He was at his gran's on Saturday night. We went for a curry, first time in ages, and I found I'd picked the seat facing the door and was counting balloons at somebody else's party. My wife said "he's not here, Si." My shoulders were up by my ears.

I don't want to lose it. It's useful. I'd just like to put it down on a Saturday.`,
    up: 23,
    down: 0,
    replies: [
      {
        by: 'rob_staines',
        content:
          "Had a version of this after the army. Nobody can tell you to relax. What helped was something that takes both hands and all your head. For me it's sharpening chisels. It goes down by itself when you're not watching it.",
        minutesLater: 75,
        up: 28,
      },
      {
        by: 'joel-b',
        content:
          "We had it in the first year after adoption. Our social worker said let the other one be 'on'. We actually say it: \"I've got it, you're off.\" Being told you're off helps more than you'd think.",
        minutesLater: 290,
        up: 24,
      },
      {
        by: 'colin.m',
        content: "Sit with your back to the door, next curry. You'll hate it for twenty minutes.",
        minutesLater: 777,
        up: 13,
      },
      {
        by: 'simon.tull',
        content: '@colin.m I lasted twelve. Will report back after the next one.',
        minutesLater: 30200,
        up: 20,
      },
    ],
  },
  {
    category: 'Mental Health',
    type: 'text',
    by: 'yusuf.k',
    hoursAgo: 1388.5,
    title: 'A walk, Thursdays at 8 pm, round the lake at Roundhay',
    content: `After homework table I'm usually wound up like a clock, so I've started walking it off. It's about a mile and a half round Waterloo Lake with the bit by the dam, and a torch is useful.

There's no sign-up and no sharing circle. You can talk or not talk. If you need a lift from the south side I've got **three seats** and one of them has a booster in it.

I'll be by the café doors at eight. If nobody comes I'll go round on my own and feel better anyway, so there's no pressure.`,
    up: 19,
    down: 0,
    replies: [],
  },
]
