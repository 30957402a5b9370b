/**
 * What kind of danger a text speaks of, which decides what the care panel shows first. Asked only of texts that get the
 * panel or a line, so a word may be as short as a stem. The texts are normalized (care-features.ts): lower case, no accents.
 */
import type { Care } from './care-levels.ts'

/** Somebody has swallowed what he should not. */
const SWALLOWED = [
  '(?:took|taken|taking|swallow\\w*|ate|eaten|drank|drunk|necked|downed|got_into|chewed) (?:\\w+ ){0,5}(?:pills?|tablets?|paracetamol|ibuprofen|tylenol|meds|medication|medicine|bleach|battery|batteries|antifreeze|magnets?|poison|detergent|(?:drain|oven|toilet) cleaner|unblocker|weedkiller|weed killer|white spirit|paint thinner|screenwash|caustic|capsules?|tabs?|(?:washing|laundry|detergent|dishwasher) pods?|insulin|drugs)',
  'overdos\\w*|oded|od|poisoned|blister pack|(?:whole|full|entire) (?:bottle|box|pack) of',
  'verschluckt|geschluckt|uberdosis|ueberdosis|vergift\\w*|tabletten|schlaftabletten|knopfzelle',
  'pastillas|se trag\\w*|trago|lejia|lavandina|cloro|pila|sobredosis|envenen\\w*',
  'cachets|medocs|medicaments|avale\\w*|javel|pile|surdose|overdose',
  'tabletk\\w*|tabletek|polkn\\w*|nalykal\\w*|lykn\\w*|wybielacz\\w*|bateri\\w*|przedawkowa\\w*|zatru\\w*',
]

/** Somebody cannot breathe, has swallowed something, bleeds, or does not react. */
const BODY = [
  ...SWALLOWED,
  // English
  '(?:not|isnt|aint|stopped|stops|cant|cannot|couldnt|hardly|barely|struggling_to|no_longer|wasnt) (?:be )?(?:breath\\w*)',
  'face (?:\\w+ )?(?:droops|drooping|drooped)|(?:cant|cannot) catch (?:his|her|my|their) breath|(?:swollen|swelling) (?:\\w+ ){0,4}(?:peanuts?|nuts|sting|stung|bee|wasp)',
  'breathing (?:has )?(?:stopped|funny|weird|badly)|choking|chokes|cant_get_(?:any_)?air|gasping|asthma attack',
  '(?:lips|face|turning|turned|gone|going|went|all) (?:\\w+ ){0,2}(?:blue|purple|grey|gray)',
  '(?:wont|cant|cannot|doesnt|isnt|not|couldnt) (?:\\w+ )?wak(?:e|ing)(?: up| him| her| the| them)|unconscious|unresponsive|not respond\\w*|passed out|collapsed|limp|floppy|knocked out',
  'seizure\\w*|convuls\\w*|having a fit|sort of fit|fit (?:\\w+ ){0,4}eyes|(?:is|hes|shes|was|been|started) fitting|hard to rouse|stroke|heart attack|chest (?:pain|is)|drown(?:ing|ed)',
  '(?:so much|lots? of|losing|full of|covered in) blood|blood everywhere|bleed\\w*|soaked through|slit|cut (?:my|his|her) (?:wrists?|arms?)',
  'stabbed|was shot|been shot|got shot|electrocut\\w*|(?:hit|run over) by a (?:car|van|bus|lorry|truck)|(?:not|isnt|wont|stopped) moving|just (?:shook|shaken) (?:\\w+ ){0,2}(?:baby|him|her|newborn)|blood',
  // German
  'atme\\w* (?:\\w+ )?(?:nicht|kaum|komisch)|nicht mehr atm\\w*|keine luft|blaue? lippen|(?:lauft|ganz|wird|lippen) blau|bewusstlos|reagiert (?:\\w+ )?nicht|wacht nicht|nicht wach|krampf\\w*|erstick\\w*|blutet|blutung|blut|ohnmachtig|ohnmaechtig|schlaganfall|herzinfarkt',
  // Spanish
  'no (?:\\w+ )?respira\\w*|dej\\w+ de respirar|labios (?:\\w+ )?(?:morados|azules)|(?:morad[oa]|azul)|inconsciente|no (?:\\w+ )?(?:reacciona|despierta|responde)|convulsi\\w*|atragant\\w*|ahog\\w*|sangr\\w*|desmay\\w*|infarto',
  // French
  'respire (?:\\w+ )?(?:plus|pas|mal)|levres (?:\\w+ )?bleues|(?:tout|devient|devenu) bleue?|inconscient\\w*|reagit (?:plus|pas)|reveille (?:plus|pas)|convuls\\w*|etouff\\w*|saign\\w*|du sang|sang partout|evanoui\\w*|malaise|infarctus',
  // Polish
  'nie oddych\\w*|przesta\\w* oddychac|sinie\\w*|sine usta|nieprzytomn\\w*|nie reaguj\\w*|nie budzi|nie moge (?:\\w+ )?(?:do)?budzic|drgawk\\w*|zadlawi\\w*|krztusi\\w*|dlawi\\w*|krwaw\\w*|krew|krwi|zemdla\\w*|zawal',
]

