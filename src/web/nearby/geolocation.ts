/** Where the browser says that he is (LOC-07 to LOC-10). */
import { GEOLOCATION } from '#contract/local-words.ts'

interface Here {
  latitude: number
  longitude: number
}

/** Why there is no position, in the words of the catalogue. */
export class NoPosition extends Error {}

const WHY: Record<number, string> = {
  1: 'Location access denied by user',
  2: 'Location information unavailable',
  3: 'Location request timed out',
}

export const currentPosition = (): Promise<Here> =>
  new Promise((resolve, reject) => {
    // some browsers keep the name and have nothing behind it
    if (!('geolocation' in navigator) || !navigator.geolocation)
      return reject(new NoPosition('Geolocation is not supported by this browser'))
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => reject(new NoPosition(WHY[code] ?? 'Unable to get your location')),
      GEOLOCATION,
    )
  })

export const whyNot = (error: unknown, otherwise: string) => (error instanceof NoPosition ? error.message : otherwise)
