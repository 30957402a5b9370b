/**
 * Different words for the same thing: British and American English, and what people type in chats. Applied to the question
 * only, so that the index does not grow.
 *
 * Source: written for Fatherkin from general knowledge of the two kinds of English. Nothing is copied from another list.
 * A word belongs here only if fathers use it in this sense nearly always: "top" is not "shirt".
 */

/** One line for each thing. A word stands in one line only. */
const SAME = `
mum mom mummy mommy mam mama
dad daddy
baby bub bubba
kid kids kiddo kiddos
toddler tot
gran grandma granny nana nan grandmother
grandad grandpa grandfather gramps
sister sis
brother bro
wife missus
stroller pram buggy pushchair strollers prams buggies pushchairs
diaper nappy diapers nappies
pacifier dummy binky soother pacifiers dummies
crib cot cots cribs
daycare nursery creche childcare
kindergarten reception kindergartener
preschool prekindergarten
babysitter sitter babysitters childminder nanny
carseat carseats
backpack rucksack
closet wardrobe cupboard
faucet tap
trash rubbish garbage
trashcan dustbin
apartment flat apartments flats
sidewalk pavement
elevator lift
yard garden
dishwasher dishwashers
vacuum hoover
flashlight torch
drywall plasterboard
mold mould moldy mouldy
wrench spanner
plumber plumbers
movie film movies films
tv television telly
phone cellphone
vacation holiday vacations holidays
soccer football
math maths mathematics
homework schoolwork
recess playtime
truck lorry
parking carpark
highway motorway
license licence
cookie biscuit cookies biscuits
candy sweets sweeties
zucchini courgette zucchinis courgettes
eggplant aubergine
sneakers trainers
pajamas pyjamas pjs jammies
sweater jumper pullover
diarrhea diarrhoea
pediatrician paediatrician
pediatric paediatric
tylenol paracetamol acetaminophen calpol
doctor gp doc physician
counselor counsellor
counseling counselling
anesthetic anaesthetic
estrogen oestrogen
behavior behaviour behaviors behaviours
color colour colors colours
favorite favourite
neighbor neighbour neighbors neighbours
humor humour
labor labour
tire tyre tires tyres
program programme
center centre
meter metre meters metres
gray grey
organize organise
recognize recognise
apologize apologise
realize realise
tantrum meltdown tantrums meltdowns
fussy picky
poop poo
pee wee
potty toilet loo
tummy belly
puke vomit
lawyer solicitor attorney
lawyers solicitors attorneys
resume cv
paycheck payslip
roommate flatmate
girlfriend gf
boyfriend bf
bicycle bike bicycles bikes
airplane plane aeroplane
christmas xmas
birthday bday
two 2
three 3
four 4
five 5
six 6
seven 7
eight 8
nine 9
ten 10
eleven 11
twelve 12
`

/** What is written short in chats, and what it means. */
const SHORT = `
yo = year old
yos = year olds
yr = year
yrs = years
wk = week
wks = weeks
hr = hour
hrs = hours
u = you
ur = your
r = are
b4 = before
bc = because
cuz = because
coz = because
pls = please
plz = please
thx = thanks
gonna = going to
wanna = want to
gotta = have to
dunno = do not know
idk = do not know
lil = little
nite = night
tonite = tonight
thru = through
tho = though
ppl = people
rn = right now
fyi = for information
imo = opinion
ftm = mum
ftd = dad
lo = child
dd = daughter
ds = son
dw = wife
dh = husband
mil = mother in law
fil = father in law
sil = sister in law
bil = brother in law
sahd = stay at home dad
sahm = stay at home mum
ppd = postnatal depression
ebf = breastfeeding
csection = caesarean
nicu = intensive care
wfh = working from home
hw = homework
`

const lines = (table: string) => table.split('\n').filter((line) => line !== '')
const THINGS = new Map(
  lines(SAME).flatMap((line) => {
    const words = line.split(' ')
    return words.map((word): [string, string[]] => [word, words.filter((other) => other !== word)])
  }),
)
const MEANINGS = new Map(lines(SHORT).map((line) => line.split(' = ') as [string, string]))

const RUN = /[\p{L}\p{N}\p{M}'’]+/gu

/** "How 2 get him 2 sleep": after these words, and without a unit behind it, a 2 is "to". */
const TO =
  /\b(how|what|when|where|need|want|going|try|trying|like|used|have|him|her|them|me|us|it)\s+2\s+(?!(?:year|month|week|day|hour|kid|child|boy|girl|time|and|or)s?)(?=\p{L})/giu

/** The question without chat language: "2yo" is "2 year old". */
export const spelledOut = (question: string): string =>
  question
    .replace(TO, '$1 to ')
    .replace(/\b(\d{1,2})\s*-?\s*(yo|yr|yrs|mo|mos|wk|wks|hr|hrs)\b/gi, (_, count, unit) => `${count} ${ageOf(unit)}`)
    .replace(RUN, (run) => meaningOf(run))

const ageOf = (unit: string) => (/^mos?$/i.test(unit) ? 'month old' : meaningOf(unit))

const meaningOf = (run: string) => MEANINGS.get(run.toLowerCase()) ?? run

/** Every word of the table, for the correction of misspelled ones. */
export const SAME_WORDS: readonly string[] = [...THINGS.keys()]

/** Other words for the things that the question names. */
export function otherWords(question: string): { of: string; word: string }[] {
  const asked = new Set((question.match(RUN) ?? []).map((run) => run.toLowerCase().replace(/['’]s?$/, '')))
  return [...asked].flatMap((of) => (THINGS.get(of) ?? []).map((word) => ({ of, word })))
}
