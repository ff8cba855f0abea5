import { z } from 'zod'
import { createGoogleAccess, type GoogleSearchConsoleOptions } from './google-access.ts'
import { parse } from './google-answers.ts'
import type { SearchConsole, SearchQuery, SearchRow } from './port.ts'

/** The API’s limit. */
export const maxRows = 25_000

const sitesAnswer = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string() })).default([]),
})
const rowsAnswer = z.object({
  rows: z
    .array(
      z.object({
        keys: z.array(z.string()).default([]),
        clicks: z.number().min(0),
        impressions: z.number().min(0),
        position: z.number().min(0),
      }),
    )
    .default([]),
  metadata: z
    .object({ first_incomplete_date: z.string().optional(), firstIncompleteDate: z.string().optional() })
    .optional(),
})

/** Google’s Search Console API, version 3 of Webmasters. */
export function createGoogleSearchConsole(options: GoogleSearchConsoleOptions): SearchConsole {
  const { oauth, call } = createGoogleAccess(options)
  const apiUrl = `${options.apiBase ?? 'https://www.googleapis.com'}/webmasters/v3`
  return {
    canAskConsent: oauth.canAskConsent,
    getConsentUrl: oauth.getConsentUrl,

    async exchangeCode(given) {
      const { refreshToken } = await oauth.exchangeCode(given)
      return { kind: 'oauth', refreshToken }
    },

    async findProperties(credential, signal) {
      const { siteEntry } = parse(sitesAnswer, await call(credential, `${apiUrl}/sites`, null, signal))
      return siteEntry
        .filter(({ permissionLevel }) => permissionLevel !== 'siteUnverifiedUser')
        .map(({ siteUrl, permissionLevel }) => ({ url: siteUrl, permission: permissionLevel }))
    },

    async read(credential, { property, from, to, dimensions, partial = false }: SearchQuery, onRows, signal) {
      const url = `${apiUrl}/sites/${encodeURIComponent(property)}/searchAnalytics/query`
      let firstPartialDay: string | null = null
      for (let startRow = 0; ; startRow += maxRows) {
        const body = {
          ...{ startDate: from, endDate: to, dimensions, type: 'web', dataState: partial ? 'all' : 'final' },
          ...{ rowLimit: maxRows, startRow },
        }
        const { rows, metadata } = parse(rowsAnswer, await call(credential, url, body, signal))
        firstPartialDay ??= metadata?.first_incomplete_date ?? metadata?.firstIncompleteDate ?? null
        const good = rows.filter(({ keys }) => keys.length === dimensions.length) as SearchRow[]
        if (good.length > 0) await onRows(good)
        if (rows.length < maxRows) return { firstPartialDay }
      }
    },

    async revoke(credential) {
      if (credential.kind === 'oauth') await oauth.revoke(credential.refreshToken)
    },
  }
}
