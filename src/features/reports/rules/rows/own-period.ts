import type { OwnOrigin } from '../../contract-own.ts'

/**
 * The period of your rank and clicks, for files: "2026-10-23 – 2026-11-19", with "(uploaded export)" after it if they’re of one, or
 * "unknown (export uploaded 2026-06-03)". Null where there are no figures of Search Console.
 */
export function getOwnPeriod({ period, upload }: OwnOrigin): string | null {
  if (period) return `${period.from} – ${period.to}${upload ? ' (uploaded export)' : ''}`
  return upload && `unknown (export uploaded ${upload.uploaded_at.slice(0, 10)})`
}
