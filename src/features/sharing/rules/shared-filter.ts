import { type RowFilter, rowTypes, type SectionName } from '#features/reports/contract.ts'

/** Which filters of the keywords table a reader of a link may use: only by what the shared report shows. */

/** Why readers can't have a filter: the section that isn't shared, or `hidden` for hidden keywords. */
export type FilterBlock = 'keywords' | 'clusters' | 'serp' | 'hidden'

/** @param filter with its order: sorted by the number of SERP features, rows would tell what isn't shared */
export function getFilterBlock(
  { sort, ...filter }: RowFilter & { sort?: string | undefined },
  sections: readonly string[],
): FilterBlock | null {
  const lacks = (name: SectionName) => !sections.includes(name)
  if (filter.hidden) return 'hidden'
  if (lacks('keywords')) return 'keywords'
  if (filter.cluster_ids && lacks('clusters')) return 'clusters'
  const isBySerp = filter.serp_features !== undefined || sort?.replace(/^-/, '') === 'serp_features'
  return isBySerp && lacks('serp') ? 'serp' : null
}

/** Keywords that sources found; template phrases only where the filter asks for them, as in the app. */
export const foundTypes = rowTypes.filter((type) => type !== 'idea')
