/** A geocoding service on a free port of this machine. It answers as it is told to, and records the requests. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  path: string
  /** the search text */
  q: string | null
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** ms */
  at: number
}

export interface GeocoderService {
  /** in the form of GEOCODER_URL */
  url: string
  asked: Asked[]
  answer: (response: ServerResponse) => void
  stop(): Promise<void>
}

/** A house in Portland, as Nominatim describes it. */
export const HOUSE = {
  lat: '45.4651234',
  lon: '-122.6523456',
  display_name: '1215, Southeast Tacoma Street, Sellwood, Portland, Multnomah County, Oregon, 97202, United States',
  address: {
    ...{ house_number: '1215', road: 'Southeast Tacoma Street', suburb: 'Sellwood', city: 'Portland' },
    ...{ county: 'Multnomah County', state: 'Oregon', 'ISO3166-2-lvl4': 'US-OR', postcode: '97202' },
    ...{ country: 'United States', country_code: 'us' },
  },
}

export const says =
  (body: unknown, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

export async function makeGeocoderService(): Promise<GeocoderService> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    const { headers } = request
    service.asked.push({
      path: pathname,
      q: searchParams.get('q'),
      query: searchParams,
      headers,
      at: performance.now(),
    })
    service.answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const service: GeocoderService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`,
    asked: [],
    answer: says([HOUSE]),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}
