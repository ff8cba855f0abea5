import type { DocumentStatus, TemplateName, VersionHead } from '../contract.ts'
import { templates } from '../templates.ts'

/** What documents are called on screens. */

export const documentHref = (id: string) => `/app/content/${id}`

export const templateLabel = (name: TemplateName) => templates[name].label

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

/** Returns the display name of a model or the built-in writer. */
export const engineName = (engine: { provider: string; model: string } | null) =>
  !engine || engine.provider === 'builtin' ? 'Built-in writer' : engine.model

export const builtinLine = 'Quotes sentences from the report’s pages, with sources. It isn’t an AI model.'
