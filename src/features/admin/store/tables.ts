import type { Generated } from 'kysely'
import type { ModelProvider } from '../contract-models.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    model_catalogue: ModelCatalogueTable
  }
}

export type ModelCatalogueTable = {
  provider: ModelProvider
  model: string
  context_tokens: number | null
  output_tokens: number | null
  /** US dollars for a million tokens. Null: unknown. */
  input_usd: number | null
  output_usd: number | null
  cached_usd: number | null
  /** Last day the price holds: "2026-12-31". Null: no end is known. */
  price_until: string | null
  as_of: string
  source: string
  hidden: boolean
  edited_by: string | null
  edited_at: Generated<Date>
}
