import type { Generated } from 'kysely'

declare module '#platform/database/database.ts' {
  interface Tables {
    index_now_urls: IndexNowUrlsTable
  }
}

/** Public addresses that search engines haven't been told of yet. */
export type IndexNowUrlsTable = {
  host: string
  url: string
  queued_at: Generated<Date>
  due_at: Generated<Date>
  /** 0: not sent since it was queued last. */
  attempts: Generated<number>
}
