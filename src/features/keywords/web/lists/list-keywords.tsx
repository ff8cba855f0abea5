import { lazy, type ReactNode, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { PlanDialog } from '#features/content-plan/web/plan-topics.tsx'
import { KeywordActions } from '#features/reports/web/report/keywords/drawer/keyword-actions.tsx'
import { KeywordsTable } from '#features/reports/web/report/keywords/table/keywords-table.tsx'
import {
  type ColumnId,
  columnIds,
  tidyFilter,
  toSortParam,
} from '#features/reports/web/report/keywords/table/table-model.ts'
import type { RowsPage, RowText } from '#features/reports/web/report/keywords/table/use-rows-view.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { startDownload } from '#web/calls/start-download.ts'
import { handKeywords } from '#web/keyword-handoff.ts'
import { type KeywordList, type ListItem, listsContract, maxItemsACall } from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'
import { SaveToList } from '../save-to-list.tsx'
import { listExportPath, listRows } from './list-rows.ts'
import { getOpeningQuery } from './opening-order.ts'

const ListKeywordDrawer = lazy(() =>
  import('./list-keyword-drawer.tsx').then((file) => ({ default: file.ListKeywordDrawer })),
)

/** What a keyword of a list is besides its text. */
type ListedText = RowText & { from?: ListItem['from'] }

// Without the sources: where a keyword was found says more, and all columns fit.
const usual: readonly ColumnId[] = [
  'text',
  'volume',
  'popularity',
  'monthly',
  'difficulty',
  'cpc',
  'intent',
  'impressions',
  'clicks',
  'ctr',
  'position',
  'origin',
  'added_at',
]
const maxForPlan = 10_000
const none = 'Keywords have the numbers of what they were added from. None here had any.'
/** Said once, with the volume. */
const missing = { volume: none }

export type ListKeywordsProps = {
  list: KeywordList
  /** Whether this person may change the list. */
  editor: boolean
  /** The first page in the order that the table opens in. */
  first: RowsPage
  /** Changes when the list does. */
  revision: string
  onChanged: () => void
  /** Shown while the list is empty. */
  nothing: ReactNode
}

/** A list's keywords in the table that reports have. */
export function ListKeywords({ list, editor, first, revision, onChanged, nothing }: ListKeywordsProps) {
  const { _id: listId, workspace_id: workspaceId } = list
  const navigate = useNavigate()
  const [planned, setPlanned] = useState<string[] | null>(null)
  const [copied, setCopied] = useState<ListedText[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came with the screen is the first page
  const source = useMemo(() => listRows(listId, first), [listId])
  const send = (to: string, max: number) => (rows: RowText[]) => {
    if (rows.length > max)
      notify.info(`Only the first ${plural(max, 'keyword')} were used. That’s the limit of this tool.`)
    handKeywords(
      workspaceId,
      rows.slice(0, max).map(({ text }) => text),
    )
    void navigate(to)
  }
  const write = send('/app/content/new', 100)
  const plan = (rows: RowText[]) => {
    if (rows.length > maxForPlan)
      notify.info(`Only the first ${plural(maxForPlan, 'keyword')} were used. That’s the limit of this tool.`)
    setPlanned(rows.slice(0, maxForPlan).map(({ text }) => text))
  }
  const addToList = (rows: ListedText[]) => setCopied(rows)
  const texts = useMemo(() => copied?.map(({ text }) => text) ?? null, [copied])
  const origins = useMemo(() => new Map(copied?.map(({ text, from }) => [text, from])), [copied])
  const remove = useRemoval(list, onChanged)
  return (
    <>
      <KeywordsTable
        source={source}
        revision={revision}
        storageKey="list-table"
        initial={getOpeningQuery(first.summary)}
        offered={columnIds}
        usual={usual}
        missing={missing}
        label={`Keywords in ${list.name}`}
        nothing={nothing}
        views={{ workspaceId, editor }}
        onExport={(format, filter, sort) =>
          startDownload(listExportPath(listId, format, tidyFilter(filter), toSortParam(sort)))
        }
        onAddToList={editor ? addToList : undefined}
        onWrite={editor ? write : undefined}
        onPlan={editor ? plan : undefined}
        onVolumes={editor ? send('/app/volumes', 1000) : undefined}
        onRemove={editor ? remove : undefined}
        others={
          editor
            ? [
                {
                  label: 'Group into topics',
                  hint: 'New report',
                  onSelect: send('/app/reports/new?type=clusters', 100_000),
                },
                { label: 'Compare trends', hint: 'Up to 5', onSelect: send('/app/trends', 5) },
                { label: 'Track ranks', hint: 'Up to 1,000 keywords', onSelect: send('/app/ranks?new', 1000) },
              ]
            : []
        }
        drawer={(opened) => (
          <ListKeywordDrawer
            {...opened}
            actions={
              <KeywordActions
                row={opened.row}
                editor={editor}
                onWrite={() => write([opened.row])}
                onAddToList={() => addToList([opened.row])}
                onRemove={() => remove([opened.row])}
              />
            }
          />
        )}
      />
      {planned && (
        <PlanDialog from={{ list_id: listId, keywords: planned }} name={list.name} onClose={() => setPlanned(null)} />
      )}
      <SaveToList
        texts={texts}
        from={{ kind: 'typed' }}
        getFrom={(text) => origins.get(text)}
        onClose={() => setCopied(null)}
      />
    </>
  )
}

/** Takes keywords off the list, and offers to undo it: their numbers come back where what they are from is still there. */
function useRemoval(list: KeywordList, onChanged: () => void) {
  const inCalls = async <T,>(all: T[], call: (some: T[]) => Promise<unknown>) => {
    for (let at = 0; at < all.length; at += maxItemsACall) await call(all.slice(at, at + maxItemsACall))
    onChanged()
  }
  const refuse = (error: unknown) => notify.failed(getSentence(error, keywordErrorTexts))
  return (rows: ListedText[]) => {
    const addAgain = () =>
      inCalls(
        rows.map(({ text, from }) => ({ text, ...(from ? { from } : {}) })),
        (items) => api(listsContract.addItems, { _id: list._id, items }),
      )
    inCalls(
      rows.map(({ _id }) => _id),
      (item_ids) => api(listsContract.removeItems, { _id: list._id, item_ids }),
    ).then(
      () =>
        notify.done(
          `Removed ${formatCount(rows.length)} ${rows.length === 1 ? 'keyword' : 'keywords'} from ${list.name}.`,
          {
            action: { label: 'Undo', onClick: () => void addAgain().catch(refuse) },
          },
        ),
      refuse,
    )
  }
}
