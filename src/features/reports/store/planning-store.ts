import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Intent } from '../rules/keywords/intent.ts'
import './tables.ts'

/** A keyword of a report with the numbers a content plan keeps. */
export type PlanningRow = {
  id: string
  key: string
  text: string
  volume: number | null
  provider: string | null
  as_of: string | null
  difficulty: number | null
  intent: Intent | null
  cluster_id: string | null
}

/** All keywords of a report, most important first. Template ideas don't count. */
export async function findPlanningRows(db: Db, report: ResourceRef): Promise<PlanningRow[]> {
  const rows = await db
    .selectFrom('report_rows')
    .select([
      'id',
      'key',
      'text',
      'volume_value',
      'volume_provider',
      'volume_as_of',
      'difficulty',
      'intent',
      'cluster_id',
    ])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('type', '<>', 'idea')
    .orderBy('position')
    .orderBy('key')
    .execute()
  return rows.map(({ volume_value, volume_provider, volume_as_of, intent, ...row }) => ({
    ...row,
    volume: volume_value,
    provider: volume_value === null ? null : volume_provider,
    as_of: volume_value === null ? null : (volume_as_of?.toISOString() ?? null),
    intent: intent as Intent | null,
  }))
}
