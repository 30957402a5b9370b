/** The copy of one's own data as a file: asked for with the password, and handed to the browser as it came. */
import { asFault, faultOf } from './auth.ts'

/** @throws AuthFault, and nothing else */
export async function takeData(password: string): Promise<void> {
  try {
    const response = await fetch('/api/auth/own-data', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ password }),
      credentials: 'same-origin',
      redirect: 'error',
    })
    if (!response.ok) throw faultOf(response, await response.json().catch(() => null))
    const [, name = 'my-data.json'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    // a copy that breaks off on its way is none
    save(await response.blob(), name)
  } catch (thrown) {
    throw asFault(thrown)
  }
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // after the browser has taken hold of it
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
