import { expect, test } from 'vitest'
import { getReadTarget } from './read-target.ts'

const id = '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42'

test.for([
  [`/app/listeners/${id}`, { area: 'listeners', subject_id: id }],
  [`/app/listeners/${id}/`, { area: 'listeners', subject_id: id }],
  ['/app/listeners', { area: 'listeners', kind: 'listeners_paused' }],
  [`/app/plan/batches/${id}`, { area: 'plan', subject_id: id }],
  [`/app/plan/${id}`, { area: 'plan', subject_id: id }],
  [`/app/sites/${id}/decay`, { area: 'sites', subject_id: id }],
] as const)('%s reads what it shows', ([path, target]) => {
  expect(getReadTarget(path)).toEqual(target)
})

test.for([
  '/app',
  '/app/notifications',
  '/app/plan',
  `/app/plan/${id}/${id}`,
  `/app/sites/${id}`,
  '/app/listeners/new',
])('%s reads nothing', (path) => {
  expect(getReadTarget(path)).toBeNull()
})
