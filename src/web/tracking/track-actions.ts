import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { record } from './tracking.ts'

/** What people do that staff count, by the call or the form that does it: the only place that names it. */

const doneByCall: Record<string, string> = {
  '/reports/new': 'Report made',
  '/stream': 'Content generated',
  '/ai/edit': 'Passage rewritten',
  '/humanize': 'Text humanized',
  '/search_listener/add': 'Listener made',
  '/extra/trends': 'Trends looked up',
  '/extra/sv': 'Volumes looked up',
}

/** A form that posts without a script: it succeeded when it leads to another page. */
const doneByForm: Record<string, string> = { '/app/reports/new': 'Report made' }

/** Counted when they are asked for, whatever becomes of it. */
const requestedByCall: Record<string, string> = {
  '/stripe/paylink': 'Upgrade clicked',
  '/stripe_ae/paylink_noauth': 'Upgrade clicked',
  '/coinbase_link': 'Upgrade clicked',
}

/** Their failures are counted, too. */
const failsByCall = [
  { calls: [...Object.keys(requestedByCall), '/stripe/billingportal'], event: 'Payment link failed' },
  { calls: ['/ai/new', '/ai/more', '/ai/check', '/ai/edit', '/stream', '/humanize'], event: 'AI content failed' },
]

export function recordRequest(call: string) {
  const name = requestedByCall[call]
  if (name) record(name, { call })
}

/** Skips dry runs: an estimate uses the same call and changes nothing. */
export function recordDone(call: string, input: unknown) {
  const name = doneByCall[call]
  if (name && (input as { dry_run?: boolean } | null)?.dry_run !== true) record(name)
}

export function recordFailed(call: string, error: unknown) {
  const event = failsByCall.find(({ calls }) => calls.includes(call))?.event
  const code = error instanceof AppError ? error.code : 'unknown'
  if (event) record(event, { call, code })
}

/** A file was asked for: `/reports/export/…?format=csv`. */
export function recordExport(path: string) {
  const { pathname, searchParams } = new URL(path, location.origin)
  record('Export', { what: pathname.split('/')[1], format: searchParams.get('format') })
}

export function useRecordedForms() {
  const { pathname } = useLocation()
  const { state, formMethod, formAction } = useNavigation()
  const sent = useRef<string | null>(null)
  useEffect(() => {
    if (state === 'submitting' && formMethod === 'POST') sent.current = formAction?.split('?')[0] ?? null
    if (state !== 'idle' || sent.current === null) return
    const name = doneByForm[sent.current]
    if (name && pathname !== sent.current) record(name)
    sent.current = null
  }, [state, formMethod, formAction, pathname])
}
