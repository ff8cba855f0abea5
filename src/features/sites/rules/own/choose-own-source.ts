import type { OwnOrigin } from '#features/reports/contract-own.ts'
import { type Connected, chooseUpload } from '../search/choose-source.ts'

/** Where the figures of your own pages come from: the days of a site’s connection, or one of its exports. They’re never added up. */

export type OwnUpload = NonNullable<OwnOrigin['upload']> & { from: string | null; to: string | null }

/** What a site has. `firstDay` and `lastDay`: of its last 28 complete days with queries, null without any. */
export type SiteData = {
  state: Connected['state']
  firstDay: string | null
  lastDay: string | null
  /** Newest first. */
  uploads: readonly OwnUpload[]
}

export type OwnSource = OwnOrigin & {
  /** The last day of a connection to read. Null for an export. */
  lastDay: string | null
  /** Days that its figures are divided by when they’re compared with another site’s. */
  weight: number
}

/** Search Console keeps 16 months, so no export has more days. */
const maxExportDays = 488

const countDays = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

const toPeriod = (from: string | null, to: string | null): OwnOrigin['period'] =>
  from === null || to === null ? null : { from, to, days: countDays(from, to) }

/**
 * By the rule of the site’s own views. `pages`: only exports that have pages by query can answer; `dated`: only those that name
 * their period. Null when the site has neither days nor such an export.
 */
export function chooseOwnSource(
  { state, firstDay, lastDay, uploads }: SiteData,
  needs: { pages?: boolean; dated?: boolean } = {},
): OwnSource | null {
  const usable = uploads.filter(({ pairs, to }) => (!needs.pages || pairs > 0) && (!needs.dated || to !== null))
  const known = usable.map(({ _id, from, to }) => ({ id: _id, from, to }))
  const chosen = chooseUpload({ state, lastDay, hasRequested: false }, known, {})
  const found = usable.find(({ _id }) => _id === chosen?.id)
  if (found) {
    const { from, to, ...upload } = found
    const period = toPeriod(from, to)
    return { period, upload, lastDay: null, weight: period?.days ?? maxExportDays }
  }
  const period = toPeriod(firstDay, lastDay)
  return period && { period, upload: null, lastDay, weight: period.days }
}
