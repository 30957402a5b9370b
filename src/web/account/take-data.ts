/** Downloads the copy of the member's data as a file, after the password is entered. */
import { asFault, faultOf } from './auth.ts'

/** @throws only AuthFault */
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
    // a copy that was cut off is not saved
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
  // after the browser has started the download
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
