import { type ArchivedTable, atWork } from './archived-table.ts'

/** Rank trackers. They are paused until someone resumes them. */
export const rankTables: ArchivedTable[] = [
  {
    name: 'rank_trackers',
    scope: 'workspace_id',
    order: ['id'],
    people: ['created_by'],
    excluded: {
      take_at: atWork,
      by_hand: atWork,
      running: atWork,
      tries: atWork,
      attempt: atWork,
      next_run_at: 'rank trackers are paused until someone resumes them here',
      spent_month: 'what was spent on the other server',
      spent_usd: 'what was spent on the other server',
    },
    importValues: { status: `'paused'` },
  },
  {
    name: 'rank_keywords',
    scope: 'workspace_id',
    order: ['tracker_id', 'no'],
    refs: { tracker_id: 'rank_trackers' },
  },
  {
    name: 'rank_runs',
    scope: 'workspace_id',
    order: ['tracker_id', 'no'],
    refs: { tracker_id: 'rank_trackers' },
    only: {
      where: 't.finished_at is not null',
      reason: 'Runs of rank trackers that were in progress aren’t exported.',
    },
  },
  {
    name: 'rank_checks',
    scope: 'workspace_id',
    order: ['tracker_id', 'keyword_no', 'run_no'],
    refs: { tracker_id: 'rank_trackers' },
    only: { where: `t.state = 'done'`, reason: 'Rank checks that were in progress aren’t exported.' },
  },
]
