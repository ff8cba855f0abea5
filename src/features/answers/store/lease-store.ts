import { createScheduledLeases } from '#platform/jobs/leases.ts'
import type { WatchRow } from './watch-store.ts'

export const watchLeases = createScheduledLeases<WatchRow>('answer_watches', 'periods')
