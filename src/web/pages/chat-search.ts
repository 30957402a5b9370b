/**
 * The message at which a page's conversation starts. Without JavaScript the last read position is unknown, so a link
 * leads to the end.
 */
export interface ChatSearch {
  at?: 'latest' | undefined
}

export const chatSearch = ({ at }: Record<string, unknown>): ChatSearch => ({ at: at === 'latest' ? at : undefined })
