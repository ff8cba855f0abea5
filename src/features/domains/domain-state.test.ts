import { expect, test } from 'vitest'
import type { Findings } from './check-dns-records.ts'
import { claimHasLapsed, type DomainState, getNextState } from './domain-state.ts'

const start = new Date('2026-03-02T00:00:00Z')
const minutes = (n: number) => new Date(start.getTime() + n * 60_000)
const fresh: DomainState = {
  status: 'pending_dns',
  error: null,
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

/** Looks whenever it says it wants to be looked at, with this answer, until it is no longer active. */
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

test('nothing there is pending, something wrong is an error that says what, the right one is active', () => {
  expect(getNextState(fresh, none, about, start)).toMatchObject({ status: 'pending_dns', error: null })
  expect(getNextState(fresh, wrong, about, start)).toMatchObject({
    status: 'error',
    error: 'reports.acme.com points to elsewhere.example instead of cname.ours.example.',
  })
  expect(getNextState(fresh, right, about, start)).toMatchObject({ status: 'active', verified_at: start })
  expect(getNextState(fresh, unknown, about, start)).toMatchObject({ status: 'pending_dns' })
})

test('what was another’s before is not active by pointing here, only by its proof', () => {
  const held = { ...about, needsProof: true }
  expect(getNextState(fresh, right, held, start)).toMatchObject({ status: 'pending_dns' })
  expect(getNextState(fresh, { ...right, proven: true }, held, start).status).toBe('active')
})

test('it is looked at ever more seldom, and after a month no more', () => {
  const waits = [0, 1, 10, 60, 600, 60 * 24 * 20].map((age) => {
    const at = minutes(age)
    return Math.round((getNextState(fresh, none, about, at).check_at!.getTime() - at.getTime()) / 1000)
  })
  expect(waits).toEqual([15, 15, 150, 900, 9000, 21_600])
  expect(getNextState(fresh, none, about, minutes(60 * 24 * 31)).check_at).toBeNull()
})

test('an active one that left is switched off after four looks over three quarters of an hour', () => {
  for (const gone of [none, wrong]) {
    const { state, looks, minutes } = untilOff(gone, 20)
    expect([state.status, looks, minutes]).toEqual(['error', 4, 45])
    expect(state).toMatchObject({ verified_at: null, switched_off_at: expect.any(Date) })
    expect(state.error).toContain('It was switched off')
  }
})

test('one look that finds it again forgets the others', () => {
  let state = getNextState(fresh, right, about, start)
  for (const findings of [none, none, none, right, none, none, none])
    state = getNextState(state, findings, about, state.check_at!)
  expect(state).toMatchObject({ status: 'active', left_checks: 3 })
})

test('name servers that do not answer switch nothing off for a week', () => {
  const { state, minutes } = untilOff(unknown, 1000)
  expect(state.status).toBe('error')
  expect(minutes! / 60 / 24).toBeGreaterThanOrEqual(7)
  expect(state.error).toContain('haven’t responded for a week')
})

test('a plan without domains switches it off; with one again the next look makes it active', () => {
  const active = getNextState(fresh, right, about, start)
  const off = getNextState(active, right, { ...about, allowed: false }, minutes(60))
  expect(off).toMatchObject({ status: 'error', verified_at: null })
  expect(getNextState(off, right, about, off.check_at!).status).toBe('active')
})

test('a claim that is not proven in a week stands in nobody’s way', () => {
  expect(claimHasLapsed(fresh, minutes(60 * 24 * 6))).toBe(false)
  expect(claimHasLapsed(fresh, minutes(60 * 24 * 8))).toBe(true)
  expect(claimHasLapsed({ ...fresh, status: 'active' }, minutes(60 * 24 * 800))).toBe(false)
})
