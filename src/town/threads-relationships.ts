import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'Relationships',
    type: 'question',
    by: 'will.hartley',
    hoursAgo: 167,
    title:
      'We have two kids under four, one shared calendar, no family nearer than ninety miles and we have not had a conversation that was not about logistics since about February, so how do we start again?',
    content: `It's all in the title really. We're not fighting. We're good at it, if anything, we run the house like a small depot. Handover at 5.40, bath, bottles, bins.

Last night we both sat down at nine and she said "so" and I said "so", and then we talked about the car's MOT.

I like her. I'd like to talk to her. It feels silly to book it in, but I can't see it happening on its own.`,
    up: 31,
    replies: [
      {
        by: 'nate_w',
        content: `Book it in. It feels silly for about two weeks. We had Thursday, phones in the bread bin, and one rule: no child and no appliance may be mentioned.`,
        minutesLater: 29,
        up: 24,
      },
      {
        by: 'sam.bright',
        content: `@nate_w we tried the rule and sat in silence. What worked for us was doing something with our hands, a jigsaw, cooking late. Talk turned up by itself.`,
        minutesLater: 63,
        up: 20,
      },
      {
        by: 'kieran.d',
        content: `It comes back. Ours were 20 months apart and I remember nothing of 2019. By the time the small one was four, we were people again.`,
        minutesLater: 120,
        up: 15,
      },
      {
        by: 'rob_staines',
        content: `I'd not wait for it to come back on its own, @kieran.d. We did that and it didn't.`,
        minutesLater: 149,
        up: 22,
      },
      {
        by: 'will.hartley',
        content: `Thanks all. We did a jigsaw. It's of a canal. She told me something about her work I'd not known for six months. We've agreed Tuesdays.`,
        minutesLater: 6100,
        up: 28,
      },
    ],
  },
  {
    category: 'Relationships',
    type: 'question',
    by: 'hassan.amin',
    hoursAgo: 11,
    title: 'How do you stop correcting how she does things, or her you?',
    content: `I fold the vests one way. She folds them another. I noticed yesterday that I refolded a pile she'd just done, with her stood there.

She does it to me with the dishwasher. We laughed, but it wasn't a nice laugh.

We're both tired, the baby is fourteen weeks. I don't think either of us cares about vests. What do you do with it?`,
    up: 14,
    replies: [
      {
        by: 'tom.alderton',
        content: `Whoever does the job owns the job, including badly. I've worn inside-out socks for three years and we're very happy.`,
        minutesLater: 18,
        up: 22,
      },
      {
        by: 'gareth.w',
        content: `For me it was wanting one thing in the day to be under control. Once I'd said that out loud to her, it was much less about the dishwasher.`,
        minutesLater: 47,
        up: 19,
      },
      {
        by: 'hassan.amin',
        content: `@gareth.w yes. That's it, isn't it. Nothing else folds.`,
        minutesLater: 60,
        up: 25,
      },
    ],
  },
  {
    category: 'Relationships',
    type: 'text',
    by: 'frank.ellery',
    hoursAgo: 640,
    title: 'Thirty-one years, and what I would tell the younger me',
    content: `Somebody at the Wednesday walk asked how we'd lasted. I gave a daft answer and then thought about it all the way home down the canal.

We nearly didn't. In year nine I slept at my brother's in Wakefield for five weeks. I'd been right about a lot of things and it had got me a camp bed.

I came back because she rang about the boiler and at the end of it said "are you eating". That's all. I've never worked out a lesson from it, except that one of you has to ring about the boiler.

I'd tell the younger me to be right less often, and to look up when she comes in.`,
    up: 38,
    replies: [
      {
        by: 'callum.reid',
        content: `"I'd been right about a lot of things and it had got me a camp bed." Reading that to myself each morning.`,
        minutesLater: 33,
        up: 36,
      },
      { by: 'rich-p', content: `I'm in year nine. Thanks, Frank.`, minutesLater: 95, up: 29 },
      {
        by: 'frank.ellery',
        content: `@rich-p come on the walk on Wednesday. You needn't say anything, half of them don't.`,
        minutesLater: 130,
        up: 27,
      },
      {
        by: 'ivan_p',
        content: `Some of us rang about the boiler and she still went. It's good advice, Frank, but it takes two. Not a complaint.`,
        minutesLater: 410,
        up: 21,
      },
      {
        by: 'frank.ellery',
        content: `@ivan_p quite right. I was lucky as well, and I ought to have put that in.`,
        minutesLater: 455,
        up: 24,
      },
    ],
  },
  {
    category: 'Relationships',
    type: 'question',
    by: 'omar.s',
    hoursAgo: 88,
    title: "She earns more, I do the pick-ups, and her dad can't leave it alone",
    content: `I went down to three days after our second. It made sense, her job pays nearly double and I like being at the gate. We're both fine with it.

Her father isn't. Every Sunday there's one. "Has the boss let you out?" "Who wears the apron?" Always smiling. My son is five and has started listening.

My wife says that's just how he is. I've laughed along for a year and I've stopped finding it funny. Do I say something, or does she?`,
    up: 22,
    replies: [
      {
        by: 'marcus_o',
        content: `She does, ideally, it's her dad. But she has to know it's not a small thing to you. Have you told her in those words, about your son listening?`,
        minutesLater: 25,
        up: 26,
      },
      {
        by: 'bigdave',
        content: `I'd say it myself. Quietly, just the two of you, over the washing-up: "I'd rather you didn't, in front of the boy." Men of that age mostly respect a straight sentence.`,
        minutesLater: 58,
        up: 21,
      },
      {
        by: 'tariq.h',
        content: `@bigdave mostly. In some families, son-in-law saying that to the father is a two-year event. You know yours, Omar.`,
        minutesLater: 84,
        up: 17,
      },
      {
        by: 'omar.s',
        content: `It would be a two-year event. I told my wife last night about our lad. She went quiet and said she'd ring him.`,
        minutesLater: 1310,
        up: 23,
      },
      { by: 'stefan_n', content: `Good on her. And the gate is a fine place to be.`, minutesLater: 1402, up: 14 },
    ],
  },
  {
    category: 'Relationships',
    type: 'text',
    by: 'ross.mc',
    hoursAgo: 415,
    title: "Went to couples counselling. It wasn't what I thought",
    content: `I'd put it off for a year because I thought I'd be sat in a chair and marked.

There were three chairs and a box of tissues and a clock I couldn't see. For the first two sessions I mostly described what she does. Third one the counsellor asked me _what I was afraid would happen_ if I stopped being annoyed, and I had no answer, and I drove home round the ring road twice.

We're six in. We aren't fixed. We had a row in the car park after the fourth. But we've stopped having the same row, we have new ones, which I'm told is progress.

There was an eight-week wait, so if you're thinking about it, I'd put your name down while you think.`,
    up: 33,
    down: 1,
    replies: [
      {
        by: 'owen_t',
        content: `How did you bring it up? Every way I try it in my head, it sounds like a threat.`,
        minutesLater: 46,
        up: 11,
      },
      {
        by: 'ross.mc',
        content: `@owen_t I didn't, she did. But what she said was "I'd like us to get some help, I'm no good at this bit". It was the "I'm" that let me say yes.`,
        minutesLater: 72,
        up: 32,
      },
      {
        by: 'colin.m',
        content: `Ours ended with us splitting up, kindly. I still think it was money well spent. We can stand next to each other at parents' evening.`,
        minutesLater: 205,
        up: 28,
      },
      {
        by: 'phil.grady',
        content: `Didn't do a thing for us, if I'm honest. We got on with the counsellor better than with each other. Second one we tried was much better, so don't judge it by the first.`,
        minutesLater: 390,
        up: 16,
      },
    ],
  },
  {
    category: 'Relationships',
    type: 'question',
    by: 'matt.oduya',
    hoursAgo: 22,
    title: 'All our friends are her friends',
    content: `We moved to Horsforth for her job and in three years I've made no mates of my own. We see people, it's lovely, but they're couples she found. If we had a bad month, I'd have nobody to ring who didn't already have her side of it.

She's noticed as well. She said, nicely, that she can't be the only person I talk to. It stung because it's true.

Where did you actually meet people, past thirty-five, with a small one attached?`,
    up: 25,
    replies: [
      {
        by: 'jaewon',
        content: `Same place in life two years ago. For me it was the same bench at the same swimming lesson for ten weeks. Week eleven he said "do you want to get a coffee" and I nearly cried.`,
        minutesLater: 22,
        up: 28,
      },
      {
        by: 'simon.tull',
        content: `Saturday morning at the community garden. You don't have to talk, you dig next to somebody.`,
        minutesLater: 51,
        up: 14,
      },
      {
        by: 'gareth.w',
        content: `I'm in Horsforth. Hall Park, Sunday, half nine, with a three-year-old who only goes on one swing. You'd be doing me a favour.`,
        minutesLater: 104,
        up: 26,
      },
      {
        by: 'matt.oduya',
        content: `@gareth.w mine only goes on the other one. See you Sunday.`,
        minutesLater: 131,
        up: 33,
      },
    ],
  },
  {
    category: 'Relationships',
    type: 'question',
    by: 'noah_v',
    hoursAgo: 311,
    title: 'Do you argue in front of the kids?',
    content: `We grew up opposite ways. In her house everyone shouted and then ate. In mine nobody raised their voice and my parents announced the divorce at breakfast.

So she thinks a row in the kitchen is normal and I go white and take it to the garage. She says the kids should see us make up. I say they should be spared the first part.

Ours are six and three. Where do you draw it?`,
    up: 17,
    replies: [
      {
        by: 'andrej',
        content: `Disagree in front of them, yes. About money, about each other's families, or after ten at night, no. And if they saw the start, they get to see the end.`,
        minutesLater: 35,
        up: 27,
      },
      {
        by: 'sunil',
        content: `Mine was a silent house too. I always knew when something was wrong, I just had to guess what. I guessed it was me. I'd rather they hear a normal row.`,
        minutesLater: 80,
        up: 30,
      },
      {
        by: 'ben.ashby',
        content: `@sunil and I grew up with shouting and I still flinch at a cupboard door. There's a lot of room between. I go by their faces. If they've gone still, we stop.`,
        minutesLater: 118,
        up: 31,
      },
      {
        by: 'noah_v',
        content: `"If they've gone still, we stop." Taking that home to both of us.`,
        minutesLater: 165,
        up: 19,
      },
    ],
  },
  {
    category: 'Relationships',
    type: 'text',
    by: 'harv',
    hoursAgo: 902,
    title: 'Our first night out in nineteen months, minute by minute',
    content: `**18.30** Her sister arrives. We explain the bedtime for twenty-five minutes. She has three children.

**19.05** In the car. Neither of us can remember how it goes without a rhyme on.

**19.30** Restaurant in town. A cloth on the table. I move her knife out of reach from habit.

**19.50** We've run through everything. I ask her what she's reading. She's reading the same page she was reading in spring.

**20.20** She starts laughing about the knife and can't stop.

**20.45** Both yawning. Pudding to take away.

**21.15** We eat it in the car outside our own house with the lights off, because if we go in, it's over.

**21.40** The sister waves at us from the window. She's known for ages.`,
    up: 37,
    replies: [
      {
        by: 'mateo_r',
        content: `Pudding in the dark car is the most romantic thing on this site.`,
        minutesLater: 28,
        up: 29,
      },
      { by: 'kieran.d', content: `Cut up my brother-in-law's steak once. He let me.`, minutesLater: 66, up: 35 },
      { by: 'wei.l', content: `@kieran.d and? Was he pleased?`, minutesLater: 74, up: 8 },
      { by: 'kieran.d', content: `He said it was very even.`, minutesLater: 81, up: 36 },
    ],
  },
  {
    category: 'Relationships',
    type: 'question',
    by: 'eamonn',
    hoursAgo: 540,
    title: 'How much do you tell a new partner about the old marriage?',
    content: `Divorced three years, two boys half the week. I've been seeing someone since the autumn and it's good, good enough that she's asked what went wrong before.

I've got a short version where it just ran its course. And there's the real one, where I was hard to live with for about two years after my redundancy. I'm not that now. But I don't want to start with a lie, and I don't want to read her the whole file either.`,
    up: 20,
    replies: [
      {
        by: 'ivan_p',
        content: `What you wrote here is about forty words and it's honest. I'd say exactly that, and leave her room to ask the rest.`,
        minutesLater: 39,
        up: 31,
      },
      {
        by: 'jonty',
        content: `I'd leave it a while. Everyone's ex story sounds either like a confession or a prosecution in the first year.`,
        minutesLater: 115,
        up: 9,
      },
      {
        by: 'pete_rowan',
        content: `@jonty but she asked. If someone asks, I think you answer. You only get to be the one who told her once.`,
        minutesLater: 142,
        up: 24,
      },
      {
        by: 'eamonn',
        content: `Told her on a walk round Roundhay Park. She listened for a whole lap and then told me hers. Hers was longer.`,
        minutesLater: 7300,
        up: 33,
      },
    ],
  },
  {
    category: 'Relationships',
    type: 'text',
    by: 'greg-l',
    hoursAgo: 1120,
    title: "She wants a third, I don't. There isn't a half",
    content: `We've got two girls, eight and five. I'm forty-three. I feel like we've just got our heads above the water, and she feels like someone's missing from the table. Those were her words, and I've not been able to eat at the table since without counting the chairs.

Neither of us is being unreasonable. That's what's so hard, there's nobody to be cross with. Whichever way it goes, one of us gives up something for good.

Has anyone been here? I'm not after a yes or no, more how you talked about it without it getting into everything else.`,
    up: 27,
    replies: [
      {
        by: 'andrej',
        content: `We gave it a season. Nobody argues their case until the clocks change, then we each say where we are. It got it out of every Tuesday night. She changed her mind, as it happens, but I nearly had too.`,
        minutesLater: 60,
        up: 30,
      },
      {
        by: 'tunde',
        content: `I was you. We had the third. He's four, he's a riot, and I was very tired and not very nice for two years. I'd not swap him and I'd not pretend it was free.`,
        minutesLater: 130,
        up: 33,
      },
      {
        by: 'owen_t',
        content: `I was her. We stopped at one. I still get a pang at small shoes. What helped is that my wife never once told me I ought to be over it.`,
        minutesLater: 275,
        up: 37,
      },
      {
        by: 'greg-l',
        content: `@owen_t thank you for that. I think I have been telling her, a bit.`,
        minutesLater: 320,
        up: 26,
      },
      {
        by: 'chidi',
        content: `We saw someone for three sessions only for this question. It was good to have a third person hold the clipboard.`,
        minutesLater: 1500,
        up: 13,
      },
    ],
  },
  {
    category: 'Relationships',
    type: 'text',
    by: 'yusuf.k',
    hoursAgo: 705,
    title: 'The list that stopped our Sunday row',
    content: `We had the same argument every Sunday about who does more. One week, instead of having it, we each wrote down everything we do, including the things you do in your head. Separate rooms, twenty minutes.

Mine had 31 lines and I was pleased with it. Hers had **74**.

Things on hers I didn't know were jobs:

- knowing what size shoes they're in
- thank-you texts to _my_ mother
- checking there's a clean PE kit _before_ the day
- noticing the toothpaste is going

> I don't want you to help. I want you to notice.

That's what she said when I offered to help. I took fourteen lines off her, whole, including the noticing. I've forgotten PE twice. The list we used is much like this one: https://example.org/house/who-does-what`,
    up: 35,
    down: 3,
    replies: [
      {
        by: 'joel-b',
        content: `Did this last night. 28 to 66. I'd like to thank you and also I'd like my Sunday back.`,
        minutesLater: 1260,
        up: 29,
      },
      {
        by: 'doug_f',
        content: `Not to be awkward, but do lines count the same? Toothpaste isn't the same as re-felting a roof. I can see this starting a row as easily as stopping one.`,
        minutesLater: 1350,
        up: 12,
      },
      {
        by: 'yusuf.k',
        content: `@doug_f you re-felt it once in fifteen years. The toothpaste never ends. That was my wife, reading over my shoulder.`,
        minutesLater: 1388,
        up: 38,
      },
      { by: 'doug_f', content: `Point to your wife.`, minutesLater: 1395, up: 31 },
    ],
  },
  {
    category: 'Relationships',
    type: 'question',
    by: 'simon.tull',
    hoursAgo: 1275,
    title: 'Present for a tenth anniversary when we said no presents?',
    content: `We said no presents. We said it last year as well and she'd got me one. The year before I got her one and she hadn't, and she was upset that I had.

I don't believe there's a right answer, but it's on the 14th and I'd like to see some working.`,
    up: 11,
    replies: [
      {
        by: 'bigdave',
        content: `Something that isn't a present. Wash her car and fill it up. If she's bought you something, it's a present. If she hasn't, it's a clean car.`,
        minutesLater: 55,
        up: 34,
      },
    ],
  },
  {
    category: 'Relationships',
    type: 'text',
    by: 'nate_w',
    hoursAgo: 540,
    title: 'Two years after the separation, the spreadsheet is nearly boring',
    content: `When we split up I couldn't open the post. I don't mean I didn't like to; I had a carrier bag of envelopes on the back of a door and walked past it sideways.

What got me going was a volunteer at an advice place in town, a retired woman with a cardigan, who tipped the bag out and sorted it into three piles: _today_, _this month_, _rubbish_. The rubbish pile was the biggest. I nearly cried on her cardigan.

Two years on it's one sheet, one debt, going down. I did it this morning in ten minutes and felt nothing at all. If you've got a bag, there are free people who'll tip it out with you. They've seen worse bags.`,
    up: 37,
    replies: [
      {
        by: 'luca.b',
        content: `I've got a drawer. Thank you for this. I'm going to ring someone tomorrow.`,
        minutesLater: 122,
        up: 28,
      },
      {
        by: 'nate_w',
        content: `@luca.b don't sort it first. I tried to tidy mine so she wouldn't think badly of me. Just take the drawer.`,
        minutesLater: 139,
        up: 33,
      },
      { by: 'luca.b', content: `Rang. Thursday at ten. Taking the actual drawer.`, minutesLater: 1620, up: 38 },
    ],
  },
]
