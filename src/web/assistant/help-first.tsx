/** The help lines, above everything else, for a father who wrote about self-harm, violence or a child in danger. */
import { useEffect } from 'react'
import type { Care } from '#contract/care-words.ts'
import { ANY_CARE } from '#contract/lines-words.ts'
import { useLazyPart } from '../kernel/lazy-part.ts'
import { fetchCare } from './fetch-care.ts'

interface HelpFirstProps {
  /** the words for which the lines are shown; the program says that they call for help */
  words: string
  care?: Care
}

/** If the chunk does not load, the most important sentence is shown anyway. */
export function HelpFirst({ words, care }: HelpFirstProps) {
  const { piece, ask } = useLazyPart(fetchCare)
  useEffect(() => void ask(), [ask])
  return piece ? (
    <piece.CarePanel isLinked care={care ?? piece.careOf(words) ?? ANY_CARE} />
  ) : (
    <p className="note">If anybody is in danger now, call the emergency number of your country.</p>
  )
}
