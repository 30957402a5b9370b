/** The sentences of the panel, in the languages in which a text is recognized. */
import type { Care } from '#contract/care-words.ts'

export interface PanelWords {
  title: string
  titleNow: string
  /** to a man whose own life is at stake */
  titleNowSelf: string
  intro: string
  canSend: string
  /** before and after the emergency number */
  danger: readonly [string, string]
  yourNumber: string
  callNow: (number: string) => string
  whatToDo: string
  whichNumber: string
  poison: string
  call: (name: string) => string
  text: (to: string, word: string | null) => string
  chat: string
  website: string
  ofLine: (name: string) => string
  always: string
  open: string
  openUntil: (time: string) => string
  shut: string
  shutUntil: (time: string) => string
  more: string
  otherCountries: string
  everywhere: string
  notYours: string
  notLoaded: string
  finder: string
  newTab: string
  close: string
  closeWhat: string
  quiet: string
  show: string
  all: string
}

const en: PanelWords = {
  title: 'You do not have to carry this alone',
  titleNow: 'Call now. Stay with them.',
  titleNowSelf: 'Call now. You do not have to do this alone.',
  intro:
    'What you wrote matters, and there are people who hear it every day, from fathers too. They are kind, they will not judge you, and you can hang up at any time.',
  canSend: 'You can still send what you wrote.',
  danger: ['If somebody is in danger right now, call ', '.'],
  yourNumber: 'the emergency number of your country',
  callNow: (number) => `Call ${number}`,
  whatToDo: 'Put the phone on speaker. They tell you what to do.',
  whichNumber: 'From a mobile phone, 112 works in most countries; in North America it is 911.',
  poison: 'Something was swallowed?',
  call: (name) => `Call ${name}: `,
  text: (to, word) => (word ? `Text ${word} to ${to}` : `Text ${to}`),
  chat: 'Chat',
  website: 'Website',
  ofLine: (name) => ` of ${name}, in a new tab`,
  always: 'Open day and night',
  open: 'Open now',
  openUntil: (time) => `Open now, until ${time}`,
  shut: 'Shut now',
  shutUntil: (time) => `Shut now, opens ${time}`,
  more: 'More lines',
  otherCountries: 'Other countries',
  everywhere: 'Everywhere',
  notYours: 'None of the lines of your country listens in your language.',
  notLoaded: 'Our list did not load.',
  finder: 'has one for every country.',
  newTab: ' (in a new tab)',
  close: 'Close',
  closeWhat: ' the help lines',
  quiet: 'If this is not a way of speaking: here is who listens.',
  show: 'Show who listens',
  all: 'Help lines',
}

const de: PanelWords = {
  title: 'Du musst das nicht allein tragen',
  titleNow: 'Ruf jetzt an. Bleib dabei.',
  titleNowSelf: 'Ruf jetzt an. Du musst das nicht allein schaffen.',
  intro:
    'Was du geschrieben hast, ist wichtig, und es gibt Menschen, die das jeden Tag hören, auch von Vätern. Sie sind freundlich, sie urteilen nicht, und du kannst jederzeit auflegen.',
  canSend: 'Du kannst trotzdem abschicken, was du geschrieben hast.',
  danger: ['Wenn jemand jetzt in Gefahr ist, ruf ', ' an.'],
  yourNumber: 'die Notrufnummer deines Landes',
  callNow: (number) => `${number} anrufen`,
  whatToDo: 'Stell das Telefon auf laut. Sie sagen dir, was zu tun ist.',
  whichNumber: 'Vom Handy gilt die 112 in den meisten Ländern; in Nordamerika die 911.',
  poison: 'Wurde etwas verschluckt?',
  call: (name) => `${name} anrufen: `,
  text: (to, word) => (word ? `SMS mit ${word} an ${to}` : `SMS an ${to}`),
  chat: 'Chat',
  website: 'Webseite',
  ofLine: (name) => `: ${name}, in einem neuen Tab`,
  always: 'Tag und Nacht offen',
  open: 'Jetzt offen',
  openUntil: (time) => `Jetzt offen, bis ${time}`,
  shut: 'Jetzt geschlossen',
  shutUntil: (time) => `Jetzt geschlossen, öffnet ${time}`,
  more: 'Weitere Nummern',
  otherCountries: 'Andere Länder',
  everywhere: 'Überall',
  notYours: 'In deinem Land kennen wir keine Nummer, bei der man Deutsch spricht.',
  notLoaded: 'Unsere Liste wurde nicht geladen.',
  finder: 'hat eine für jedes Land.',
  newTab: ' (in einem neuen Tab)',
  close: 'Schließen',
  closeWhat: ' der Hilfenummern',
  quiet: 'Falls das nicht nur so gesagt ist: Hier hört jemand zu.',
  show: 'Zeigen, wer zuhört',
  all: 'Hilfenummern',
}

