import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ListVolume } from '../contract.ts'
import { getVolumeFigure } from './list-row-store.ts'
import './tables.ts'

/** Sums of the known volumes of some lists, by the list's id. Lists without a known volume are left out. */
export async function findListVolumes(
  db: Db,
  workspaceId: string,
  listIds: readonly string[],
): Promise<Map<string, ListVolume>> {
  if (listIds.length === 0) return new Map()
  const { rows } = await sql<ListVolume & { list_id: string }>`
    select list_id, sum(known)::integer as known, sum(total) as sum,
      jsonb_agg(jsonb_build_object('provider', provider, 'as_of', as_of) order by known desc, provider) as sources
    from (
      select list_id, provider, count(*) as known, sum(figure) as total, max(as_of) as as_of
      from (
        select i.list_id, v.volume ->> 'provider' as provider, v.volume ->> 'as_of' as as_of, ${getVolumeFigure(sql`v.volume`)} as figure
        from keyword_list_items i cross join lateral (select i.numbers -> 'volume' as volume offset 0) v
        where i.workspace_id = ${workspaceId} and i.list_id = any(${[...listIds]}::uuid[])
      ) volumes
      where figure is not null group by list_id, provider
    ) by_provider group by list_id`.execute(db)
  return new Map(rows.map(({ list_id, ...volume }) => [list_id, volume]))
}
