import type { ClientBase, Pool } from 'pg'

const words = `lower(concat_ws(' ', query, title, nullif(array_to_string(tags, ' '), '')))`

/** Differences between reports and the tables derived from them for lists. There must never be any. */
export async function wrongInReportLists(client: ClientBase | Pool): Promise<unknown[]> {
  const { rows } = await client.query(`
    select 'count' as what, workspace_id, hidden, type, status, sum(kept) as kept, sum(found) as found from (
      select workspace_id, hidden, type, status, reports as kept, 0 as found from report_counts
      union all select workspace_id, hidden, type, status, 0, 1 from reports where deleted_at is null) n
    group by 2, 3, 4, 5 having sum(kept) <> sum(found)
    union all
    select 'listing', workspace_id, hidden, type, status, count(*), null from (
      (select workspace_id, report_id, created_at, hidden, type, status, words from report_listings
        except select workspace_id, id, created_at, hidden, type, status, ${words} from reports where deleted_at is null)
      union all (select workspace_id, id, created_at, hidden, type, status, ${words} from reports where deleted_at is null
        except select workspace_id, report_id, created_at, hidden, type, status, words from report_listings)) l
    group by 2, 3, 4, 5`)
  return rows
}
