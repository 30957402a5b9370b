/** The help lines, above everything else, for a father who wrote about self-harm, violence or a child in danger. */
import { useEffect } from 'react'
import type { Care } from '#contract/care-words.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'

const fetchCare = () => import('../care/care.tsx')

interface HelpFirstProps {
  /** null: as the text calls for */
  care: Care | null
  text?: string
}

/** The text called for help when it was written; the rules have changed since. */
const PANEL: Care = { level: 'panel', now: false, kind: 'self', language: 'en' }

/** If the chunk does not load, the most important sentence is shown anyway. */
export function HelpFirst({ care, text = '' }: HelpFirstProps) {
  const { piece, ask } = useLazyPart(fetchCare)
  useEffect(() => void ask(), [ask])
  return piece ? (
    <piece.CarePanel care={care ?? piece.careOf(text) ?? PANEL} />
  ) : (
    <p className="note">If anybody is in danger now, call the emergency number of your country.</p>
  )
}
