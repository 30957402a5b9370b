/** The help lines, above everything else, for a father who wrote about self-harm, violence or a child in danger. */
import { useEffect } from 'react'
import { useLazyPart } from '../kernel/lazy-part.ts'

const fetchCare = () => import('../care/care.tsx')

/** If the chunk does not load, the most important sentence is shown anyway. */
export function HelpFirst() {
  const { piece, ask } = useLazyPart(fetchCare)
  useEffect(() => void ask(), [ask])
  return piece ? (
    <piece.CarePanel />
  ) : (
    <p className="note">If anybody is in danger now, call the emergency number of your country.</p>
  )
}
