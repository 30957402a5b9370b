/**
 * Words that a sentence may add to what its source says, because they carry no knowledge: they report, refer, join, or
 * say in general what was done. The list is closed. It is not the list of the commonest English words, because that
 * contains water, honey, doctor, safe, small and many names. A sentence with a word that is neither here nor in its
 * source is not shown. Words of success and of amount ("help", "safe", "enough", "longer") are left out on purpose.
 */
const LIGHT = new Set(
  `able according account across add advice advise afterward afterwards ago agree agreement along already although amid among
  announce another answer anyone anything anyway apart appear appointment around aside ask avoid away base became become began
  begin begun behind beside besides between beyond book bring brought call came cannot carry case certain change check choice
  choose chose chosen class classroom client come compare concern conclude consider continue cost couldn count couple customer
  dad decide decision depend describe detail didn differ difference different difficult difficulty directly discover discuss
  discussion does doesn don during either else especially etc example exist expect expectation experience explain fact family
  father fear feel felt figure find follow former found game gave general give given go goal goes going gone got happen hear
  heard held hold home homework idea including instance instead involve issue job join keep kept kind knew know known language
  last later lead leave led left let letter letting likely list look make manage matter mean meant meanwhile meet meeting
  member mention method mom moment mother move mum namely near need none normal note notice offer opinion option ordinary
  otherwise overall own parent particular partner pass people person pick piece place plan point possible prefer previous
  probably problem put question quite rather reach ready realise realize really reason recall receive recommend regard remain
  remember reply report require respond result review said saw saying school see seem seen send sent set setting share show
  shown since sit sitting situation somebody someone something sometimes somewhere soon sort speak spend spent spoke spoken
  stand start stay step stood story suggest taken taking talk tell tend therefore think though thought throw time together told
  took topic toward towards tried try trying turn type typical unlike use using usual usually various version walk want warn
  watch whatever whenever wherever whether wish within without word wouldn write written wrote`.split(/\s+/),
)

/** Each of these may be added if another word of its line is in the source. */
const RELATED = [
  'boy boys child children daughter girl girls he him his kid kids mine ours son their them they',
  'better best clicked difference easier easy fine good great help helped helps solved succeeded work worked works',
  'afraid fear fears frightened frightens scared scares scary',
  'bill cost costs expensive money pay paid price salary wage wages',
  'ate eat eating eats food meal meals',
  'asleep bedtime nap naps sleep sleeping sleeps slept',
  'loud knocked knocking noise noises noisy',
  'angry anger cross furious rage',
  'cried cries cry crying tears wept',
  'ill poorly sick unwell',
  'away disappear disappears gone vanish vanished',
  'anymore longer more',
  'before earlier forward sooner',
  'arms body head legs muscles tummy',
  'bottle flask thermos',
  'chair put seat seated seats shell sit sits sitting',
  'drill drilled drilling hole holes',
  'law lawful legal legally',
  'worried worries worry worrying anxious',
].map((line) => new Set(line.split(' ')))

/** Returns whether a sentence may add this word to a source with these words. */
export function isLight(word: string, there: Set<string>): boolean {
  return (
    [word, ...groundForms(word)].some((form) => LIGHT.has(form)) ||
    RELATED.some((line) => line.has(word) && [...line].some((other) => there.has(other)))
  )
}

/** Compared exactly: "wines" must not count as a form of "win". */
function groundForms(word: string): string[] {
  const forms: string[] = []
  if (/[^s]s$/.test(word)) forms.push(word.slice(0, -1))
  if (/(?:s|x|z|ch|sh)es$/.test(word)) forms.push(word.slice(0, -2))
  if (/ies$|ied$/.test(word)) forms.push(`${word.slice(0, -3)}y`)
  const past = /^(.+?)(?:ed|ing)$/.exec(word)?.[1]
  if (past) forms.push(past, `${past}e`, past.replace(/([^aeiouls])\1$/, '$1'))
  if (word.endsWith('ly')) forms.push(word.slice(0, -2))
  return forms
}
