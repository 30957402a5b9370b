/** Where a page begins that has a conversation. Without script nobody reads on from where he stopped: a link leads to the end. */
export interface ChatSearch {
  at?: 'latest' | undefined
}

export const chatSearch = ({ at }: Record<string, unknown>): ChatSearch => ({ at: at === 'latest' ? at : undefined })
