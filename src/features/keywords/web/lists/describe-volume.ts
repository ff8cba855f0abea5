import { getProviders, getSumNote } from '#features/reports/web/volume-notes.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import { type ListedList, maxSummedItems } from '../../contract.ts'

/** "48,300 searches per month, the volumes of 120 of 140 keywords", or why there is no sum. */
export function describeVolume({ items, volume }: Pick<ListedList, 'items' | 'volume'>): string {
  if (!volume)
    return items > maxSummedItems
      ? `Search volumes of more than ${formatCount(maxSummedItems)} keywords aren’t added up here`
      : 'No search volumes came with its keywords'
  const { known, sum } = volume
  const of = known === items ? plural(items, 'keyword') : `${formatCount(known)} of ${plural(items, 'keyword')}`
  return `${plural(Math.round(sum), 'search', 'searches')} per month, the ${known === 1 ? 'volume' : 'volumes'} of ${of}`
}

/** Who measured the volumes of these lists, and why their sums can be too high; empty where none is known. */
export function getVolumesNote(lists: readonly Pick<ListedList, 'volume'>[]): string {
  const sources = lists.flatMap(({ volume }) => volume?.sources ?? []).map((source) => ({ volume: source }))
  if (sources.length === 0) return ''
  return [`Volume: ${getProviders(sources)}.`, getSumNote(sources)].filter(Boolean).join(' ')
}
