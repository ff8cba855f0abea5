import type { DocumentStatus, VersionHead } from '../contract.ts'

/** What documents are called on screens. */

export const documentHref = (id: string) => `/app/content/${id}`

export const statusLabels: Record<DocumentStatus, string> = {
  draft: 'Not started',
  writing: 'Writing',
  partial: 'Incomplete',
  done: 'Done',
  failed: 'Failed',
}

export const causeLabels: Record<VersionHead['cause'], string> = {
  new: 'Created',
  update: 'Edited',
  generation: 'Generated',
}

/** What writes. Null for the built-in writer. */
export type Engine = { provider: string; model: string } | null

/** Returns the display name of a model or the built-in writer. */
export const engineName = (engine: Engine) =>
  !engine || engine.provider === 'builtin' ? 'Built-in writer' : engine.model

export const builtinLine =
  'Makes a sourced research draft: short quotes from the report’s pages that answer each heading. It isn’t an AI model and can’t write an article in its own words.'
