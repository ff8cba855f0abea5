import type { GoogleSource, GoogleTarget } from '../contract.ts'

export const googleNames: Record<GoogleSource, { product: string; file: string; create: string }> = {
  document: { product: 'Google Docs', file: 'Google Doc', create: 'Create Google Doc' },
  report: { product: 'Google Sheets', file: 'Google Sheet', create: 'Create Google Sheet' },
}

export const sourceHref = ({ kind, source_id }: GoogleTarget) =>
  kind === 'document' ? `/app/content/${source_id}` : `/app/reports/${source_id}`

const consentReasons = new Set(['google_not_connected', 'google_reconnect', 'google_not_allowed'])

/** Whether connecting the Google account helps. */
export const needsConsent = (error: { reason?: string } | null) => consentReasons.has(error?.reason ?? '')
