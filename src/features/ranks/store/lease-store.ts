import { createScheduledLeases } from '#platform/jobs/leases.ts'
import type { TrackerRow } from './tracker-store.ts'

export const trackerLeases = createScheduledLeases<TrackerRow>('rank_trackers', 'run_count')
