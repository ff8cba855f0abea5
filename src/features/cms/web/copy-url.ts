import { notify } from '#ui/overlays/toast.tsx'

/** Copies a URL. False when the browser doesn't allow it. */
export async function copyUrl(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url)
    notify.done('Link copied')
    return true
  } catch {
    return false
  }
}
