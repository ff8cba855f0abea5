import type { KeywordImport } from '#features/keywords/contract.ts'
import type { Keywords } from '#features/keywords/service.ts'
import { AppError } from '#kit/errors.ts'
import { keywordKeyIn } from '../rules/keywords/normalize-keyword.ts'

/**
 * Counts the keywords of a list whose SERPs a file has: for these no source is paid.
 * @throws AppError when `serp_import_id` isn't a SERP file of the workspace
 */
export async function countKnownSerps(
  keywords: Keywords,
  input: { workspace_id: string; language: string; serp_import_id?: string },
  imported: KeywordImport | null,
  queries: readonly string[],
): Promise<number> {
  const { workspace_id: workspaceId, serp_import_id: serpImportId } = input
  const isSerpFile = imported?.kind === 'serp'
  if (!serpImportId) return isSerpFile ? imported.keywords : 0
  const file = await keywords.find(workspaceId, serpImportId)
  if (!file)
    throw new AppError('not_found', 'This import doesn’t exist in this workspace.', {
      field: 'serp_import_id',
      reason: 'import_missing',
    })
  if (file.kind !== 'serp')
    throw new AppError('invalid_input', 'serp_import_id must be a SERP file: keyword, rank and URL.', {
      field: 'serp_import_id',
      reason: 'import_not_serp',
    })
  if (isSerpFile) return imported.keywords
  const list = imported
    ? { importId: imported._id }
    : { keys: queries.map((text) => keywordKeyIn(text, input.language)) }
  return keywords.countSerpKeywords(workspaceId, serpImportId, list)
}
