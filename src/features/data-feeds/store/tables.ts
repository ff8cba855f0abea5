import type { Generated } from 'kysely'
import type { FeedKind } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    data_feeds: DataFeedsTable
  }
}

export type DataFeedsTable = {
  workspace_id: string
  id: string
  kind: FeedKind
  source_id: string
  /** Section of a report; empty for its keywords, and for everything else. */
  section: Generated<string>
  /** As the source was called when the feed was created. */
  title: string
  created_by: string | null
  created_at: Generated<Date>
  last_read_at: Date | null
}
