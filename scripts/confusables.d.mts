export function readPairs(): Map<string, string>
export function lookalikes(): [string, string][]
export function write(): string
