import { expect, test } from 'vitest'
import type { Findings } from './check-dns-records.ts'
import { claimHasLapsed, type DomainState, getNextState } from './domain-state.ts'

const start = new Date('2026-03-02T00:00:00Z')
const minutes = (n: number) => new Date(start.getTime() + n * 60_000)
const fresh: DomainState = {
  status: 'pending_dns',
  error: null,
  failure: null,
  claimed_at: start,
  verified_at: null,
  first_verified_at: null,
  checked_at: null,
  check_at: start,
  left_checks: 0,
  left_since: null,
  unreachable_since: null,
  switched_off_at: null,
}
const about = { domain: 'reports.acme.com', needsProof: false, allowed: true }
const cname = (state: Findings['records'][0]['state'], found: string | null = null): Findings => ({
  records: [{ type: 'CNAME', name: 'reports.acme.com', value: 'cname.ours.example', found, state }],
  pointed: state === 'right',
  proven: false,
  wrong: state === 'wrong',
  unknown: state === 'unknown',
})
const right = cname('right')
const none = cname('none')
const wrong = cname('wrong', 'elsewhere.example')
const unknown = cname('unknown')

/** Repeats the due checks with these findings until the domain is no longer active. */
function untilOff(findings: Findings, maxLooks: number) {
  let state = getNextState(fresh, right, about, start)
  const first = state.check_at!
  for (let looks = 1; looks <= maxLooks; looks++) {
    const at = state.check_at!
    state = getNextState(state, findings, about, at)
    if (state.status !== 'active') return { state, looks, minutes: (at.getTime() - first.getTime()) / 60_000 }
  }
  return { state, looks: maxLooks, minutes: null }
}

test('a domain is pending without a record, active with the right one, and in error with a wrong one', () => {
  expect(getNextState(fresh, none, about, start)).toMatchObject({ status: 'pending_dns', error: null })
  expect(getNextState(fresh, wrong, about, start)).toMatchObject({
    status: 'error',
    error: 'reports.acme.com points to elsewhere.example instead of cname.ours.example.',
    failure: { code: 'conflict', reason: 'record_wrong', params: { name: 'reports.acme.com' } },
  })
  expect(getNextState(fresh, right, about, start)).toMatchObject({ status: 'active', verified_at: start })
  expect(getNextState(fresh, unknown, about, start)).toMatchObject({ status: 'pending_dns' })
})

test('a domain that belonged to another workspace needs a proof of ownership', () => {
  const held = { ...about, needsProof: true }
  expect(getNextState(fresh, right, held, start)).toMatchObject({
    status: 'pending_dns',
    failure: { reason: 'proof_needed', params: { domain: 'reports.acme.com' } },
  })
  expect(getNextState(fresh, { ...right, proven: true }, held, start).status).toBe('active')
})

test('checks become less frequent, and stop after a month', () => {
  const waits = [0, 1, 10, 60, 600, 60 * 24 * 20].map((age) => {
    const at = minutes(age)
    return Math.round((getNextState(fresh, none, about, at).check_at!.getTime() - at.getTime()) / 1000)
  })
  expect(waits).toEqual([15, 15, 150, 900, 9000, 21_600])
  expect(getNextState(fresh, none, about, minutes(60 * 24 * 31)).check_at).toBeNull()
})

test('an active domain is switched off after four failed checks within 45 minutes', () => {
  for (const gone of [none, wrong]) {
    const { state, looks, minutes } = untilOff(gone, 20)
    expect([state.status, looks, minutes]).toEqual(['error', 4, 45])
    expect(state).toMatchObject({ verified_at: null, switched_off_at: expect.any(Date) })
    expect(state.error).toContain('It was switched off')
    expect(state.failure).toMatchObject({ reason: 'domain_moved', params: { domain: 'reports.acme.com' } })
  }
})

test('a successful check resets the failed ones', () => {
  let state = getNextState(fresh, right, about, start)
  for (const findings of [none, none, none, right, none, none, none])
    state = getNextState(state, findings, about, state.check_at!)
  expect(state).toMatchObject({ status: 'active', left_checks: 3 })
})

test('unresponsive name servers switch a domain off only after a week', () => {
  const { state, minutes } = untilOff(unknown, 1000)
  expect(state.status).toBe('error')
  expect(minutes! / 60 / 24).toBeGreaterThanOrEqual(7)
  expect(state.error).toContain('haven’t responded for a week')
  expect(state.failure).toMatchObject({ reason: 'dns_silent_for_a_week' })
})

test('a plan without custom domains switches the domain off, and the next check on an allowed plan restores it', () => {
  const active = getNextState(fresh, right, about, start)
  const off = getNextState(active, right, { ...about, allowed: false }, minutes(60))
  expect(off).toMatchObject({ status: 'error', verified_at: null, failure: { reason: 'not_in_plan' } })
  expect(getNextState(off, right, about, off.check_at!).status).toBe('active')
})

test('an unproven claim lapses after a week', () => {
  expect(claimHasLapsed(fresh, minutes(60 * 24 * 6))).toBe(false)
  expect(claimHasLapsed(fresh, minutes(60 * 24 * 8))).toBe(true)
  expect(claimHasLapsed({ ...fresh, status: 'active' }, minutes(60 * 24 * 800))).toBe(false)
})
