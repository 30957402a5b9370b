/**
 * A service with Nominatim's interface. Only its own host is asked, no redirect is followed, and the answer's size is
 * limited.
 */
import { LOCATION_MAX } from '#contract/words.ts'
import type { Answer, Located, Service } from './geocoder-answer.ts'

/** Maximum size of an answer, in bytes; an answer with one place has two thousand. */
const MAX_RESPONSE_BYTES = 100_000
const MAX_MESSAGE_LENGTH = 200

/** `home`: the public URL of this instance. It is sent as the user agent, so that the operator of the service can contact us. */
export function makeNominatim(endpoint: string, home: string | null): Service {
  const secrets = [...new URL(endpoint).searchParams.values()].filter((value) => value.length >= 8)
  // nothing about the member is sent
  const headers = { Accept: 'application/json', 'User-Agent': home ? `Fatherkin (${home})` : 'Fatherkin' }
  return async (address, signal) => {
    const url = new URL(endpoint)
    const asked = { q: address, format: 'jsonv2', addressdetails: '1', limit: '1', 'accept-language': 'en' }
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
    const response = await fetch(url, { headers, redirect: 'manual', signal })
    const said = readAnswer(await textOf(response), secrets)
    if (typeof said === 'object' && 'said' in said)
      return { answer: said, isDown: response.status >= 500 || response.status === 429 }
    if (!response.ok) return { answer: 'away', isDown: true }
    return { answer: said, isDown: said === 'away' }
  }
}

/** Throws if the answer is too large. */
async function textOf({ body, status }: Response): Promise<string> {
  if (!body) return ''
  if (status >= 300 && status < 400) {
    await body.cancel()
    return ''
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    // leaving the loop closes the connection
    if (size > MAX_RESPONSE_BYTES) throw new Error('The answer of the geocoder is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readAnswer(text: string, secrets: string[]): Answer {
  const data = parsed(text)
  if (Array.isArray(data)) return data.length === 0 ? 'unknown' : locatedOf(data[0])
  const complaint = complaintOf(data)
  return complaint === null ? 'away' : saidOf(complaint, secrets)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // the answer cannot be read
  }
}

/** `{"error": "abc"}` or `{"error": {"message": "abc"}}` */
function complaintOf(data: unknown): string | null {
  const { error } = recordOf(data)
  const text = typeof error === 'string' ? error : recordOf(error).message
  return typeof text === 'string' ? text : null
}

/** Returns the service's own error message, on one line and without our API key. */
function saidOf(complaint: string, secrets: string[]): Answer {
  const plain = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), complaint.toWellFormed())
  const line = plain.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line === '' ? 'away' : { said: [...line].slice(0, MAX_MESSAGE_LENGTH).join('') }
}

function locatedOf(found: unknown): Answer {
  const { lat, lon, address } = recordOf(found)
  const [latitude, longitude] = [degrees(lat, 90), degrees(lon, 180)]
  if (latitude === null || longitude === null) return 'away'
  return { located: { label: generalLabel(recordOf(address)), latitude, longitude } satisfies Located }
}

function degrees(value: unknown, most: number): number | null {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : NaN
  return Math.abs(number) <= most ? number : null
}

const TOWN_KEYS = ['city', 'town', 'village', 'municipality', 'hamlet', 'county']

/**
 * Returns a label such as "Sellwood, Portland, OR", made only of those parts of an address that are no street and no
 * house. Returns null if there are none.
 */
function generalLabel(address: Record<string, unknown>): string | null {
  const word = (name: string) => {
    const value = address[name]
    return typeof value === 'string' && value.trim() !== '' ? value.replace(/\s+/g, ' ').trim() : null
  }
  const town = TOWN_KEYS.map(word).find((name) => name !== null) ?? null
  const parts = town === null ? [word('state'), word('country')] : [word('suburb'), town, regionOf(word)]
  // a street without a town, or a whole country, is no useful label
  if (parts.slice(-2).includes(null)) return null
  const label = [...new Set(parts)].filter((part) => part !== null).join(', ')
  return [...label].length <= LOCATION_MAX ? label : null
}

/** Returns the state, province or nation where people use it in addresses, otherwise the country. */
function regionOf(word: (name: string) => string | null): string | null {
  const country = word('country_code')
  if (country === 'us') return /^US-([A-Z]{2})$/.exec(word('ISO3166-2-lvl4') ?? '')?.[1] ?? word('state')
  if (country === 'ca' || country === 'gb') return word('state') ?? word('country')
  return word('country')
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
