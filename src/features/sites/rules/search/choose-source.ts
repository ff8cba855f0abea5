import type { DayRange } from '../days.ts'

/** Which data a view shows: the days of a connection, or one uploaded export. They’re never added up. */

export type KnownUpload = { id: string; from: string | null; to: string | null }

export type RequestedDays = { from?: string | undefined; to?: string | undefined }

export type Connected = {
  state: 'pending' | 'connected' | 'error' | 'none'
  lastDay: string | null
  /** Whether it has days of the requested period. */
  hasRequested: boolean
}

/**
 * The export to show, or null for the connection’s days. Days of a connection win over exports; one that can’t be read any more shows
 * its days until an export is newer. `uploads`: newest first.
 */
export function chooseUpload(
  { state, lastDay, hasRequested }: Connected,
  uploads: readonly KnownUpload[],
  { from, to }: RequestedDays,
): KnownUpload | null {
  if (from !== undefined || to !== undefined) {
    if (lastDay !== null && hasRequested) return null
    return findOverlapping(uploads, { from: from ?? '0001-01-01', to: to ?? '9999-12-31' })
  }
  const latest = uploads.reduce<KnownUpload | null>(
    (best, upload) => (best === null || (upload.to ?? '') > (best.to ?? '') ? upload : best),
    null,
  )
  if (lastDay === null || latest === null) return latest
  return state !== 'connected' && latest.to !== null && latest.to > lastDay ? latest : null
}

/** The export that has most of these days; of equal ones, the newest. */
function findOverlapping(uploads: readonly KnownUpload[], requested: DayRange): KnownUpload | null {
  let best: { upload: KnownUpload; days: number } | null = null
  for (const upload of uploads) {
    if (upload.from === null || upload.to === null) continue
    const from = upload.from > requested.from ? upload.from : requested.from
    const to = upload.to < requested.to ? upload.to : requested.to
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
    if (days > (best?.days ?? 0)) best = { upload, days }
  }
  return best?.upload ?? null
}
