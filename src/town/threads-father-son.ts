import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'Father & Son',
    type: 'question',
    by: 'rich-p',
    hoursAgo: 0.6,
    title: 'He has stopped talking in the car. Do I leave the silence alone?',
    content: `My lad is 13. For years the drive to swimming in Morley was where I heard everything: who fell out with whom, which teacher has a new haircut, all of it. Since about September it is headphones in before the seat belt.

I tried asking questions. I got "fine" four times in six miles. Tonight I am driving him again.

Do you **leave the silence** or keep knocking on the door?`,
    up: 6,
    replies: [
      {
        by: 'phil.grady',
        content: `Leave it. Mine came back at fifteen, mid-roundabout, with a question about mortgages. You just have to be the one driving.`,
        minutesLater: 9,
        up: 4,
      },
      {
        by: 'tunde',
        content: `@phil.grady Half agree. I'd leave the silence but have one rule: one ear out. Not so he talks, just so he could.`,
        minutesLater: 17,
        up: 3,
      },
      {
        by: 'rich-p',
        content: `One ear out I can sell. Leaving in ten minutes. Will report.`,
        minutesLater: 24,
        up: 1,
      },
    ],
  },
  {
    category: 'Father & Son',
    type: 'text',
    by: 'gareth.w',
    hoursAgo: 15.5,
    title: 'He beat me. Properly. I was trying',
    content: `Race from the gate to the big beech in Roundhay Park, roughly eighty yards. We have done it since he was four and I have thrown it a fair few times.

Yesterday I didn't throw it. He is eleven, he had wellies on, and he won by a clear yard. He looked back at me over his shoulder, checking whether I was pretending. I wasn't. I was dying.

He said "you can have a rematch when you're better." I have been thinking about that sentence since.`,
    up: 31,
    replies: [
      { by: 'bigdave', content: `In wellies. I'm sorry for your loss.`, minutesLater: 22, up: 19 },
      {
        by: 'sunil',
        content: `That look over the shoulder is something, isn't it. Mine did it at table tennis. Half proud and half worried he'd broken me.`,
        minutesLater: 64,
        up: 9,
      },
      {
        by: 'gareth.w',
        content: `@sunil That's it exactly. I also can't do stairs today, but that is between me and the stairs.`,
        minutesLater: 131,
        up: 11,
      },
    ],
  },
  {
    category: 'Father & Son',
    type: 'text',
    by: 'omar.s',
    hoursAgo: 52,
    title: 'ابني يفهم العربية ويجيبني بالإنجليزية',
    content: `عمر ابني سبع سنوات، وُلد هنا في ليدز. أكلّمه بالعربية منذ يومه الأول، فيفهم كل شيء تقريبًا، لكنه يجيبني دائمًا بالإنجليزية. لا أغضب منه، فكل أصدقائه يتكلمون الإنجليزية، والمدرسة كذلك.

في الأسبوع الماضي اتصل بنا جدّه. سأله: «كيف حالك يا بطل؟» فسكت قليلًا ثم قال: «الحمد لله يا جدي، عندي **سنّ مخلوعة**!» ضحك أبي حتى سعل، وأنا وقفت في المطبخ أتظاهر بأنني أبحث عن السكر.

تعلّمت شيئًا من ذلك: لم تكن كلماته ضائعة، كانت تنتظر من يحتاج إليها. الآن يتصل بجدّه كل يوم جمعة، وحده، والباب مغلق.

هل منكم من يربّي أولاده بلغتين؟ كيف تفعلون ذلك من غير أن يصبح الأمر واجبًا مدرسيًا؟

_In English: my seven-year-old understands my Arabic but answers in English, until his grandfather rang; how do you keep two languages going without making it homework?_`,
    up: 27,
    replies: [
      {
        by: 'yusuf.k',
        content: `نفس القصة عندنا. الذي نفع معنا هو الطبخ: في المطبخ نتكلم العربية فقط، ومن ينسى يغسل الصحون. أنا أغسل الصحون كثيرًا.`,
        minutesLater: 95,
        up: 12,
      },
      {
        by: 'ivan_p',
        content: `Only read the English line, but same house here with a different language. Ours answers in English too. Football commentary from the old country did more than I ever managed, though some of the vocabulary I would have left for later.`,
        minutesLater: 210,
        up: 14,
      },
      {
        by: 'wei.l',
        content: `We went the Saturday school way and I'm not sure I'd do it again. He can read, but he sighs first. The grandparent on the phone is worth more.`,
        minutesLater: 388,
        up: 10,
      },
      {
        by: 'omar.s',
        content: `@yusuf.k فكرة ممتازة، سأجرّبها.

@wei.l The sigh, yes. I'd like to keep it free of the sigh.`,
        minutesLater: 460,
        up: 6,
      },
    ],
  },
  {
    category: 'Father & Son',
    type: 'question',
    by: 'kieran.d',
    hoursAgo: 88,
    title: 'Son wants to quit football and I mind more than he does',
    content: `He is nine. Under-tens, muddy pitch near Garforth, Sunday mornings. He told me on the way home, quite calmly, that he would like to stop at Christmas and do the climbing wall with his mate instead.

Sensible reasons. Well put. And I felt my stomach go.

I like the other dads. I like the bacon sandwich. I liked, if I'm honest, being _somebody's dad on a touchline_. None of that is his problem. How did you let go of it without making it his problem?`,
    up: 22,
    replies: [
      {
        by: 'colin.m',
        content: `You've already done the hard bit by knowing whose problem it is. Let him finish the season because the team needs the numbers, then climb.`,
        minutesLater: 41,
        up: 13,
      },
      {
        by: 'aidan.f',
        content: `@colin.m I'd not even make him finish. Christmas is a fair notice period. I've given employers less.`,
        minutesLater: 77,
        up: 16,
      },
      {
        by: 'colin.m',
        content: `@aidan.f If they have fifteen lads, fine. If they have eight, he's leaving seven mates short. We'll have to differ.`,
        minutesLater: 102,
        up: 7,
      },
      {
        by: 'harv',
        content: `I kept going for a month after mine quit. Ran the line. Nobody asked me to stop. The sandwich is available to the general public.`,
        minutesLater: 350,
        up: 24,
      },
      {
        by: 'kieran.d',
        content: `They have thirteen, so Christmas it is. @harv I may see you there.`,
        minutesLater: 1200,
        up: 8,
      },
    ],
  },
  {
    category: 'Father & Son',
    type: 'question',
    by: 'mateo_r',
    hoursAgo: 140,
    title: 'First shave: show him, or wait to be asked?',
    content: `Fourteen, and there is now a definite shadow on the top lip. It catches the light at breakfast. His grandmother has mentioned it, loudly.

My own dad never showed me. I did it with a borrowed razor and went to school looking like I'd lost an argument with a hedge. I would like to do better, but I don't want to be the one who says "you need to".`,
    up: 14,
    replies: [
      {
        by: 'eamonn',
        content: `Put a decent razor in the bathroom cabinet, say "that one's yours whenever", walk off. He asked me within two days.`,
        minutesLater: 30,
        up: 18,
      },
      { by: 'ben.ashby', content: `Walk off but not far. Mine didn't ask, and did it dry.`, minutesLater: 58, up: 15 },
      {
        by: 'chidi',
        content: `If he has curly hair have a chat about bumps first, or go for a trimmer. A close shave is not the best start for everyone. Took me ten years to work that out for my own neck.`,
        minutesLater: 190,
        up: 12,
      },
      {
        by: 'mateo_r',
        content: `Cabinet plan carried out. He said "what's this" and I said "razor" and he said "right". So that's the talk done.`,
        minutesLater: 1810,
        up: 21,
      },
    ],
  },
  {
    category: 'Father & Son',
    type: 'text',
    by: 'simon.tull',
    hoursAgo: 205,
    title: 'I said sorry to him and he did not know what to do with it',
    content: `Lost my temper on Tuesday over a coat. Not the coat, obviously. Work, a boiler, no sleep, and then a coat on the floor. I shouted in a way I don't like and he went very still. He is six.

At bedtime I sat on the carpet and said: I shouted, that was wrong, it was not about you, and I'm sorry. He looked at me for a bit and said "okay. Can a shark be asleep?"

I have noticed I'm running close to the edge lately, so I've told my wife and booked to see the GP about the sleep. Putting it here because I don't think I am the only one.

> Can a shark be asleep?

Apparently, sort of.`,
    up: 36,
    replies: [
      {
        by: 'frank.ellery',
        content: `You're not the only one. My father never apologised to me for anything in forty years and I'd have given a lot for one carpet conversation.`,
        minutesLater: 26,
        up: 28,
      },
      {
        by: 'nate_w',
        content: `Glad you told your wife. I waited eight months before I told mine and she had known for seven. Hope the GP is a good one.`,
        minutesLater: 70,
        up: 20,
      },
      {
        by: 'priyesh',
        content: `The shark question means he'd filed it and moved on. It's a good sign. Go easy on yourself, and if you fancy a walk round Meanwood one evening, I'm usually about.`,
        minutesLater: 115,
        up: 17,
      },
      { by: 'simon.tull', content: `@priyesh I'll take you up on that. Thursday?`, minutesLater: 260, up: 11 },
    ],
  },
  {
    category: 'Father & Son',
    type: 'question',
    by: 'jaewon',
    hoursAgo: 290,
    title: 'How much do you help with a model he is building badly?',
    content: `He got a wooden glider kit for his birthday. Eight years old. The box says ten plus. The left wing is now on upside down and the glue has set.

He is delighted with it. He wants to fly it at Woodhouse Moor on Saturday with his cousins watching. It will not fly. I have done the sums, it is my job.

Options as I see them:

- say nothing and let the Moor teach him
- "find" a problem together on Friday
- secretly fix it at night like a coward`,
    up: 19,
    replies: [
      {
        by: 'greg-l',
        content: `Not option three. I did option three with a go-kart and he noticed the screws were straight.`,
        minutesLater: 19,
        up: 22,
      },
      {
        by: 'leo.marsh',
        content: `Option one but without the cousins. Test flight on Friday, just you two. All proper aircraft have a test flight.`,
        minutesLater: 47,
        up: 25,
      },
      {
        by: 'ross.mc',
        content: `I'd let it crash in front of everyone, personally. Cousins love a crash. He might be a hero.`,
        minutesLater: 160,
        up: 9,
      },
      {
        by: 'jaewon',
        content: `Test flight held. It flew eleven feet, turned over and flew another four the right way up. He now claims **the wing was deliberate**. I've no evidence against that.`,
        minutesLater: 4100,
        up: 33,
      },
    ],
  },
  {
    category: 'Father & Son',
    type: 'question',
    by: 'doug_f',
    hoursAgo: 372,
    title: 'He is 19, home from uni, and up until four. House rules?',
    content: `Back for the summer with one bag of washing and the body clock of a badger. He cooks at 2 am. He is considerate about it, I'll give him that, but you can't fry an onion quietly.

I am up at half five for work. His mum says he's an adult. I say so am I.

Do you have rules for grown-up sons at home, or is that a fight I should leave alone until September?`,
    up: 17,
    down: 1,
    replies: [
      {
        by: 'pete_rowan',
        content: `One rule here: nothing that smells after eleven. Toast is allowed. It was negotiated over a full evening and there are minutes.`,
        minutesLater: 36,
        up: 20,
      },
      {
        by: 'matt.oduya',
        content: `Mine's moved to Glasgow for good now. I'd take the onion at two in the morning. Not helpful, just true.`,
        minutesLater: 88,
        up: 26,
      },
      { by: 'doug_f', content: `@matt.oduya That's annoyingly helpful, actually.`, minutesLater: 121, up: 12 },
      {
        by: 'tariq.h',
        content: `Feelings aside you still need to sleep. Ask him to sort it, don't tell him. "I'm up at half five, what can we do?" worked on ours.`,
        minutesLater: 300,
        up: 13,
      },
    ],
  },
  {
    category: 'Father & Son',
    type: 'question',
    by: 'noah_v',
    hoursAgo: 760,
    title: 'Anyone else not feel much at first?',
    content: `Our boy is seven weeks. Everyone told me about the rush, the thunderbolt. I was there, I cut the cord, and what I mostly felt was tired and careful, like carrying someone else's telly.

I do everything. Nights, nappies, the lot. I'm not in a bad place, I think. I just keep waiting for the thing, and I feel a fraud when people say "isn't it amazing".

Did it come later for anyone?`,
    up: 37,
    replies: [
      {
        by: 'sam.bright',
        content: `Four months for me. He laughed at a sneeze. Before that I was a night porter. It came, and it stayed.`,
        minutesLater: 16,
        up: 31,
      },
      {
        by: 'marcus_o',
        content: `Never had a thunderbolt with either. It just got thicker, like paint. They're nine and six now and I'd walk into the sea for them.`,
        minutesLater: 48,
        up: 29,
      },
      {
        by: 'jonty',
        content: `Same. Worth saying it out loud to your health visitor as well, they ask mums and forget us. Mine was lovely about it and I did turn out to be lower than I'd thought.`,
        minutesLater: 95,
        up: 22,
      },
      {
        by: 'ali-r',
        content: `@jonty Seconded. And seven weeks is no age. For either of you.`,
        minutesLater: 150,
        up: 15,
      },
      {
        by: 'noah_v',
        content: `Read all of these during the 3 am feed. Thank you. I'll mention it at the visit on Monday. He did grip my thumb just now and I'll admit I noticed.`,
        minutesLater: 940,
        up: 34,
      },
    ],
  },
  {
    category: 'Father & Son',
    type: 'text',
    by: 'rob_staines',
    hoursAgo: 1015,
    title: 'My dad taught my son to bleed a radiator',
    content: `Came home on Sunday to find the pair of them on the landing, my dad on a kitchen chair giving orders, my lad (ten) with the key and a tea towel. Every radiator in the house had been done, in order, with the order written on an envelope.

My dad and I don't talk easily. We never have. But I stood on the stairs and heard him say "that's it, you can hear it, can't you? **Now stop.**" Same words he used with me, 1991, same voice.

I've kept the envelope.`,
    up: 38,
    replies: [
      {
        by: 'tom.alderton',
        content: `I've got my grandad's handwriting on a fuse box. I won't let the electrician replace the lid.`,
        minutesLater: 130,
        up: 24,
      },
    ],
  },
  {
    category: 'Father & Son',
    type: 'question',
    by: 'dan_kowalczyk',
    hoursAgo: 1342,
    title: 'At what age did you let him walk to school alone?',
    content: `Year 5, so nine going on ten. It's 0.7 miles, one proper road with a crossing, then ginnels. Two friends from his class already walk.

He wants it badly. I have walked behind him "secretly" twice this week and both times he turned round and waved.

What did you do, and did you have any arrangement like \`ring when you get there\`?`,
    up: 16,
    down: 1,
    replies: [
      {
        by: 'wei.l',
        content: `Year 5, summer term, so he had the light evenings first. No phone, the school office rings if he's not in by nine. That was enough for us.`,
        minutesLater: 40,
        up: 12,
      },
      {
        by: 'gareth.w',
        content: `We waited until Year 6. Our road has no crossing and people come off the ring road like it's a race. Depends on the one road, not on the age.`,
        minutesLater: 85,
        up: 15,
      },
      { by: 'bigdave', content: `The waving is him telling you he's ready.`, minutesLater: 133, up: 20 },
      {
        by: 'dan_kowalczyk',
        content: `@gareth.w That's a fair way to look at it. Crossing is a proper one with a button. Going to start with Fridays.`,
        minutesLater: 410,
        up: 7,
      },
    ],
  },
  {
    category: 'Father & Son',
    type: 'question',
    by: 'callum.reid',
    hoursAgo: 275,
    title: 'My son wants to wear a skirt to the school disco',
    content: `He's six. It's his cousin's, it's got sequins that change colour when you stroke them, and honestly I can see the appeal. He's not making a statement, he's just seen the best item of clothing in the world.

I've said yes. I'm asking about the next bit. Do I warn him somebody may say something, or does warning him spoil it?`,
    up: 26,
    down: 2,
    replies: [
      {
        by: 'luca.b',
        content: `We said "some people might be surprised, and if they ask, you can just say it's sparkly." He used exactly that line, to a Year 4, and the Year 4 stroked the sequins and went away.`,
        minutesLater: 39,
        up: 32,
      },
      {
        by: 'colin.m',
        content: `I'll be honest, I'd have steered him to a sparkly waistcoat. Not because it's wrong. Because six-year-olds can be rotten and I'd want him to have a nice night.`,
        minutesLater: 85,
        up: 10,
      },
      {
        by: 'jaewon',
        content: `@colin.m I get that, but then it's us that got to him first, not them.`,
        minutesLater: 97,
        up: 28,
      },
      { by: 'colin.m', content: `@jaewon hm. Yes. I'll think about that one.`, minutesLater: 164, up: 22 },
      {
        by: 'callum.reid',
        content: `Report: one comment, from a grown-up. Four children queued to stroke it. He was asleep in the car in sequins before Kirkstall.`,
        minutesLater: 3200,
        up: 38,
      },
    ],
  },
]
