import { toast } from '../ui/toast.tsx'

export async function copyToClipboard(text: string, said: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast.good(said)
  } catch {
    toast.bad('Not copied', 'Your browser did not allow it. Mark the text and copy it by hand.')
  }
}
