/** Where help is, first of all, for a father who wrote of self-harm, violence or a child in danger. */
import { useEffect } from 'react'
import { useLazyPart } from '../kernel/lazy-part.ts'

const fetchCare = () => import('../care/care.tsx')

/** If its part of the program does not load, the one sentence that counts is there. */
export function HelpFirst() {
  const { piece, ask } = useLazyPart(fetchCare)
  useEffect(() => void ask(), [ask])
  return piece ? (
    <piece.CarePanel />
  ) : (
    <p className="note">If anybody is in danger now, call the emergency number of your country.</p>
  )
}
