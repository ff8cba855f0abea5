import { checkWebhookUrl } from '#features/notifications/check-webhook-url.ts'
import { AppError } from '#kit/errors.ts'
import type { Outbound } from '#platform/outbound/outbound-fetch.ts'
import type { Locale, SearchSource, SourceId } from '#providers/search-data/port.ts'
import { getSources } from './perform-run.ts'

/** Refuses what a listener can't be set to. */
export function createListenerValidation({
  sources,
  checkUrl,
}: {
  sources: Map<SourceId, SearchSource>
  checkUrl: Outbound['checkUrl']
}) {
  return { validateSources, validateWebhook }

  /** `locale` null skips the check of country and language. */
  function validateSources(requested: readonly string[] | undefined, locale: Locale | null) {
    if (!requested) {
      if (getSources(sources, null, locale).length > 0) return
      throw new AppError('invalid_input', 'No source for listeners is set up on this server.', {
        field: 'sources',
        reason: 'no_sources',
      })
    }
    if (requested.includes('imported'))
      throw new AppError('invalid_input', 'sources can’t include imported. Imported files don’t change between runs.', {
        field: 'sources',
        reason: 'imported_not_allowed',
      })
    const chosen = getSources(sources, requested, locale)
    if (chosen.every(({ source }) => source === null))
      throw new AppError(
        'invalid_input',
        chosen[0]?.unavailable?.message ?? 'None of these sources is available on this server.',
        { field: 'sources', reason: 'sources_unavailable' },
      )
  }

  async function validateWebhook(url: string | null) {
    if (url !== null) await checkWebhookUrl(checkUrl, url, 'notify.webhook')
  }
}
