import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'Stepfather Advice',
    type: 'question',
    by: 'nate_w',
    hoursAgo: 14,
    title: '"You\'re not my dad." First time. What did you say back?',
    content: `It was about a tablet and ten more minutes. He's eight, I've lived with them since he was six, and we've been getting on really well, so I think we were both surprised.

I said "no, I'm not, and it's still bedtime". Which I think was right, but it came out colder than I meant. He went up without a word.

His mum thinks I should leave it. I'd like to say something at breakfast. Or is that making it about me?`,
    up: 24,
    replies: [
      {
        by: 'marcus_o',
        content: `What you said was spot on. Maybe just soften the second half at breakfast: "You were cross. That's allowed. We're all right, you and me." Then pass the cereal and don't wait for an answer.`,
        minutesLater: 19,
        up: 32,
      },
      {
        by: 'phil.grady',
        content: `I'd leave it, like she says. He knows he said it. Making him go over it would be a second telling-off, to him.`,
        minutesLater: 40,
        up: 13,
      },
      {
        by: 'rob_staines',
        content: `Mine said it weekly for a year. I used to say "I know, mate". Truth takes the sting out of it. She's twenty-six and rings me about her tyres.`,
        minutesLater: 66,
        up: 35,
      },
      {
        by: 'nate_w',
        content: `@marcus_o did it, nearly word for word. He said "can I have the chocolate ones". I'm calling that a yes.`,
        minutesLater: 640,
        up: 30,
      },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'question',
    by: 'tariq.h',
    hoursAgo: 191,
    title: "Two languages in the house and she won't use mine",
    content: `My stepdaughter is nine and speaks English with her mum. I speak Arabic with my own son, four, who lives with us. She's started leaving the room when we do.

I never meant it as a wall. I asked whether she'd like to learn a bit and she said "it's your thing". I can't stop speaking it with my boy, my parents in Manchester have very little English.

How do you make a language a door and not a club?`,
    up: 21,
    replies: [
      {
        by: 'mateo_r',
        content: `We have Spanish, same problem. I stopped teaching and started asking her to teach _him_ the English for things. After a few months she began swapping, one of hers for one of his.`,
        minutesLater: 44,
        up: 23,
      },
      {
        by: 'ali-r',
        content: `أخي طارق، مررتُ بالشيء نفسه مع ابنة زوجتي. لم أطلب منها أن تتعلّم، بل صرتُ أترجم لها كل نكتة نضحك عليها حتى لا تظن أننا نضحك منها. وبعد سنة صارت تقول لي «صباح الخير» قبل أن أقولها أنا. اصبر عليها، فهي تراقب أكثر مما تُظهر.

Short version for everyone else: translate every joke, so she never thinks she's the joke.`,
        minutesLater: 98,
        up: 31,
      },
      {
        by: 'tariq.h',
        content: `@ali-r شكراً يا أخي. I hadn't thought about the laughing at all. That's exactly when she leaves.`,
        minutesLater: 126,
        up: 24,
      },
      {
        by: 'jaewon',
        content: `Different language, same room. I'd add: have one thing where she's the expert and you're the beginner. Mine corrects my Yorkshire.`,
        minutesLater: 340,
        up: 19,
      },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'question',
    by: 'joel-b',
    hoursAgo: 72,
    title: 'Can I sign school forms as a stepdad, and who do they ring?',
    content: `We got married in the summer. Her lad started at secondary in September and I do nearly all the drop-offs as she's on shifts at the hospital.

School had a trip form and the office said they needed "a parent". His dad's in the picture, every other weekend, fine man. I don't want to step on him. I just want to be on the list when somebody's been sick on a bus.

What did you do? Is there something proper in England or is it just asking the school?`,
    up: 13,
    replies: [
      {
        by: 'simon.tull',
        content: `Marrying her doesn't give you parental responsibility by itself. There's an agreement you can all sign, or a court order. For ringing and collecting though, his mum can just put you down as a contact. Ask the office for the form.`,
        minutesLater: 32,
        up: 22,
      },
      {
        by: 'marcus_o',
        content: `I kept the page I used to get my head round it, sorry about the length of the thing: https://example.org/families/step-parents/england-and-wales/parental-responsibility/who-can-sign-what-at-school-and-at-the-surgery/a-plain-guide-for-step-parents-carers-and-everyone-else?section=trips-and-medical-forms&audience=stepfathers&region=yorkshire-and-the-humber&version=2-revised-after-comments&print=no#what-to-say-to-the-school-office-when-they-ask-for-a-parent`,
        minutesLater: 71,
        up: 11,
      },
      {
        by: 'harv',
        content: `@marcus_o that's not a link, that's a bus route. Useful though.`,
        minutesLater: 80,
        up: 26,
      },
      {
        by: 'colin.m',
        content: `Speaking as the other dad in this sort of set-up: have her tell him first. I found out from a school text that another man was "contact 2". I'd have said yes. I'd just have liked to be asked.`,
        minutesLater: 205,
        up: 34,
      },
      {
        by: 'joel-b',
        content: `@colin.m she rang him tonight. He said "makes sense, he's closer". I'm contact 3 and I'm oddly proud.`,
        minutesLater: 1620,
        up: 29,
      },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'text',
    by: 'rob_staines',
    hoursAgo: 820,
    title: 'She put me on the wedding list as "Rob"',
    content: `My stepdaughter gets married in June. I came in when she was seven. Her dad's alive and well, lives in York, good bloke, he'll walk her down.

She sent the table plan round. Top table: Mum, Dad, and then just "Rob". No word after it. I looked at it for a good while, I'll admit, and went out and cut the grass, which didn't need it.

Then she rang and said there wasn't a word she liked. Stepdad sounds like a film. "You're not my step anything, you're Rob. Everybody knows what that means."

So I'm Rob. I've had worse titles.`,
    up: 38,
    replies: [
      { by: 'frank.ellery', content: `That's the best title on the plan.`, minutesLater: 17, up: 37 },
      {
        by: 'tom.alderton',
        content: `I read this in a car park in Pudsey and now I need a minute before I go in for paint.`,
        minutesLater: 52,
        up: 33,
      },
      { by: 'bigdave', content: `How's the grass?`, minutesLater: 90, up: 28 },
      { by: 'rob_staines', content: `@bigdave very short.`, minutesLater: 97, up: 36 },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'question',
    by: 'ivan_p',
    hoursAgo: 260,
    title: 'Moving in next month. Whose house should it be?',
    content: `Her place in Garforth is bigger and it's near the kids' school (ten and seven). So the sensible thing is I move in there. But it's also where they lived with their dad. His height marks for them are on the kitchen door, and his paint's on every wall.

I don't want to be the man who repaints. I don't want to be a lodger for ten years either.

If you moved into theirs, what did you change, and when?`,
    up: 18,
    replies: [
      {
        by: 'jonty',
        content: `I changed nothing for a year except the shelf by my side of the bed. Then the kids asked if we could do the living room. If they ask, it's theirs.`,
        minutesLater: 36,
        up: 25,
      },
      {
        by: 'phil.grady',
        content: `I'd do the opposite, and quite soon. One room, chosen together, kids pick the colour. Otherwise everybody tiptoes round it and it gets bigger. Never touch the height marks.`,
        minutesLater: 81,
        up: 22,
      },
      {
        by: 'pete_rowan',
        content: `We moved all of us to somewhere new, smaller, and it was hard on money but nobody was the guest. Not everyone can. Worth saying out loud as an option.`,
        minutesLater: 150,
        up: 14,
      },
      {
        by: 'ivan_p',
        content: `@phil.grady asked them. Hallway. They've chosen an orange I can only describe as urgent.`,
        minutesLater: 4020,
        up: 32,
      },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'text',
    by: 'sunil',
    hoursAgo: 128,
    title: "Different rules at his dad's, and I'm always the strict one",
    content: `At his dad's: games until eleven, takeaway, no homework on Sundays. Comes back to us on Sunday night at eight like he's been at a festival. He's eleven.

His mum works Monday mornings so it's me who gets him up. So I'm the one with the shoes and the maths and the face. I've become the weather.

I'm not going to slag off his dad, he sees him four days a month and wants them to be fun, I'd do the same. How do you not be only Monday?`,
    up: 20,
    replies: [
      {
        by: 'kieran.d',
        content: `Hand the rules to her as much as you can. She sets them, you just say "your mum's list says shoes". And find one thing in the week that's you and him and nobody's list.`,
        minutesLater: 30,
        up: 21,
      },
      {
        by: 'ivan_p',
        content: `From the other side: I was the festival dad. I'd have moved bedtime if anybody had told me what Mondays looked like. Nobody did, they just sighed at the door.`,
        minutesLater: 94,
        up: 35,
      },
      {
        by: 'sunil',
        content: `@ivan_p we do sigh at the door. I hadn't seen it like that.`,
        minutesLater: 122,
        up: 20,
      },
      {
        by: 'andrej',
        content: `Monday breakfast out. Bacon sandwich at the café by the station, half seven. Costs me nine quid a week and he's up before I am.`,
        minutesLater: 260,
        up: 28,
      },
      {
        by: 'sunil',
        content: `His mum has texted his dad, nicely. And we've had one bacon sandwich. He talked all the way through it, about frogs.`,
        minutesLater: 5870,
        up: 27,
      },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'question',
    by: 'ben.ashby',
    hoursAgo: 345,
    title: "I don't love them yet. Is that allowed?",
    content: `I'd only write this here. I've been with their mum two years, living together for eight months. Two girls, twelve and nine. They're decent kids. I do the lifts, I know who's fallen out with whom, I'd stand in front of a car for them.

But my own son's five and when he walks into a room something happens in my chest, and with them it doesn't. I feel like a fraud at the tea table.

Does it come?`,
    up: 34,
    down: 1,
    replies: [
      {
        by: 'marcus_o',
        content: `It's allowed. You were there when your son was born, you met these two when they already had opinions. It came for me in year four, in a chip shop, over nothing at all.`,
        minutesLater: 27,
        up: 37,
      },
      {
        by: 'phil.grady',
        content: `I'll be the other answer. It never came like that, for me. What came is different: I'd call it being on their side. They've never seemed to miss the rest.`,
        minutesLater: 75,
        up: 36,
      },
      {
        by: 'rich-p',
        content: `My stepdad told me when I was thirty that he'd felt nothing for ages and just acted it. I'd never have guessed. I remember the lifts.`,
        minutesLater: 118,
        up: 38,
      },
      {
        by: 'ben.ashby',
        content: `@rich-p I've read that about six times. Thank you. All of you.`,
        minutesLater: 170,
        up: 25,
      },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'text',
    by: 'gareth.w',
    hoursAgo: 588,
    title: 'Took my stepson and his dad to the football',
    content: `Not my idea. He's ten and he'd got three tickets from a school draw, and he said "me, Dad and Gareth", as though it were the most obvious thing.

His dad and I had said perhaps two hundred words to each other in three years, all of them about pick-up times. We sat either side of him. First half we both talked to the boy and nobody else.

At half time he went for a pie with a mate and there we were, one empty seat between us. His dad said, "he's a good lad, isn't he." I said he was. He said, "ta for the swimming." I said it was no bother.

We lost 3–0. I don't think any of us saw the third.`,
    up: 37,
    replies: [
      { by: 'colin.m', content: `"Ta for the swimming." There's about three years in that.`, minutesLater: 43, up: 38 },
      {
        by: 'chidi',
        content: `Clever lad. He knew exactly what he was doing with that pie.`,
        minutesLater: 88,
        up: 35,
      },
      {
        by: 'gareth.w',
        content: `@chidi he was gone for the full fifteen minutes and came back without a pie.`,
        minutesLater: 101,
        up: 38,
      },
      {
        by: 'ross.mc',
        content: `Glad for you. Ours would need a lot more than one seat in between, and I've stopped minding. Not every story gets there.`,
        minutesLater: 430,
        up: 21,
      },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'question',
    by: 'leo.marsh',
    hoursAgo: 6.5,
    title: "Father's Day: make plans, or keep my head down?",
    content: `First one as a stepdad, no kids of my own. They're six and four and they'll be at their dad's, as they should be.

My partner wants to "do something" for me on the Saturday. I'm afraid it turns into her making the kids make a card, and the older one knows full well who her dad is.

I'd honestly be happy with nothing. But is that true, or am I just protecting myself?`,
    up: 12,
    replies: [
      {
        by: 'luca.b',
        content: `Do a thing that's not called anything. Pancakes on the Saturday. If a card turns up on its own in year three, it'll be worth having.`,
        minutesLater: 49,
        up: 24,
      },
      {
        by: 'tunde',
        content: `Let them make the card. Four-year-olds like making cards, they'd make one for the postman. It's only us that weigh it.`,
        minutesLater: 102,
        up: 27,
      },
      {
        by: 'leo.marsh',
        content: `@tunde that made me laugh. Pancakes, then, and the glue's on the table if anyone wants it.`,
        minutesLater: 160,
        up: 16,
      },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'question',
    by: 'dan_kowalczyk',
    hoursAgo: 760,
    title: "We're having a baby. How did you tell the older ones?",
    content: `Due in November. My stepchildren are thirteen and ten, we've been a household for three years. This will be my first.

The thirteen-year-old is sharp and I think she suspects already, she asked why I was reading about prams. We want them to hear it from us, but their mum would like to wait for the twenty-week scan.

I'm worried about the word "ours". I've caught myself saying "our first" and it's not their mum's first, and it's not the first child in this house.`,
    up: 23,
    replies: [
      {
        by: 'mateo_r',
        content: `You've already spotted the important bit. I said "the new one" for months. Made it sound like a hoover, but nobody felt demoted.`,
        minutesLater: 38,
        up: 29,
      },
      {
        by: 'priyesh',
        content: `Tell the thirteen-year-old before she works it out. A secret she's been kept out of is worse than anything in it. Ours found the scan photo in a cookbook. Long month.`,
        minutesLater: 93,
        up: 26,
      },
      {
        by: 'aidan.f',
        content: `I'd side with her mum on the twenty weeks. It's a lot to ask a kid to carry if something goes wrong. We had that, and I was glad they didn't know.`,
        minutesLater: 144,
        up: 23,
      },
      {
        by: 'priyesh',
        content: `@aidan.f I'm sorry. Fair point, and one I hadn't had to think about.`,
        minutesLater: 163,
        up: 20,
      },
      {
        by: 'dan_kowalczyk',
        content: `We told them after the scan. She said "I knew at the prams". He asked if he could still have the top bunk. Yes, was the answer.`,
        minutesLater: 21600,
        up: 33,
      },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'question',
    by: 'stefan_n',
    hoursAgo: 985,
    title: 'We split up. Do I get to see him?',
    content: `Five years together, his mum and I. He was three when I met him and he's eight now. We were never married. It ended in January, no villain in it.

On paper I'm nobody. I taught him to ride a bike on Woodhouse Moor. I've still got the stabilisers in the cellar.

She hasn't said no. She's said "let's see". I don't want to push and I don't want him to think I just stopped. **Has anyone kept it going?**`,
    up: 36,
    replies: [
      {
        by: 'frank.ellery',
        content: `I'm so sorry, Stefan. Write him a letter in the meantime and ask her to pass it on. Short, cheerful, nothing he'd have to answer. It tells him you didn't stop.`,
        minutesLater: 31,
        up: 34,
      },
      {
        by: 'simon.tull',
        content: `On the legal side there can be routes for someone who's been in a child's life for years, but get proper advice from a family solicitor or an advice centre, not from us. I'd try the friendly way for as long as it stays friendly.`,
        minutesLater: 87,
        up: 25,
      },
      {
        by: 'luca.b',
        content: `I offered her something useful: "I could take him swimming on Thursdays while you're at work." It's easier to say yes to a Thursday than to a relationship. That was four years ago, still Thursdays.`,
        minutesLater: 140,
        up: 37,
      },
      {
        by: 'stefan_n',
        content: `@luca.b I've asked about Saturday mornings, bikes. She said yes to one. One's all right.`,
        minutesLater: 4400,
        up: 38,
      },
      { by: 'nate_w', content: `One's all right, mate. Let us know.`, minutesLater: 4460, up: 24 },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'text',
    by: 'phil.grady',
    hoursAgo: 1180,
    title: 'Things that were wrong in every book I read about it',
    content: `I read four when I moved in with Karen and her three. Here's what they had wrong, for our house at least.

- _"Have family meetings."_ We had one. It had an agenda. The middle one seconded a motion to abolish it.
- _"Let them come to you."_ They're teenagers. Nobody came. I learnt to make a very loud toasted sandwich at 10 p.m. and they came to that.
- _"Never discipline."_ At some point there's a fire in a bin and you're the adult who's home.

> It takes as many years as the child is old.

That one I'd keep. The eldest was fourteen. We've three years to go and I'd say we're on schedule.`,
    up: 32,
    down: 4,
    replies: [
      { by: 'matt.oduya', content: `"The adult who's home." Useful test, that.`, minutesLater: 58, up: 23 },
      {
        by: 'jonty',
        content: `Our family meetings work, for what it's worth. Ten minutes, biscuits, youngest is chair. I think it's the agenda that killed yours.`,
        minutesLater: 190,
        up: 15,
      },
      { by: 'phil.grady', content: `@jonty Karen says the same. I'd had it printed.`, minutesLater: 214, up: 34 },
    ],
  },
  {
    category: 'Stepfather Advice',
    type: 'text',
    by: 'wei.l',
    hoursAgo: 1365,
    title: 'A small one: he used my mug',
    content: `My stepson is fifteen. We live round each other, politely. For two years he's had a cup from the back of the cupboard, a chipped one that came with the house, as if he were visiting.

This morning I came down and he was using mine. The blue one. Everybody knows it's mine. He didn't look up from his phone.

I had the chipped one. It's a perfectly good cup.`,
    up: 35,
    replies: [],
  },
  {
    category: 'Stepfather Advice',
    type: 'question',
    by: 'stefan_n',
    hoursAgo: 468,
    title: 'Stepson called me by my first name in front of his dad, after a year of calling me something else',
    content: `I have been around since he was five; he's eight now. For a year or so he has called me "Stef-dad", his invention. I never asked for it.

At the school fair last weekend his father was there, who is a decent man. The lad turned to me and said "Stefan, can I have a pound?" Very formal. Then in the car home I was Stef-dad again.

I was not hurt exactly. Or I was, a bit. Do I say anything?`,
    up: 28,
    replies: [
      {
        by: 'andrej',
        content: `Say nothing. He's eight and he managed the feelings of two grown men over a pound. Leave him to it.`,
        minutesLater: 24,
        up: 30,
      },
      {
        by: 'will.hartley',
        content: `I'm the other dad in a similar set-up. From my side: I would be fine hearing "Stef-dad", but my son doesn't know that. I should probably tell him. So thanks.`,
        minutesLater: 140,
        up: 27,
      },
      {
        by: 'stefan_n',
        content: `@will.hartley That's the most useful thing anybody has said to me about this in three years.`,
        minutesLater: 175,
        up: 18,
      },
      {
        by: 'joel-b',
        content: `Slightly against the grain: I did say something once, just "you can call me either, any time". He looked relieved. Depends on the lad.`,
        minutesLater: 610,
        up: 11,
      },
    ],
  },
]
