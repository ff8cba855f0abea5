import { AppError, type Failure, toResultError } from '#kit/errors.ts'
import type { DomainRecord, DomainStatus } from '../contract.ts'
import type { Findings } from './check-dns-records.ts'

/** The state machine of a custom domain: DNS check results in, next state out. Pure functions. */

export type DomainState = {
  status: DomainStatus
  error: string | null
  failure: Failure | null
  claimed_at: Date
  verified_at: Date | null
  first_verified_at: Date | null
  checked_at: Date | null
  check_at: Date | null
  left_checks: number
  left_since: Date | null
  unreachable_since: Date | null
  switched_off_at: Date | null
}

export type Circumstances = {
  domain: string
  /** The domain belonged to another workspace before, so pointing here isn't proof (subdomain takeover). */
  needsProof: boolean
  /** The plan includes custom domains. */
  allowed: boolean
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** An active domain is switched off after this many failed checks in a row over at least this time. */
export const leftChecks = 4
const leftAfterMs = 40 * minute
/** Unresponsive name servers switch a domain off only after a week. */
export const unreachableAfterMs = 7 * day
/** An unverified claim lapses after this time; another workspace can then claim the domain. */
export const claimMs = 7 * day
/** After this time only the settings screen triggers checks. */
const maxCheckAgeMs = 30 * day

export const claimHasLapsed = ({ status, claimed_at }: Pick<DomainState, 'status' | 'claimed_at'>, now: Date) =>
  status !== 'active' && now.getTime() - claimed_at.getTime() > claimMs

/** Backoff: a quarter of the claim's age, between 15 seconds and 6 hours. Active domains are checked hourly. */
export function getNextCheckAt({ status, claimed_at, left_checks }: DomainState, now: Date): Date | null {
  if (status === 'active') return after(now, left_checks > 0 ? 15 * minute : hour)
  const age = now.getTime() - claimed_at.getTime()
  if (age > maxCheckAgeMs) return null
  return after(now, Math.min(6 * hour, Math.max(15_000, age / 4)))
}

export function getNextState(state: DomainState, findings: Findings, about: Circumstances, now: Date): DomainState {
  const next = { ...outcome(state, findings, about, now), checked_at: now }
  return { ...next, check_at: getNextCheckAt(next, now) }
}

function outcome(state: DomainState, found: Findings, about: Circumstances, now: Date): DomainState {
  if (!about.allowed) return { ...off(state), status: 'error', ...toResultError(notInPlan()) }
  if (found.proven || (found.pointed && !about.needsProof)) return on(state, now)
  if (state.status === 'active') return failing(state, found, about, now)
  if (found.pointed) return waiting(state, proofNeeded(about.domain))
  if (found.wrong) return { ...state, status: 'error', ...toResultError(recordWrong(found.records)) }
  if (found.unknown) return waiting(state, dnsSilent(about.domain))
  return state.switched_off_at ? state : waiting(state, null)
}

const waiting = (state: DomainState, error: AppError | null): DomainState => ({
  ...state,
  status: 'pending_dns',
  ...toResultError(error),
})

function on(state: DomainState, now: Date): DomainState {
  return {
    ...state,
    status: 'active',
    ...toResultError(null),
    verified_at: state.verified_at ?? now,
    first_verified_at: state.first_verified_at ?? now,
    left_checks: 0,
    left_since: null,
    unreachable_since: null,
    switched_off_at: null,
  }
}

function off(state: DomainState): DomainState {
  return { ...state, verified_at: null, left_checks: 0, left_since: null, unreachable_since: null }
}

/** An active domain that fails a check stays active for a grace period. */
function failing(state: DomainState, found: Findings, { domain }: Circumstances, now: Date): DomainState {
  if (found.unknown) {
    const since = state.unreachable_since ?? now
    if (now.getTime() - since.getTime() < unreachableAfterMs) return { ...state, unreachable_since: since }
    return switchedOff(state, dnsSilentForAWeek(domain), now)
  }
  const since = state.left_since ?? now
  const checks = state.left_checks + 1
  if (checks >= leftChecks && now.getTime() - since.getTime() >= leftAfterMs)
    return switchedOff(state, domainMoved(domain, found), now)
  return { ...state, left_checks: checks, left_since: since, unreachable_since: null }
}

// A switched-off domain becomes a new claim, with the full time to verify it.
const switchedOff = (state: DomainState, error: AppError, now: Date): DomainState => ({
  ...off(state),
  status: 'error',
  ...toResultError(error),
  switched_off_at: now,
  claimed_at: now,
})

const notInPlan = () =>
  new AppError('forbidden', 'The workspace owner’s plan doesn’t include a custom domain.', { reason: 'not_in_plan' })

const proofNeeded = (domain: string) =>
  new AppError(
    'conflict',
    `${domain} points here but belonged to another workspace before. Add the TXT record to prove it’s yours.`,
    { reason: 'proof_needed', params: { domain } },
  )

const dnsSilent = (domain: string) =>
  new AppError('unavailable', `The name servers of ${domain} aren’t responding. We’ll check again automatically.`, {
    reason: 'dns_silent',
    params: { domain },
  })

const dnsSilentForAWeek = (domain: string) =>
  new AppError('unavailable', `The name servers of ${domain} haven’t responded for a week, so it was switched off.`, {
    reason: 'dns_silent_for_a_week',
    params: { domain },
  })

const domainMoved = (domain: string, { wrong, records }: Findings) =>
  new AppError(
    'conflict',
    `${wrong ? recordWrong(records).message : `${domain} no longer points to this server.`} It was switched off to protect it from misuse.`,
    { reason: 'domain_moved', params: { domain } },
  )

function recordWrong(records: DomainRecord[]): AppError {
  const { name, found, type, value } = records.find(({ state }) => state === 'wrong')!
  if (type === 'TXT')
    return new AppError('conflict', `The TXT record of ${name} is “${found}”, which isn’t the value below.`, {
      reason: 'txt_record_wrong',
      params: { name },
    })
  return new AppError('conflict', `${name} points to ${found} instead of ${value}.`, {
    reason: 'record_wrong',
    params: { name },
  })
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)
