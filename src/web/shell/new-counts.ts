/** The counts of new items, for pages that show them too. */
import { createContext, useContext } from 'react'
import type { NewCounts } from './area-links.ts'

export const NewCountsContext = createContext<NewCounts>({})
export const useNewCounts = () => useContext(NewCountsContext)
