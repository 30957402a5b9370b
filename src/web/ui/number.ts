/**
 * Formats a whole number as 12,345. Without Intl, because creating its formatter takes a slow phone as long as rendering
 * all cards.
 */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
