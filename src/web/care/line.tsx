/** One help line: what it is for, whether it is open, and the ways to reach it. */
import { MessageSquareText, MessagesSquare, Phone } from 'lucide'
import type { ReactNode } from 'react'
import type { HelpLine } from '#contract/care.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { OpenState } from './open-state.tsx'
import { PANEL_WORDS, type PanelWords } from './panel-words.ts'

export const dial = (number: string) => `tel:${number.replace(/[^+\d]/g, '')}`

/** "?&body=" is understood by both kinds of phones. */
const sms = (to: string, word: string | null) =>
  `sms:${to.replace(/[^+\d]/g, '')}${word ? `?&body=${encodeURIComponent(word)}` : ''}`

interface LineListProps {
  lines: HelpLine[]
  language?: keyof typeof PANEL_WORDS
  /** what stands below each line */
  below?: (line: HelpLine) => ReactNode
}

export function LineList({ lines, language = 'en', below }: LineListProps) {
  const words = PANEL_WORDS[language]
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of an unmarked list
    <ul className="rule ui" role="list">
      {lines.map((line) => (
        <li key={line.id} dir="auto">
          <b>{line.name}</b> <OpenState hours={line.hours} words={words} language={language} />
          {/* the operator writes in the language of the community */}
          <p lang={language === 'en' ? undefined : 'en'}>{line.about}</p>
          <Ways line={line} words={words} />
          {below?.(line)}
        </li>
      ))}
    </ul>
  )
}

function Ways({ line, words }: { line: HelpLine; words: PanelWords }) {
  const { name, phone, text_to, text_word, chat_url, url } = line
  return (
    <div className="btn-row">
      {phone && (
        <a className={buttonClass({ size: 'big' })} href={dial(phone)}>
          <Icon of={Phone} size="s" />
          <span className="sr">{words.call(name)}</span>
          {phone}
        </a>
      )}
      {text_to && (
        <a className={buttonClass({ variant: 'soft', size: 'big' })} href={sms(text_to, text_word)}>
          <Icon of={MessageSquareText} size="s" />
          <span className="sr">{name}: </span>
          {words.text(text_to, text_word)}
        </a>
      )}
      {chat_url && (
        <Out variant="soft" href={chat_url} name={name} words={words}>
          <Icon of={MessagesSquare} size="s" />
          {words.chat}
        </Out>
      )}
      {url && url !== chat_url && (
        <Out variant="quiet" href={url} name={name} words={words}>
          {words.website}
        </Out>
      )}
    </div>
  )
}

interface OutProps {
  variant: 'soft' | 'quiet'
  href: string
  name: string
  words: PanelWords
  children: ReactNode
}

const Out = ({ variant, href, name, words, children }: OutProps) => (
  <a className={buttonClass({ variant, size: 'big' })} href={href} target="_blank" rel="noopener noreferrer">
    {children}
    <span className="sr">{words.ofLine(name)}</span>
  </a>
)
