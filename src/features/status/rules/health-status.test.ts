import { expect, test } from 'vitest'
import { getComponents, getOverallStatus, type Measurements } from './health-status.ts'

const well: Measurements = {
  databaseMs: 3,
  waiting: { workers: 1, waited_seconds: null, listener_seconds: null, mail_seconds: null },
  outcomes: [
    { component: 'source:reddit', good: 5, bad: 1 },
    { component: 'source:bing_suggest', good: 9, bad: 0 },
    { component: 'model', good: 4, bad: 0 },
    { component: 'mail', good: 1, bad: 0 },
  ],
  filesWork: true,
  emailIsSetUp: true,
  modelIsSetUp: true,
  maintenance: false,
  labels: new Map([
    ['reddit', 'Reddit'],
    ['bing_suggest', 'Bing'],
  ]),
}
const statuses = (found: Partial<Measurements>) =>
  Object.fromEntries(getComponents({ ...well, ...found }).map(({ id, status }) => [id, status]))
const getMessage = (found: Partial<Measurements>, id: string) =>
  getComponents({ ...well, ...found }).find((component) => component.id === id)?.message
const waiting = (change: Partial<NonNullable<Measurements['waiting']>>) => ({
  waiting: { ...well.waiting!, ...change },
})

test('everything is up if nothing is failing, and “maintenance” takes precedence', () => {
  expect(new Set(Object.values(statuses({})))).toEqual(new Set(['up']))
  expect(getOverallStatus(getComponents(well), false)).toBe('up')
  expect(getOverallStatus(getComponents(well), true)).toBe('maintenance')
})

test('what is not set up, or was not asked, does not count', () => {
  const found: Partial<Measurements> = { outcomes: [], emailIsSetUp: false, modelIsSetUp: false }
  expect(statuses(found)).toMatchObject({ mail: 'off', model: 'off', sources: 'idle' })
  expect(getOverallStatus(getComponents({ ...well, ...found }), false)).toBe('up')
})

test('without its database only the database is known to be down', () => {
  expect(statuses({ databaseMs: null, waiting: null, outcomes: [] })).toEqual({
    database: 'down',
    jobs: 'idle',
    files: 'up',
    sources: 'idle',
    listeners: 'idle',
    model: 'idle',
    mail: 'idle',
  })
})

test('each part by its own rule', () => {
  expect(statuses({ databaseMs: 1500 }).database).toBe('degraded')
  expect(statuses(waiting({ workers: 0 })).jobs).toBe('down')
  expect(statuses(waiting({ waited_seconds: 61 })).jobs).toBe('degraded')
  expect(statuses({ filesWork: false }).files).toBe('down')
  expect(statuses(waiting({ listener_seconds: 121 })).listeners).toBe('degraded')
  expect(statuses(waiting({ listener_seconds: 1900 })).listeners).toBe('down')
  expect(statuses({ ...waiting({ listener_seconds: 9999 }), maintenance: true }).listeners).toBe('idle')
  expect(statuses(waiting({ mail_seconds: 700 })).mail).toBe('degraded')
  expect(statuses({ outcomes: [{ component: 'model', good: 1, bad: 3 }] }).model).toBe('down')
  expect(statuses({ outcomes: [{ component: 'model', good: 6, bad: 2 }] }).model).toBe('degraded')
})

test('failing sources are named; all of them failing is an outage', () => {
  const one = { outcomes: [{ component: 'source:reddit', good: 0, bad: 3 }, well.outcomes[1]!] }
  expect(statuses(one).sources).toBe('degraded')
  expect(getMessage(one, 'sources')).toBe('Reddit isn’t responding; the others are.')
  expect(statuses({ outcomes: [{ component: 'source:reddit', good: 0, bad: 3 }] }).sources).toBe('down')
})
