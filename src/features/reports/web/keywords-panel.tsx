import { useMemo, useState } from 'react'
import { SaveToList } from '#features/keywords/web/save-to-list.tsx'
import { AppError } from '#kit/errors.ts'
import { api } from '#web/api.ts'
import { type Row, type RowSection, reportsContract } from '../contract.ts'
import { rowsToOutline } from './add-to-outline.ts'
import { IdeasGroup } from './ideas-group.tsx'
import { KeywordsTable } from './keywords-table.tsx'
import type { TableQuery } from './table-model.ts'
import type { RowLoader } from './use-rows-view.ts'

export type KeywordsPanelProps = {
  reportId: string
  /** What the report is about: lists say where a keyword was found. */
  query: string
  /** Whether this person may keep keywords in lists. */
  editor: boolean
  section: RowSection
  rows: Row[]
  total: number
  active: boolean
  missing: Record<string, string>
  label: string
}

/** More than this many rows stay on the server and come page by page. */
export const maxRowsHere = 20_000

/** Every keyword in one table: all of it here, or for the longest lists page by page. */
export function KeywordsPanel({
  reportId,
  query,
  editor,
  section,
  rows,
  total,
  active,
  missing,
  label,
}: KeywordsPanelProps) {
  const [kept, setKept] = useState<string[] | null>(null)
  const load = useMemo(
    () => (total > maxRowsHere ? remoteRows(reportId, section) : undefined),
    [total, reportId, section],
  )
  const suggested = useMemo(() => rows.filter(({ type }) => type !== 'idea'), [rows])
  const ideas = useMemo(() => rows.filter(({ type }) => type === 'idea'), [rows])
  if (ideas.length > 0 && suggested.length === 0 && !load) return <IdeasGroup ideas={ideas} open />
  return (
    <>
      <KeywordsTable
        rows={load ? [] : suggested}
        load={load}
        running={active}
        missing={missing}
        label={label}
        onAddToList={editor ? (picked) => setKept(picked.map(({ text }) => text)) : undefined}
        onAddToOutline={rowsToOutline}
      />
      <IdeasGroup ideas={ideas} />
      <SaveToList texts={kept} from={{ kind: 'report', id: reportId, label: query }} onClose={() => setKept(null)} />
    </>
  )
}

function remoteRows(_id: string, section: RowSection): RowLoader {
  return async (offset, limit, query) => {
    const { items, total } = await api(reportsContract.rows, {
      _id,
      section,
      page: Math.floor(offset / limit) + 1,
      limit,
      ...onTheServer(query),
    })
    return { items: items as Row[], total }
  }
}

/** The table's filters as the server has them. @throws AppError for those it has not */
export function onTheServer({ filter, sort }: TableQuery) {
  const { text, types, intents, sources, volumeFrom, volumeTo } = filter
  if (volumeFrom !== null || volumeTo !== null)
    throw new AppError('invalid_input', 'Volume filters work on up to 20,000 rows. Sort by volume instead.', {
      reason: 'volume_filter_unavailable',
      params: { max: maxRowsHere },
    })
  if (/(^|\s)-\S/.test(text))
    throw new AppError('invalid_input', 'Excluding words works on up to 20,000 rows. Export the list instead.', {
      reason: 'exclusion_unavailable',
      params: { max: maxRowsHere },
    })
  const filters = {
    ...(types.length > 0 ? { type: types } : {}),
    ...(intents.length > 0 ? { intent: intents.map((intent) => (intent === '' ? null : intent)) } : {}),
    ...(sources.length > 0 ? { sources } : {}),
  }
  // Growth is worked out here from monthly figures: the server has no such column.
  const column = sort?.column === 'monthly' ? undefined : sort?.column
  return {
    q: text.trim() || undefined,
    filters: Object.keys(filters).length > 0 ? filters : undefined,
    sort: column && `${sort?.descending ? '-' : ''}${column}`,
  }
}
