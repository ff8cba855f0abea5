import type { KeywordImport } from '#features/keywords/contract.ts'
import type { Keywords } from '#features/keywords/service.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import { maxReportsPerCall, type reportsContract } from '../contract.ts'
import { displayText, keywordKeyIn } from '../rules/keywords/normalize-keyword.ts'

/** What new reports start from. */
export type Seeds = {
  /** Each once, in its first spelling. */
  queries: string[]
  /** One report works on the given keywords, instead of searching for each query. */
  isList: boolean
  imported: KeywordImport | null
}

type Input = ParsedInputOf<typeof reportsContract.new>

/**
 * Checks which of query, queries and import_id are given.
 * @throws AppError invalid_input; not_found when the import isn't in the workspace
 */
export async function readSeeds(keywords: Keywords, input: Input): Promise<Seeds> {
  refuseWrongCombination(input)
  const imported = input.import_id ? await keywords.find(input.workspace_id, input.import_id) : null
  if (input.import_id && !imported)
    throw new AppError('not_found', 'This import doesn’t exist in this workspace.', {
      field: 'import_id',
      reason: 'import_missing',
    })
  if (imported && imported.keywords === 0)
    throw new AppError('invalid_input', 'This import has no keywords.', {
      field: 'import_id',
      reason: 'import_empty',
    })
  const texts = (input.queries ?? (input.query === undefined ? [] : [input.query])).map(displayText)
  const queries = [...new Map(texts.map((text) => [keywordKeyIn(text, input.language), text])).entries()].flatMap(
    ([key, text]) => (hasWords(key) ? [text] : []),
  )
  if (!imported && queries.length === 0)
    throw new AppError('invalid_input', 'query has no words.', {
      field: input.queries ? 'queries' : 'query',
      reason: 'no_words',
    })
  // A clusters report always works on the given keywords, pasted or imported.
  const isList = input.type === 'clusters' || (imported !== null && input.query === undefined)
  if (input.serp_import_id !== undefined && !isList)
    throw new AppError('invalid_input', 'serp_import_id is only for type clusters.', {
      field: 'serp_import_id',
      reason: 'serp_file_not_used',
    })
  if (input.by_meaning && !isList)
    throw new AppError('invalid_input', 'by_meaning is only for type clusters.', {
      field: 'by_meaning',
      reason: 'meaning_not_used',
    })
  return { queries, isList, imported }
}

function refuseWrongCombination(input: Input) {
  const given = [input.query, input.queries, input.import_id].filter((value) => value !== undefined)
  if (given.length === 0)
    throw new AppError('invalid_input', 'query is missing. Send query, queries or import_id.', {
      field: 'query',
      reason: 'missing',
    })
  if (input.query !== undefined && input.queries !== undefined)
    throw new AppError('invalid_input', 'Send either query or queries, not both.', {
      field: 'queries',
      reason: 'query_and_queries',
    })
  if (input.queries !== undefined && input.import_id !== undefined)
    throw new AppError('invalid_input', 'Send either import_id or queries, not both.', {
      field: 'import_id',
      reason: 'import_and_queries',
    })
  if (input.type !== 'clusters' && (input.queries?.length ?? 0) > maxReportsPerCall)
    throw new AppError('invalid_input', 'queries can have up to 1,000 queries, one report each.', {
      field: 'queries',
      reason: 'too_many_reports',
      params: { max: maxReportsPerCall, lines: input.queries!.length },
    })
}

const hasWords = (key: string) => /[\p{L}\p{N}]/u.test(key)