const es: PanelWords = {
  title: 'No tienes que cargar con esto solo',
  titleNow: 'Llama ahora. Quédate a su lado.',
  titleNowSelf: 'Llama ahora. No tienes que pasar por esto solo.',
  intro:
    'Lo que has escrito importa, y hay personas que lo escuchan cada día, también de padres. Son amables, no te juzgarán y puedes colgar cuando quieras.',
  canSend: 'Aun así puedes enviar lo que has escrito.',
  danger: ['Si alguien está en peligro ahora mismo, llama al ', '.'],
  yourNumber: 'número de emergencias de tu país',
  callNow: (number) => `Llamar al ${number}`,
  whatToDo: 'Pon el altavoz. Te dirán qué hacer.',
  whichNumber: 'Desde un móvil, el 112 funciona en la mayoría de los países; en Norteamérica es el 911.',
  poison: '¿Ha tragado algo?',
  call: (name) => `Llamar a ${name}: `,
  text: (to, word) => (word ? `SMS con ${word} al ${to}` : `SMS al ${to}`),
  chat: 'Chat',
  website: 'Página web',
  ofLine: (name) => ` de ${name}, en una pestaña nueva`,
  always: 'Abierto día y noche',
  open: 'Abierto ahora',
  openUntil: (time) => `Abierto ahora, hasta: ${time}`,
  shut: 'Cerrado ahora',
  shutUntil: (time) => `Cerrado ahora, abre: ${time}`,
  more: 'Más teléfonos',
  otherCountries: 'Otros países',
  everywhere: 'En todas partes',
  notYours: 'En tu país no conocemos ningún teléfono que atienda en español.',
  notLoaded: 'Nuestra lista no se ha cargado.',
  finder: 'tiene uno para cada país.',
  newTab: ' (en una pestaña nueva)',
  close: 'Cerrar',
  closeWhat: ' los teléfonos de ayuda',
  quiet: 'Si no es solo una forma de hablar: aquí hay quien escucha.',
  show: 'Ver quién escucha',
  all: 'Teléfonos de ayuda',
}

const fr: PanelWords = {
  title: 'Tu n’as pas à porter cela seul',
  titleNow: 'Appelle maintenant. Reste à ses côtés.',
  titleNowSelf: 'Appelle maintenant. Tu n’as pas à traverser ça seul.',
  intro:
    'Ce que tu as écrit compte, et des gens l’entendent chaque jour, de pères aussi. Ils sont bienveillants, ils ne te jugeront pas, et tu peux raccrocher à tout moment.',
  canSend: 'Tu peux quand même envoyer ce que tu as écrit.',
  danger: ['Si quelqu’un est en danger en ce moment, appelle le ', '.'],
  yourNumber: 'numéro d’urgence de ton pays',
  callNow: (number) => `Appeler le ${number}`,
  whatToDo: 'Mets le haut-parleur. On te dira quoi faire.',
  whichNumber: 'Depuis un portable, le 112 fonctionne dans la plupart des pays ; en Amérique du Nord, c’est le 911.',
  poison: 'Quelque chose a été avalé ?',
  call: (name) => `Appeler ${name} : `,
  text: (to, word) => (word ? `SMS avec ${word} au ${to}` : `SMS au ${to}`),
  chat: 'Tchat',
  website: 'Site web',
  ofLine: (name) => ` de ${name}, dans un nouvel onglet`,
  always: 'Ouvert jour et nuit',
  open: 'Ouvert maintenant',
  openUntil: (time) => `Ouvert maintenant, jusqu’à : ${time}`,
  shut: 'Fermé maintenant',
  shutUntil: (time) => `Fermé maintenant, ouvre : ${time}`,
  more: 'Autres numéros',
  otherCountries: 'Autres pays',
  everywhere: 'Partout',
  notYours: 'Dans ton pays, nous ne connaissons aucun numéro où l’on parle français.',
  notLoaded: 'Notre liste ne s’est pas chargée.',
  finder: 'en a un pour chaque pays.',
  newTab: ' (dans un nouvel onglet)',
  close: 'Fermer',
  closeWhat: ' les numéros d’aide',
  quiet: 'Si ce n’est pas qu’une façon de parler : voici qui écoute.',
  show: 'Voir qui écoute',
  all: 'Numéros d’aide',
}

const pl: PanelWords = {
  title: 'Nie musisz dźwigać tego sam',
  titleNow: 'Zadzwoń teraz. Nie odchodź.',
  titleNowSelf: 'Zadzwoń teraz. Nie musisz przez to przechodzić sam.',
  intro:
    'To, co napisałeś, jest ważne, a są ludzie, którzy słyszą to każdego dnia, także od ojców. Są życzliwi, nie osądzają, a rozłączyć się możesz w każdej chwili.',
  canSend: 'Nadal możesz wysłać to, co napisałeś.',
  danger: ['Jeśli ktoś jest teraz w niebezpieczeństwie, zadzwoń pod ', '.'],
  yourNumber: 'numer alarmowy swojego kraju',
  callNow: (number) => `Zadzwoń pod ${number}`,
  whatToDo: 'Włącz tryb głośnomówiący. Powiedzą ci, co robić.',
  whichNumber: 'Z telefonu komórkowego numer 112 działa w większości krajów; w Ameryce Północnej jest to 911.',
  poison: 'Ktoś coś połknął?',
  call: (name) => `Zadzwoń, ${name}: `,
  text: (to, word) => (word ? `SMS o treści ${word} na ${to}` : `SMS na ${to}`),
  chat: 'Czat',
  website: 'Strona',
  ofLine: (name) => `: ${name}, w nowej karcie`,
  always: 'Czynne całą dobę',
  open: 'Teraz czynne',
  openUntil: (time) => `Teraz czynne, do: ${time}`,
  shut: 'Teraz nieczynne',
  shutUntil: (time) => `Teraz nieczynne, otwarcie: ${time}`,
  more: 'Więcej numerów',
  otherCountries: 'Inne kraje',
  everywhere: 'Wszędzie',
  notYours: 'W twoim kraju nie znamy numeru, pod którym rozmawia się po polsku.',
  notLoaded: 'Nasza lista się nie wczytała.',
  finder: 'ma numer dla każdego kraju.',
  newTab: ' (w nowej karcie)',
  close: 'Zamknij',
  closeWhat: ' numery pomocy',
  quiet: 'Jeśli to nie tylko takie powiedzenie: oto kto słucha.',
  show: 'Pokaż, kto słucha',
  all: 'Numery pomocy',
}

export const PANEL_WORDS: Record<Care['language'], PanelWords> = { en, de, es, fr, pl }
