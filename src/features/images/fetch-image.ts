import { AppError } from '#kit/errors.ts'
import { OutboundError, type OutboundFetch, readBytes } from '#platform/outbound/outbound-fetch.ts'
import { maxImageBytes } from './contract.ts'

const timeoutMs = 20_000

/**
 * An image from another site, through the guard against addresses inside the network (SSRF). Its format is checked when it's stored.
 * @throws AppError unavailable, invalid_input, too_large
 */
export async function fetchImage(fetch: OutboundFetch, url: string): Promise<File> {
  const name = getImageName(url)
  const { hostname: host } = new URL(url)
  try {
    const response = await fetch(url, { timeoutMs, maxBytes: maxImageBytes, headers: { Accept: 'image/*' } })
    if (!response.ok) {
      await response.body?.cancel()
      throw new AppError('unavailable', `${host} answered with status ${response.status} instead of the image.`, {
        field: 'url',
        reason: 'image_not_served',
        params: { host, status: response.status },
      })
    }
    return new File([new Uint8Array(await readBytes(response, maxImageBytes))], name)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.kind === 'too_large')
      throw new AppError('too_large', `${name} is larger than 10 MB.`, {
        field: 'url',
        reason: 'file_too_large',
        params: { name, max: maxImageBytes },
      })
    if (error.kind === 'timeout')
      throw new AppError('unavailable', error.message, { field: 'url', reason: 'image_timed_out', params: { host } })
    const isRefused = error.kind === 'blocked' || error.kind === 'bad_url'
    throw new AppError(isRefused ? 'invalid_input' : 'unavailable', error.message, {
      field: 'url',
      reason: isRefused ? 'image_url_refused' : 'image_host_unreachable',
      params: { host },
    })
  }
}

/** The file's name without its extension: many sites serve another format than their URL says. */
function getImageName(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? ''
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {
    // A percent sign that encodes nothing is part of the name.
  }
  return (
    name
      .replace(/\.[A-Za-z0-9]{2,5}$/, '')
      .replace(/[/\\]/g, '-')
      .slice(0, 150) || 'image'
  )
}
