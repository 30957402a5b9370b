/** The position that the browser reports. */
import { GEOLOCATION } from '#contract/local-words.ts'

interface Here {
  latitude: number
  longitude: number
}

/** The reason for which there is no position, as a sentence for the member. */
export class NoPosition extends Error {}

const WHY: Record<number, string> = {
  1: 'Location access denied by user',
  2: 'Location information unavailable',
  3: 'Location request timed out',
}

export const currentPosition = (): Promise<Here> =>
  new Promise((resolve, reject) => {
    // some browsers define the property without an implementation
    if (!('geolocation' in navigator) || !navigator.geolocation)
      return reject(new NoPosition('Geolocation is not supported by this browser'))
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => reject(new NoPosition(WHY[code] ?? 'Unable to get your location')),
      GEOLOCATION,
    )
  })

export const whyNot = (error: unknown, otherwise: string) => (error instanceof NoPosition ? error.message : otherwise)