/** A weapon, or hands on a neck, or something that is about to happen. */
const ATTACK = [
  '(?:has|have|got|holding|held|holds|with|pulled|pulls|pointing|pointed|points|grabbed|grabs|picked|waving|came_at|comes_at|put) (?:\\w+ ){0,4}(?:knife|gun|blade|machete|axe|rifle|pistol|shotgun|hammer|scissors)',
  'gun (?:to|at|in|out)|loaded|knife (?:to|at|against)|strangl\\w*|throttl\\w*|(?:hands?|arms?|fingers) (?:\\w+ ){0,3}(?:neck|throat)|by the (?:neck|throat)|(?:choke[ds]?|choking) (?:me|him|her|my|the)|couldnt breathe',
  '(?:messer|pistole|waffe|axt|gewehr)\\w*|(?:ge)?wu?e?rgt?\\w*|am hals|an die kehle',
  'cuchill\\w*|pistola|escopeta|navaja|machete|arma|(?:del|por el|al) cuello|estrangul\\w*|ahorc\\w*',
  'couteau|flingue|fusil|pistolet|arme|(?:par le|au) cou|(?:a|par) la gorge|etrangl\\w*',
  'noz|nozem|noza|pistolet\\w*|bron|siekier\\w*|za (?:szyje|gardlo)|dusi\\w*|dusze|udus\\w*',
]

/** He, or somebody with him, is about to end his life. */
const ABOUT_TO = [
  '(?:standing|sitting|stood|sat|im) (?:\\w+ ){0,3}(?:bridge|ledge|tracks|roof|edge|platform|cliff|car_park)|rope (?:\\w+ )?(?:in|ready|tied|round|around)|noose|pills (?:are |is )?(?:in|on|ready|lined|here)|in (?:my|his|her) hand',
  '(?:tonight|right now|this is it|any minute|just now)|this is goodbye|by the time you read',
  'heute nacht|gleich|jetzt sofort|auf der brucke|strick|seil',
  'esta noche|ahora mismo|en el puente|la soga|la cuerda',
  'ce soir|cette nuit|tout de suite|sur le pont|la corde',
  'dzis w nocy|dzisiaj w nocy|zaraz|teraz|na moscie|sznur|line',
]

/** Of his own life, or of somebody's who may end it. */
const SELF = [
  'suicid\\w*|kill(?:ing|ed)? (?:my|him|her|them)sel\\w*|unaliv\\w*|kms|end (?:it|my|his|her|everything)|want\\w* to die|wanna die|be dead|die|dead|better off|live|living|alive|exist\\w*|wake up|be here|self harm\\w*|cut(?:s|ting)? (?:my|him|her)self|rope|bridge|goodbye|no point|carry on|go on|disappear',
  'umbring\\w*|suizid\\w*|selbstmord|sterben|leben|tot|ohne mich|besser dran|abschied\\w*|schluss|ritz\\w*|aufwachen',
  'suicid\\w*|matarme|matarse|morir\\w*|vivir|vida|sin mi|despedi\\w*|quitarme|desaparecer|cortarse|despertar',
  'suicid\\w*|me tuer|se tuer|mourir|vivre|la vie|sans moi|adieu|en finir|foutre en lair|disparaitre|scarifi\\w*',
  'samoboj\\w*|zabic sie|zabije sie|umrzec|zyc|zycia|zycie|beze mnie|pozegna\\w*|skonczyc|ciac sie|obudzic',
]

const CHILD =
  'baby|bab|newborn|infant|toddler|child|children|kids?|sons?|daughters?|boys?|girls?|bub|lad|twins|teen\\w*|step(?:son|daughter|dad|father|mum|mom)|nursery|school|teacher|coach|nanny|childminder|kind|kinder|kindern|sohn\\w*|tochter|junge|madchen|saugling|kleine[rn]?|hij[oa]s?|nin[oa]s?|bebe|crios?|peque\\w*|enfants?|fils|fille|gamin\\w*|petite?|gosse\\w*|dziec\\w*|syn\\w*|cor\\w*|malucha?|malego'
