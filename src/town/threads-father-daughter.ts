import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'Father & Daughter',
    type: 'text',
    by: 'joel-b',
    hoursAgo: 5.3,
    title: '🐙🐙🚜🍌 hhhhhhhjk',
    content: `🐙🐙🐙🚜🍌🍌🍌🍌💩🦖🦖🥦🇫🇮🛁🛁🐙🧦🧦🧦🧦🧦🚜🚜🚜🪣🫠🫠🐸🎺🍌🍌👩🏾‍🚒👨‍👩‍👧‍👦🐙🐙🧀🧀🧀🥁🚜🚜🚜🚜🚜🚜🇯🇵🦷🦷🪱🐙💩💩💩💩💩💩🍌🍌🍌

Dad here. I put the phone down for **eleven seconds** to get a bib. She's nineteen months, she found the emoji keyboard, and by the time I was back she had also pressed Post.

I was going to delete it, but I read it through and I think there's something in it. The tractors are definitely a theme. She has signed it with a banana, which is what she calls herself.`,
    up: 29,
    replies: [
      { by: 'bigdave', content: `The second half drags but I was moved by the socks.`, minutesLater: 6, up: 22 },
      { by: 'eamonn', content: `👍🏽👍🏽👍🏽`, minutesLater: 13, up: 5 },
      { by: 'priyesh', content: `Mine once rang my manager. You got off lightly.`, minutesLater: 28, up: 17 },
      { by: 'joel-b', content: `@bigdave She asks me to pass on "no".`, minutesLater: 41, up: 26 },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'question',
    by: 'colin.m',
    hoursAgo: 19.2,
    title: 'Plaits. I can do one. She wants two',
    content: `Her mum's on earlies for the next month so I am doing hair. I can now do one plait down the back that lasts until about half ten, according to her teacher.

Two is beyond me. I can't get them the same. On Monday one was at the ear and the other was more of a neck thing. She wore it out of kindness.

How do you get the parting straight? She won't stay still longer than one song.`,
    up: 21,
    replies: [
      {
        by: 'tunde',
        content: `Tail of a thin comb, start at the nose and go straight back. Then clip one half right out of the way. If you can see both halves you'll cheat.`,
        minutesLater: 18,
        up: 16,
      },
      { by: 'chidi', content: `And pick a longer song.`, minutesLater: 25, up: 21 },
      {
        by: 'rich-p',
        content: `Damp, not wet. I practised on the fringe of the living room rug. I'm not proud, but my plaits are level.`,
        minutesLater: 70,
        up: 18,
      },
      {
        by: 'colin.m',
        content: `Nose to back, with a clip, to a seven-minute song. This morning's are **level to within half an inch**. @rich-p the rug has been done as well.`,
        minutesLater: 890,
        up: 19,
      },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'question',
    by: 'hassan.amin',
    hoursAgo: 61,
    title: 'She is the only girl on the team and wants to stop being mentioned for it',
    content: `Cricket, under-elevens, near Pudsey. She opens the bowling. Every week some well-meaning parent tells her how great it is to see a girl playing. She used to say thank you. Now she says "I took three wickets" and walks off, which I enjoyed, but my wife thought was rude.

She asked me to make them stop. I don't know that I can. Would you have a word, or is it hers to handle?`,
    up: 24,
    replies: [
      {
        by: 'sunil',
        content: `Three wickets is the correct answer. I'd leave that exactly as it is.`,
        minutesLater: 21,
        up: 27,
      },
      {
        by: 'will.hartley',
        content: `She asked you, though. A quiet line from the coach in the parents' chat would do it: talk about the cricket. No need to name her.`,
        minutesLater: 66,
        up: 23,
      },
      {
        by: 'phil.grady',
        content: `I've been that parent. I meant it nicely and never thought how it sounds the ninth time. A word is fine, we can take it.`,
        minutesLater: 142,
        up: 25,
      },
      {
        by: 'hassan.amin',
        content: `@will.hartley Done, coach wrote something short. @phil.grady appreciated. She got none for 31 this week and says that's also to be reported fairly.`,
        minutesLater: 3010,
        up: 20,
      },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'question',
    by: 'leo.marsh',
    hoursAgo: 97,
    title: 'Single dad, she is ten, and I need to have the periods talk',
    content: `Her mum is not around and my sister is in Canada. School has done one lesson. I would rather it came from me first than in a PE changing room.

I've read up. I have bought a small selection of things and hidden them like contraband. What I haven't got is the first sentence.

If you have done it: **how did you start**, and where were you sitting?`,
    up: 33,
    replies: [
      {
        by: 'marcus_o',
        content: `In the car, so nobody has to look at anybody. "You'll get periods in the next few years, I'd like to tell you what I know and where the stuff is." She said "I know, Dad" and then asked four questions.`,
        minutesLater: 33,
        up: 31,
      },
      {
        by: 'frank.ellery',
        content: `I put it all in a washbag with a note and showed her which shelf. Said there's money for more and she never has to explain. One went in her school bag too. The day it happened she just texted \`shelf\`.`,
        minutesLater: 80,
        up: 34,
      },
      {
        by: 'ali-r',
        content: `Don't hide it, put it out in the bathroom like the toothpaste. If you're awkward, she learns it's awkward. Though I was still awkward.`,
        minutesLater: 131,
        up: 24,
      },
      {
        by: 'leo.marsh',
        content: `Car, Sunday, on the way back from Otley. Took from the river to the garden centre. She said "you've gone red" and then she was very kind about it. Thank you, all three.`,
        minutesLater: 4400,
        up: 36,
      },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'text',
    by: 'greg-l',
    hoursAgo: 158,
    title: 'She has opened a shop on the landing and I am in debt',
    content: `It opened on Saturday. It sells things that are already mine. So far I have bought:

- my own slippers (40p)
- a drawing of my slippers (60p)
- "a go on the stairs" (20p)

She is six and she doesn't do refunds. There's a sign that says _NO DADS WITHOWT MUNY_. I'm allowed to go to bed on credit. It is written in a book.`,
    up: 30,
    replies: [
      {
        by: 'pete_rowan',
        content: `The drawing costing more than the slippers is sound business. You can't get that drawing anywhere else.`,
        minutesLater: 44,
        up: 20,
      },
      {
        by: 'ross.mc',
        content: `Check the book. Ours was adding a penny every time I breathed.`,
        minutesLater: 103,
        up: 16,
      },
      {
        by: 'greg-l',
        content: `@ross.mc Checked. There's a line that just says "TALKING 5p".`,
        minutesLater: 129,
        up: 28,
      },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'question',
    by: 'wei.l',
    hoursAgo: 305,
    title: 'My daughter is scared of the hand dryer and it now rules our weekends',
    content: `She is three. Any public toilet with one of those loud dryers and she won't go in. She can hold on for an impressive time, but not as long as it takes to get from the museum to Headingley in traffic, as we now know.

We have tried ear defenders (she likes them, still won't go in), and carrying a towel (helps, until a stranger sets it off).

Anybody got through this? And does anyone know **which places in town have paper towels**? I'm serious, I'd like a list.`,
    up: 18,
    replies: [
      {
        by: 'nate_w',
        content: `We let ours be the boss of one. Empty toilet, she pressed it from arm's length and ran. Did that about five times over a month. Now she presses them for fun, which is its own problem.`,
        minutesLater: 29,
        up: 17,
      },
      {
        by: 'kieran.d',
        content: `Library, paper towels on the children's floor. The indoor market has both, so listen first.`,
        minutesLater: 75,
        up: 13,
      },
      {
        by: 'luca.b',
        content: `The garden centre up towards Bramhope: paper. Also tortoises, not in the toilets.`,
        minutesLater: 200,
        up: 15,
      },
      {
        by: 'wei.l',
        content: `Starting the list here, please add to it: https://example.org/quiet-loos-leeds`,
        minutesLater: 330,
        up: 19,
      },
      {
        by: 'yusuf.k',
        content: `Added three. Never thought I'd write reviews of toilets, but here we are.`,
        minutesLater: 1480,
        up: 14,
      },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'text',
    by: 'andrej',
    hoursAgo: 410,
    title: 'Every second weekend',
    content: `She is seven. I have her every other Friday to Sunday and Wednesdays for tea. It has been eleven months and I thought I'd write down what I would have liked to read at the start.

The first hour is bad. She is polite with me, like a guest, and asks where the cups are although she knows. I used to fill that hour with plans: trampolines, pictures, pizza. It made it worse. Now we go in, I put the washing on, she lies on the floor. After an hour she's mine again and I am hers.

Sunday from four o'clock is also bad. We stopped pretending about that. We call it _the Sundays_. "Have you got the Sundays?" "A bit." It helps to have a word.

The flat after she goes is the worst of the lot. For a while I just sat there in my coat. A friend noticed and now I go to his for tea on those evenings, no questions. If you've got a friend like that, let him. If you haven't, say so here, there is always someone reading.

It isn't what I wanted for her. But last week she walked in and took a cup without asking.`,
    up: 38,
    replies: [
      { by: 'stefan_n', content: `The cup. I read that twice.`, minutesLater: 27, up: 26 },
      {
        by: 'dan_kowalczyk',
        content: `Two years in here. I did the trampolines too, and I was skint by March. The floor is better. Thanks for writing it.`,
        minutesLater: 58,
        up: 24,
      },
      {
        by: 'noah_v',
        content: `I grew up as the kid in this. I remember nothing about the trips and everything about what the kitchen smelled like. You're doing it right.`,
        minutesLater: 173,
        up: 35,
      },
      {
        by: 'owen_t',
        content: `I haven't really got a friend like that, not near. Saying so, as instructed.`,
        minutesLater: 640,
        up: 29,
      },
      {
        by: 'andrej',
        content: `@owen_t Good man. Sunday the 14th, I cook, nothing fancy. I'll message you the address.`,
        minutesLater: 655,
        up: 37,
      },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'question',
    by: 'simon.tull',
    hoursAgo: 533,
    title: 'She asked if she is pretty. What do you say?',
    content: `Five years old, in the bath, out of nowhere. "Daddy, am I pretty?" I said yes, of course, and then I panicked and added that she is also clever, strong, funny, good at puzzles and kind to the cat. She said "but pretty as well though".

I don't want it to be the main thing. But I don't want her to think I had to go looking for something else to say.`,
    up: 23,
    replies: [
      { by: 'jonty', content: `"Yes" was the whole answer. The list was for you.`, minutesLater: 35, up: 32 },
      {
        by: 'aidan.f',
        content: `@jonty Harsh but I think right. I'd say it plainly and not make a speech. The rest you show on the other days.`,
        minutesLater: 60,
        up: 19,
      },
      {
        by: 'ben.ashby',
        content: `I'd ask who's been talking about it. With ours it turned out another girl in Reception was ranking people. Worth knowing.`,
        minutesLater: 122,
        up: 21,
      },
      {
        by: 'simon.tull',
        content: `@ben.ashby Asked. It was for a game about princesses, and the cat had already been told it was pretty, so she wanted to be sure it was fair.`,
        minutesLater: 1390,
        up: 25,
      },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'text',
    by: 'ali-r',
    hoursAgo: 668,
    title: 'Taught her to change a tyre in the rain',
    content: `She passed her test in May. On Saturday she came in and said the car felt "a bit sideways". Rear left, flat as a plate.

My first thought was to do it for her, it was chucking it down. Then I fetched two coats and a brolly and stood there holding the brolly and my tongue. Forty minutes. She undid the nuts **before** jacking it up, which I never told her. She'd looked it up.

I offered to check them for tightness at the end. She said "you can watch me check them."`,
    up: 32,
    replies: [
      { by: 'rob_staines', content: `Holding your tongue is the heavier of the two.`, minutesLater: 52, up: 23 },
      { by: 'harv', content: `I'm 44 and I'd have rung someone. Fair play to her.`, minutesLater: 110, up: 18 },
      { by: 'ali-r', content: `@harv She does call-outs. She charges.`, minutesLater: 126, up: 20 },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'question',
    by: 'sam.bright',
    hoursAgo: 842,
    title: 'Going to the swimming baths with a four-year-old daughter: which changing room?',
    content: `First time taking her on my own. The one near us has a men's, a women's and one "family" cubicle that always has a pushchair in it and no people.

I took her into the men's. Nobody minded, but she commented on everything she saw, at volume, and one gentleman laughed so much he had to sit down.

Up to what age is that all right, and what do you do after?`,
    up: 20,
    replies: [
      {
        by: 'mateo_r',
        content: `Men's is fine at four. Most pools put the age on a sign, eight where we go. Go for the corner cubicle and take a towel for her to hold like a curtain.`,
        minutesLater: 31,
        up: 15,
      },
      {
        by: 'callum.reid',
        content: `Costume on under the clothes for the way there, big robe for the way home, bath at the house. I haven't used a changing room since 2021.`,
        minutesLater: 82,
        up: 24,
      },
      {
        by: 'jaewon',
        content: `Write to the pool about the cubicle. We did, four of us, and they put in two more. It took nine months, but still.`,
        minutesLater: 260,
        up: 19,
      },
      {
        by: 'sam.bright',
        content: `Robe ordered, letter sent. The gentleman said hello this week, so we're on terms.`,
        minutesLater: 6050,
        up: 16,
      },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'question',
    by: 'ivan_p',
    hoursAgo: 1090,
    title: 'Do your daughters still want the bedtime story at eleven?',
    content: `We have read every night since she was one. Now she reads thick books by herself, faster than I do, and corrects my voices. But at half eight she still shouts "Dad, are you coming or what".

I would read to her until she's thirty. I only wonder whether she does it for me.`,
    up: 26,
    replies: [
      {
        by: 'tom.alderton',
        content: `So what if she does? Mine stopped at twelve, on a Tuesday, without any notice. Go and read.`,
        minutesLater: 115,
        up: 28,
      },
    ],
  },
  {
    category: 'Father & Daughter',
    type: 'text',
    by: 'gareth.w',
    hoursAgo: 1377,
    title: 'Dropped her off in Aberdeen. 370 miles back with an empty car',
    content: `I'd made a joke of it for weeks. I carried the boxes, fixed the desk lamp, shook hands with a flatmate. She hugged me quick because people were looking, and I said "right then".

I got as far as a lay-by somewhere past Dundee, and that was me for twenty minutes. A lorry driver knocked on the window and gave me half a flapjack. He said "uni?" and I said "aye" and he said "two of mine."

> Right then.

Eighteen years and that was my closing speech. She rang on Sunday to ask how you descale a kettle. We talked for an hour and ten.`,
    up: 37,
    replies: [
      {
        by: 'eamonn',
        content: `"Right then" is the whole language, she'll have understood every word.`,
        minutesLater: 48,
        up: 33,
      },
      { by: 'doug_f', content: `Here's to that lorry driver.`, minutesLater: 77, up: 30 },
      {
        by: 'omar.s',
        content: `Mine goes next September. I'm going to keep half a flapjack in the glovebox, either for me or for the next man.`,
        minutesLater: 405,
        up: 27,
      },
      { by: 'gareth.w', content: `@omar.s You'll want the whole one.`, minutesLater: 432, up: 22 },
    ],
  },
  {
    category: 'Father & Daughter',
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
]
