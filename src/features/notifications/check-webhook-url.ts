import { AppError } from '#kit/errors.ts'
import { type Outbound, OutboundError } from '#platform/outbound/outbound-fetch.ts'

/**
 * SSRF check of a webhook URL. A DNS failure is accepted, since every delivery checks again.
 * @throws AppError invalid_input (`field`)
 */
export async function checkWebhookUrl(checkUrl: Outbound['checkUrl'], url: string, field: string) {
  try {
    await checkUrl(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.kind !== 'blocked' && error.kind !== 'bad_url') return
    const reason = error.kind === 'blocked' ? 'private_address' : 'invalid_url'
    throw new AppError('invalid_input', `${field} can’t be used: ${error.message}`, { field, reason })
  }
}
