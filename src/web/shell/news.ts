/** What is new to the member, for pages that say it in their own place as well. */
import { createContext, useContext } from 'react'
import type { News } from './ways.ts'

export const NewsContext = createContext<News>({})
export const useNews = () => useContext(NewsContext)