const PARTNER =
  'wife|husband|partner|girlfriend|boyfriend|gf|bf|missus|ex|fiancee?|she|frau|mann|freundin|freund|sie|mujer|esposa|marido|novi[oa]|pareja|ella|femme|mari|copine|copain|conjointe?|elle|zon[aey]|maz|partnerk\\w*|dziewczyn\\w*|ona'

const among = (phrases: readonly string[]) => new RegExp(` (?:${phrases.join('|').replaceAll('_', ' ')}) `)
const NOW_BODY = among(BODY)
const HAS_SWALLOWED = among(SWALLOWED)
const NOW_ATTACK = among(ATTACK)
const NOW_SELF = among(ABOUT_TO)
const OF_SELF = among(SELF)
/** He himself has swallowed something, or has cut himself. */
const HIS_OWN = among([
  '(?:i|ive|i_have) (?:\\w+ ){0,2}(?:took|taken|swallowed|cut|overdosed|od|drank)',
  'ich hab\\w* (?:\\w+ ){0,4}(?:genommen|geschluckt)|me (?:tome|he_tomado|corte)|jai (?:pris|avale)|(?:wzialem|polknalem|lyknalem|nalykalem)',
])
const OF_CHILD = among([CHILD])
const OF_PARTNER = among([PARTNER])

/** `words`: normalized. */
export function dangerOf(words: string[]): Pick<Care, 'now' | 'swallowed' | 'kind'> {
  // a word at the end of one match may be the first of another
  const text = ` ${words.filter((word) => word !== '.').join(' ')} `
  const [isBody, isAttack, isSelf] = [NOW_BODY.test(text), NOW_ATTACK.test(text), OF_SELF.test(text)]
  const now = isBody || isAttack || (isSelf && NOW_SELF.test(text))
  return { now, swallowed: HAS_SWALLOWED.test(text), kind: kindOf(text, { isBody, isSelf }) }
}

function kindOf(text: string, { isBody, isSelf }: Record<'isBody' | 'isSelf', boolean>): Care['kind'] {
  if (isBody) return isSelf || HIS_OWN.test(text) ? 'self' : 'health'
  if (isSelf) return 'self'
  if (OF_CHILD.test(text)) return 'child'
  return OF_PARTNER.test(text) ? 'partner' : 'self'
}

/** Frequent words of a language that English does not have. */
const FREQUENT: Record<Exclude<Care['language'], 'en'>, string> = {
  de: 'und der das ich nicht ist mein meine meiner sie es mit den dem ein eine einen zu auf wir hat wie ihr ihn mich mir habe wenn aber noch nur schon kann wird immer bin von auch mehr uns sich er im fur hier leben',
  es: 'me voy el los las que y mi es una se con por para lo ya muy pero cuando su esta mas si hijo hija como tengo quiero nos le yo del al esto mujer vivir puedo',
  fr: 'vais me il le les des et je jai ma il elle est pas que un une dans pour avec ne ce qui sur plus mes sa nous au quand fait suis cest jsuis tout veux peux mon ton fils fille ca cette',
  pl: 'w z na nie sie jest ze mam moj moja mojego jak mnie co po za od juz tak ale go jej jego mi czy bez tylko przez zona zony kiedy chce moge ja jestem dziecko syn corka zyc',
}
const LANGUAGES = Object.entries(FREQUENT).map(([language, words]) => ({
  language: language as Care['language'],
  words: new Set(words.split(' ')),
}))
const ENGLISH = new Set(
  'the and to of is my i he she it that was for with have this but they are you her him at just when what do dont im ive so be has had'.split(
    ' ',
  ),
)

/** English if no other language has more of its words in the text. */
/** Whether it has at least so many of the small words of English, and more of them than of another language. */
export const isEnglish = (words: string[], least: number): boolean =>
  languageOf(words) === 'en' && words.filter((word) => ENGLISH.has(word)).length >= least

export function languageOf(words: string[]): Care['language'] {
  const count = (known: Set<string>) => words.filter((word) => known.has(word)).length
  let best = { language: 'en' as Care['language'], count: count(ENGLISH) }
  for (const { language, words: known } of LANGUAGES)
    if (count(known) > best.count) best = { language, count: count(known) }
  return best.language
}
