import type { Tx } from '#platform/database/database.ts'
import type { SiteUpload } from './contract-search-export.ts'
import type { SearchExport } from './rules/import/search-export.ts'

/** An export for a site, as it was read. */
export type SentExport = { searchExport: SearchExport; fileName: string; userId: string }

/** What the feature of sites does with exports that are sent to one of them. */
export type SiteTarget = {
  /** What would be stored. @throws AppError invalid_input when its pages are another site’s */
  preview(sent: SentExport): SiteUpload
  /** The same export, if the site has it, and the import it came with. Others wait until the transaction ends. */
  find(tx: Tx, sent: SentExport): Promise<{ upload: SiteUpload; importId: string | null } | null>
  /** Stores it once. @throws AppError invalid_input, conflict */
  save(tx: Tx, sent: SentExport, importId: string): Promise<SiteUpload>
}
