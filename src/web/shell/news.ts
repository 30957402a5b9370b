/** The counts of new items, for pages that show them too. */
import { createContext, useContext } from 'react'
import type { News } from './ways.ts'

export const NewsContext = createContext<News>({})
export const useNews = () => useContext(NewsContext)
