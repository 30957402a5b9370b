import type { Thread } from './types.ts'

export const threads: Thread[] = [
  {
    category: 'DIY & Tools',
    type: 'question',
    by: 'callum.reid',
    hoursAgo: 212,
    title: 'Building a loft bed for a seven-year-old: talk me into it or out of it',
    content: `Box room in Bramley, 2.1 m by 2.6 m, ceiling at 2.4 m. My daughter wants a bed up high with a desk underneath. The bought ones are either wobbly or cost more than my car is worth.

Plan so far: 70 mm square posts, 145 x 45 sides, slats on a ledger, fixed to the wall on two sides. One wall is brick, the other is stud.

I have a circular saw, a decent drill and a father-in-law who will come and tell me I'm doing it wrong. **What did you get wrong on yours?**`,
    up: 34,
    down: 1,
    replies: [
      {
        by: 'stefan_n',
        content: `Headroom. Measure her sitting up _on the mattress_, then add a hand.`,
        minutesLater: 9,
        up: 21,
      },
      { by: 'bigdave', content: `Into it. Mine's lasted nine years and two kids.`, minutesLater: 14, up: 8 },
      {
        by: 'callum.reid',
        content: `@stefan_n just measured. 74 cm plus mattress. Bed drops to 1.4 m then.`,
        minutesLater: 22,
        up: 5,
      },
      {
        by: 'phil.grady',
        content: `Bolts, not screws, where the sides meet the posts. You'll want to take it apart one day.`,
        minutesLater: 31,
        up: 26,
      },
      {
        by: 'greg-l',
        content: `Seconded. I screwed and glued ours and had to saw it up to get it out of the room.`,
        minutesLater: 38,
        up: 19,
      },
      {
        by: 'andrej',
        content: `Who changes the sheets? You. On your knees. Forever. Think about it.`,
        minutesLater: 45,
        up: 33,
      },
      { by: 'rob_staines', content: `@andrej this is the only reply that matters.`, minutesLater: 47, up: 14 },
      {
        by: 'nate_w',
        content: `Guard rail on all open sides, well above the mattress top. Thin mattress helps.`,
        minutesLater: 63,
        up: 17,
      },
      {
        by: 'sam.bright',
        content: `And no gaps she could get her head through. Look up the bunk bed standard for the numbers, don't guess.`,
        minutesLater: 71,
        up: 24,
      },
      {
        by: 'callum.reid',
        content: `@sam.bright good shout, will do that before I buy any timber.`,
        minutesLater: 80,
        up: 3,
      },
      { by: 'jonty', content: `Ladder or steps?`, minutesLater: 92 },
      { by: 'callum.reid', content: `Ladder. No floor for steps.`, minutesLater: 95, up: 1 },
      {
        by: 'jonty',
        content: `Then slope it and make the treads flat and deep. Round rungs hurt bare feet. Ours moaned daily.`,
        minutesLater: 104,
        up: 12,
      },
      {
        by: 'ivan_p',
        content: `Round over every edge. Every single one. Your forehead will find the one you skipped.`,
        minutesLater: 140,
        up: 16,
      },
      {
        by: 'tunde',
        content: `Find the studs and fix into the studs. Plasterboard fixings are for pictures.`,
        minutesLater: 166,
        up: 22,
      },
      {
        by: 'colin.m',
        content: `Or don't fix it to the stud wall at all and put a fourth post in. Belt and braces.`,
        minutesLater: 181,
        up: 9,
      },
      { by: 'tunde', content: `@colin.m fair. Costs one post and you sleep better.`, minutesLater: 190, up: 6 },
      {
        by: 'wei.l',
        content: `Diagonal brace at the back. Mine swayed like a ferry until I added one.`,
        minutesLater: 260,
        up: 11,
      },
      {
        by: 'dan_kowalczyk',
        content: `Out of it, sorry. Ours slept in it for a month, then dragged the mattress under the desk.`,
        minutesLater: 415,
        up: 13,
      },
      { by: 'harv', content: `@dan_kowalczyk so you built a very strong tent.`, minutesLater: 421, up: 29 },
      { by: 'owen_t', content: `Light switch she can reach from up there. Forgot that.`, minutesLater: 700, up: 10 },
      {
        by: 'gareth.w',
        content: `Build it in the room, not the garage. Ask me how I know.`,
        minutesLater: 905,
        up: 20,
      },
      { by: 'aidan.f', content: `How do you know?`, minutesLater: 911, up: 7 },
      { by: 'gareth.w', content: `The landing.`, minutesLater: 918, up: 31 },
      {
        by: 'luca.b',
        content: `I've an orbital sander in Kirkstall if you want to borrow it. Tell the father-in-law to bring pads.`,
        minutesLater: 1480,
        up: 9,
      },
      {
        by: 'callum.reid',
        content: `Right: four posts, bolts, brace, flat treads, built in the room. Father-in-law says the wood is wrong. Starting Saturday.`,
        minutesLater: 2210,
        up: 27,
      },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'text',
    by: 'stefan_n',
    hoursAgo: 388,
    title: 'Cutting list for a bookcase made from one sheet of ply',
    content: `A few of you asked for this after the meet-up in Headingley. Low bookcase, made for my sister's two, 18 mm birch ply, **one full sheet** (2440 x 1220), nearly nothing left over.

\`\`\`
part          qty   length   width   notes
side            2      900     280   round the top front corner
top             1     1164     280   sits between the sides
shelf           2     1164     270
bottom          1     1164     280
plinth          1     1164      70
back rail       2     1164      90   screw to the wall through this
\`\`\`

Saw kerf is 3 mm and already allowed for. Get the yard to do the long cuts, it cost me a fiver and saved an afternoon of swearing.

Screw it to the wall. It's low, but my nephew stood on it within the hour.`,
    up: 29,
    replies: [
      { by: 'wei.l', content: `Thank you, printing this. What did you use on the edges?`, minutesLater: 48, up: 3 },
      {
        by: 'stefan_n',
        content: `@wei.l nothing. Sanded to 180, two coats of water-based varnish. You see the layers, which I like and nobody else has mentioned.`,
        minutesLater: 75,
        up: 14,
      },
      {
        by: 'colin.m',
        content: `Shelf over 1100 in 18 mm will sag with proper books on it. I'd put one upright in the middle.`,
        minutesLater: 190,
        up: 11,
      },
      {
        by: 'stefan_n',
        content: `Fair. Picture books and a plastic stegosaurus so far. For hardbacks, yes, add a divider from the offcut.`,
        minutesLater: 233,
        up: 6,
      },
      {
        by: 'omar.s',
        content: `Made it over the weekend. Only mistake was cutting one side at \`890\`. It is now two sides at \`890\`.`,
        minutesLater: 9120,
        up: 28,
      },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'question',
    by: 'hassan.amin',
    hoursAgo: 5.5,
    title: 'Drill bit goes 5 mm into the wall and stops. What am I hitting?',
    content: `Trying to put up a curtain pole in the baby's room. 1930s semi in Roundhay. Above the window the drill goes through plaster and then just... stops. It screams and makes grey dust.

Moved it 10 cm left, same thing. Hammer action is on, I checked twice. The bit is a masonry bit, I also checked that twice.

Baby naps at one so I've got about forty minutes a day to be loud in.`,
    up: 7,
    replies: [
      {
        by: 'phil.grady',
        content: `Concrete lintel. Every house of that age has one over the window. A normal combi drill will polish it and nothing else. You need an SDS.`,
        minutesLater: 11,
        up: 18,
      },
      {
        by: 'ivan_p',
        content: `Or don't drill it. Fix a painted timber batten higher up, where it's brick again, and put the pole on that. Looks fine, takes half an hour.`,
        minutesLater: 26,
        up: 15,
      },
      {
        by: 'hassan.amin',
        content: `@phil.grady that explains it. I thought I'd forgotten how to drill.`,
        minutesLater: 34,
        up: 9,
      },
      {
        by: 'tariq.h',
        content: `I'm in Oakwood and have an SDS sitting in the cellar. Come and get it. Two holes, thirty seconds each, very loud. Not at one o'clock.`,
        minutesLater: 88,
        up: 20,
      },
      { by: 'hassan.amin', content: `You're a gent. Will message you tonight.`, minutesLater: 97, up: 4 },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'question',
    by: 'jaewon',
    hoursAgo: 61,
    title: 'What goes in a first toolbox when you own one screwdriver?',
    content: `We rented for ten years and I never needed more than a butter knife. Now we own a terrace in Armley and things fall off it.

My dad wasn't handy and nobody ever showed me. I've got about £120 and no idea what to buy first. I don't want a 200-piece set where 190 pieces are the same bit.

What do you reach for every week?`,
    up: 18,
    replies: [
      {
        by: 'bigdave',
        content: `Combi drill is half your money and worth it. Then tape measure, spirit level, claw hammer, adjustable spanner, trimming knife, pencil. You'll lose the pencil.`,
        minutesLater: 21,
        up: 17,
      },
      {
        by: 'doug_f',
        content: `I'd go the other way. Buy nothing until a job needs it, then buy the decent one. After two years you own exactly what your house wants.`,
        minutesLater: 55,
        up: 22,
      },
      {
        by: 'rob_staines',
        content: `@doug_f true, until it's Sunday at five and the stopcock's weeping. Have the spanner in the house.`,
        minutesLater: 68,
        up: 16,
      },
      {
        by: 'nate_w',
        content: `Car boot for hand tools. Old chisels and spanners from somebody's grandad are better than new cheap ones. Drill and anything with a cable, buy new.`,
        minutesLater: 240,
        up: 10,
      },
      {
        by: 'jaewon',
        content: `Got the drill, level and spanner. Found the stopcock too, which I'm told is the actual first tool.`,
        minutesLater: 2900,
        up: 19,
      },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'text',
    by: 'eamonn',
    hoursAgo: 730,
    title: 'My five-year-old has painted the shed and I have decided it is finished',
    content: `The plan was sage green. I gave him a small brush and the bottom two feet of the back, where nobody looks. I went in to answer the door. It was a parcel. It was two minutes, three at most.

He'd found last year's fence paint. There is now a brown handprint on every board at a height of about 80 cm, all the way round, plus one on the dog.

I had the brush loaded to go over it and he said "that's how they know it's ours". So that's how they know it's ours.

The dog is fine. It was water-based, it came off in the bath. The bath is another matter.`,
    up: 38,
    replies: [
      {
        by: 'frank.ellery',
        content: `Don't ever paint over it. We sold our house with two pencil height charts on a door frame and I still think about that door frame. Mine are 27 and 24.`,
        minutesLater: 62,
        up: 35,
      },
      { by: 'kieran.d', content: `How did he reach the back?`, minutesLater: 75, up: 2 },
      {
        by: 'eamonn',
        content: `@kieran.d through the nettles, apparently. Not a mark on him. I went in after him and came out like a pizza.`,
        minutesLater: 90,
        up: 24,
      },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'question',
    by: 'priyesh',
    hoursAgo: 146,
    title: "Black mould behind the wardrobe in the kids' room, where do I start?",
    content: `Pulled the wardrobe out to find a sock and found a black patch the size of a door. Outside wall, north side, solid brick, no cavity.

We dry washing in that room in winter because there's nowhere else. I know. My mother-in-law has already said it.

I can wash it and paint it, but I'd rather not do it every spring. Do I need a damp firm? One quoted **£2,800** over the phone without looking at it, which felt quick.`,
    up: 15,
    replies: [
      {
        by: 'gareth.w',
        content: `Don't pay £2,800 to a voice on a phone. Cold wall plus wet washing plus no air behind the wardrobe is usually condensation. Check the gutter above it first though, costs nothing to look.`,
        minutesLater: 28,
        up: 21,
      },
      {
        by: 'chidi',
        content: `Same in our back bedroom. What worked:

- wardrobe on an inside wall
- a dehumidifier with the washing, door shut
- window vents open, even when you hate it

No new mould in two winters.`,
        minutesLater: 64,
        up: 19,
      },
      {
        by: 'sunil',
        content: `Move the kids into another room while you clean it, mask and window open. And if either of them has a chest thing, mention the mould to the GP. We didn't and felt daft later.`,
        minutesLater: 110,
        up: 13,
      },
      {
        by: 'colin.m',
        content: `@gareth.w usually, not always. If the patch is wet to the touch in July it isn't washing. Get an independent surveyor, not somebody who sells injections.`,
        minutesLater: 300,
        up: 12,
      },
      {
        by: 'priyesh',
        content: `Gutter has a tree in it. An actual small tree. So it's both. Starting with the tree.`,
        minutesLater: 1530,
        up: 26,
      },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'question',
    by: 'noah_v',
    hoursAgo: 19,
    title: 'What age did you let them use a real saw?',
    content: `My lad is six and is done with the plastic bench. He can tell it's plastic. He wants to cut wood and I'd like him to, I was doing it at that age with my grandad and nobody wrote a form.

My wife thinks eight at the earliest. I don't want a fight, I want to know what you did and whether everybody still has the same number of fingers.`,
    up: 12,
    replies: [
      {
        by: 'andrej',
        content: `Five, small Japanese pull saw, wood clamped, my hand on his for the first ten cuts. The clamp is the whole trick. Both his hands on the handle means none near the blade.`,
        minutesLater: 33,
        up: 16,
      },
      {
        by: 'simon.tull',
        content: `I'm with your wife, mildly. Mine at six couldn't stop looking round to see who was watching. It depends on the kid more than the birthday.`,
        minutesLater: 70,
        up: 11,
      },
      { by: 'noah_v', content: `@simon.tull that's mine exactly, to be honest. He narrates.`, minutesLater: 84, up: 7 },
      {
        by: 'luca.b',
        content: `Start with a hand drill, the egg-whisk kind. Proper tool, makes proper holes, hard to do much harm. Ours drilled one scrap of pine for a fortnight.`,
        minutesLater: 205,
        up: 14,
      },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'text',
    by: 'rich-p',
    hoursAgo: 1012,
    title: 'Flooded the kitchen replacing a tap washer, a short report',
    content: `For anyone who thinks they're the only one.

I turned the water off under the sink. I turned it off _the wrong way_, because the isolator was already off-ish and I'd opened it. Then I took the top off the tap.

Water hits the ceiling faster than you'd think. I put my thumb on it. My daughter, who is five, said "Daddy, why are you standing like that" and I couldn't let go to find the stopcock, so I talked her through it. Hall cupboard, behind the hoover, the brass one, turn it like a jam jar lid **shut**.

She did it. She's told everyone at school, the dentist and a man on the 49 bus.

The washer cost 40p. The lino is a separate conversation.`,
    up: 36,
    down: 0,
    replies: [
      {
        by: 'phil.grady',
        content: `Open another tap after you've shut it and see if it runs dry before you touch anything. I'm saying this as a man who learned it in somebody else's house.`,
        minutesLater: 40,
        up: 23,
      },
      { by: 'jonty', content: `Showing both of mine the stopcock tonight. Genuinely.`, minutesLater: 130, up: 18 },
      { by: 'rich-p', content: `@jonty she'll do a talk if you want. She has a diagram.`, minutesLater: 151, up: 30 },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'question',
    by: 'matt.oduya',
    hoursAgo: 274,
    title: 'Stair gate when the newel post is round and the wall is crumbly?',
    content: `Ten-month-old has worked out stairs, up only. Top of the stairs is the problem: one side is a turned round post, the other is old lime plaster that comes off if you look at it.

I've read that pressure gates are a bad idea at the top, because of the bar you step over. So it has to be screwed, but into what?`,
    up: 9,
    replies: [
      {
        by: 'ben.ashby',
        content: `Wall side: a length of planed 2x1, long enough to reach solid brick or a stud in three places, gate hinges on that. Post side: a Y-shaped adaptor or straps, they exist for round posts.`,
        minutesLater: 37,
        up: 14,
      },
      {
        by: 'tom.alderton',
        content: `What Ben said. I lined the strap with an old bike inner tube so it doesn't mark the post. Landlord never knew there'd been a gate.`,
        minutesLater: 120,
        up: 9,
      },
      {
        by: 'pete_rowan',
        content: `Could you gate the bedroom door instead? Modern frame, square, two minutes. We never had one on the stairs at the top at all.`,
        minutesLater: 210,
        up: 6,
      },
      {
        by: 'ben.ashby',
        content: `@pete_rowan works until they're walking and the bathroom's across the landing. I'd do the stairs.`,
        minutesLater: 245,
        up: 5,
      },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'question',
    by: 'tunde',
    hoursAgo: 499,
    title: 'Is a tool library worth setting up, or will it just be my garage?',
    content: `There are six of us dads on our street in Chapel Allerton. Between us we own **five** hedge trimmers and no tile cutter.

I'd like to make a list, who has what, and share. My neighbour says it'll end with somebody's mitre saw coming back blunt and two people not speaking.

I looked at how others do it, there's a sample sign-out sheet at https://example.org/tool-share/sheet. Has anybody here kept one going longer than a summer?`,
    up: 16,
    replies: [
      {
        by: 'marcus_o',
        content: `Three years on ours. No sheet, just a group chat and one rule: you break it, you say so the same day. Nobody's ever minded the breaking, only the not saying.`,
        minutesLater: 52,
        up: 24,
      },
      {
        by: 'ross.mc',
        content: `Ours lasted one summer. The pressure washer went to number 14 and is still at number 14. I can hear it some Sundays.`,
        minutesLater: 98,
        up: 27,
      },
      {
        by: 'doug_f',
        content: `Keep anything with a blade you love out of it. Share the ladders, the SDS, the wallpaper steamer. Nobody is in love with a steamer.`,
        minutesLater: 310,
        up: 20,
      },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'text',
    by: 'pete_rowan',
    hoursAgo: 868,
    title: "Finished my dad's workbench",
    content: `Dad died in March. He'd started a bench for his garage in Otley: beech top glued up, two legs done, two legs marked out in his handwriting. Pencil, capitals, "THIS WAY UP YOU FOOL". Aimed at himself, I think.

I'm not a woodworker. It took me four months of Sunday mornings. My joints next to his look like a before and after. I left his pencil on and oiled over it.

My eldest came out last week and asked what I was doing, and I said finishing something, and she held the lamp. She's fourteen, she doesn't hold lamps.

It's in my garage now. It wobbles a bit at my end.`,
    up: 38,
    replies: [
      { by: 'frank.ellery', content: `Leave the wobble. Sorry about your dad, Pete.`, minutesLater: 25, up: 34 },
      {
        by: 'will.hartley',
        content: `"She doesn't hold lamps." That got me. I've got my dad's plane and I've never dared sharpen it, might do it this weekend.`,
        minutesLater: 71,
        up: 26,
      },
      {
        by: 'pete_rowan',
        content: `@will.hartley do it. I'd have liked to ask mine how, so if you want to do it together, I'm about on Sundays.`,
        minutesLater: 160,
        up: 22,
      },
      { by: 'will.hartley', content: `Yes. I'll bring the plane and a flask.`, minutesLater: 184, up: 19 },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'question',
    by: 'joel-b',
    hoursAgo: 96,
    title: 'Laminate over old floorboards, level first or just underlay?',
    content: `Back bedroom in Morley, about 11 square metres. Boards are sound but there's a dip of maybe 8 mm towards the chimney breast. A marble rolls to it from anywhere, as my two have established.

The man in the shop said thick underlay would be fine. He was also selling the thick underlay.`,
    up: 6,
    replies: [
      {
        by: 'greg-l',
        content: `Level it. Laminate over a dip bounces, then the joints click, then they open. Thin ply, packed underneath, screwed every six inches. Mind pipes and cables below.`,
        minutesLater: 44,
        up: 12,
      },
      {
        by: 'eamonn',
        content: `I did the underlay in a room just like that. Fine for a year. Now there's one spot that says "creak" every night when I sneak out of there.`,
        minutesLater: 101,
        up: 17,
      },
      {
        by: 'mateo_r',
        content: `Could you sand the boards and not have laminate? Marble run stays, nothing to level.`,
        minutesLater: 260,
        up: 10,
      },
      {
        by: 'joel-b',
        content: `@mateo_r the kids have voted for this unanimously. Looking at sander hire.`,
        minutesLater: 395,
        up: 13,
      },
    ],
  },
  {
    category: 'DIY & Tools',
    type: 'text',
    by: 'leo.marsh',
    hoursAgo: 1330,
    title: 'Anyone got a use for about forty metres of old skirting board?',
    content: `Victorian, 7 inch, painted maybe nine times. Came out of our place in Beeston. It's too good to burn, but the bottom layers may well be lead paint, so please don't sand it in the house or let kids near it while you strip it.

Free, collect from the yard. You'd need a van or a very patient roof rack. It goes to the tip on the 1st otherwise and I'll be sad for a whole afternoon.`,
    up: 5,
    replies: [],
  },
  {
    category: 'DIY & Tools',
    type: 'question',
    by: 'eamonn',
    hoursAgo: 46,
    title: 'The bathroom fan runs on for an hour after the light is off. Is that the timer or the fan?',
    content: `It used to stop after ten minutes. Nothing was changed. There is a small screw under the cover that I have not dared to turn.`,
    up: 3,
    replies: [],
  },
]
