import { lazy, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { PlanDialog } from '#features/content-plan/web/plan-topics.tsx'
import { SaveToList } from '#features/keywords/web/save-to-list.tsx'
import { plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { startDownload } from '#web/calls/start-download.ts'
import { handKeywords } from '#web/keyword-handoff.ts'
import { type ReportHead, type Row, type RowSection, reportsContract } from '../../../contract.ts'
import { reportErrorTexts } from '../../error-texts.ts'
import { rowsToOutline } from '../outline/add-to-outline.ts'
import { IdeasGroup } from '../overview/ideas-group.tsx'
import { KeywordActions } from './drawer/keyword-actions.tsx'
import { toWriteParams } from './drawer/write-params.ts'
import { readFilteredHref, toFilteredHref, withFilter } from './filters/link-filter.ts'
import { KeywordsTable } from './table/keywords-table.tsx'
import { exportPath, loadIdeas, reportRows } from './table/report-rows.ts'
import { type TableFilter, type TableSort, tidyFilter, toSortParam } from './table/table-model.ts'
import type { RowsPage, RowText } from './table/use-rows-view.ts'

const KeywordDrawer = lazy(() =>
  import('./drawer/keyword-drawer.tsx').then((file) => ({ default: file.KeywordDrawer })),
)

export type KeywordsPanelProps = {
  head: ReportHead
  /** Whether this person may keep keywords in lists. */
  editor: boolean
  section: RowSection
  /** The first page, if the server sent it with the screen. */
  first: RowsPage | undefined
  /** Changes with the report's rows. */
  revision: string
  active: boolean
  missing: Record<string, string>
  label: string
  /** The query of the address, where it has a filter or an order. */
  linked: string
}

/** Limits of the screens that take keywords. */
const maxForVolumes = 1000
const maxForWriting = 100
const maxForPlan = 10_000
const rowsPerCall = 10_000

/** The keywords of a section in one table, and template phrases apart. */
export function KeywordsPanel(props: KeywordsPanelProps) {
  const { head, editor, section, first, revision, active, missing, label, linked } = props
  const { _id: reportId, query, workspace_id: workspaceId } = head
  const [planned, setPlanned] = useState<string[] | null>(null)
  const [listTexts, setListTexts] = useState<string[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what came with the screen is the first page
  const source = useMemo(() => reportRows(reportId, section, first), [reportId, section])
  const [ideaCount, setIdeaCount] = useState(first?.summary?.types.idea ?? 0)
  const ideas = useIdeas(reportId, section, ideaCount)
  const [changes, setChanges] = useState(0)
  const hide = useHiding(reportId, () => setChanges((old) => old + 1))
  const navigate = useNavigate()
  const send = (to: string, max: number) => (rows: RowText[]) => {
    if (rows.length > max)
      notify.info(`Only the first ${plural(max, 'keyword')} were used. That’s the limit of this tool.`)
    handKeywords(
      workspaceId,
      rows.slice(0, max).map(({ text }) => text),
    )
    void navigate(to)
  }
  const write = (rows: RowText[]) => {
    const params = toWriteParams(reportId, rows)
    send(`/app/content/new?${params}`, maxForWriting)(rows)
  }
  const plan = (rows: RowText[]) => {
    if (rows.length > maxForPlan)
      notify.info(`Only the first ${plural(maxForPlan, 'keyword')} were used. That’s the limit of this tool.`)
    setPlanned(rows.slice(0, maxForPlan).map(({ _id }) => _id))
  }
  const addToList = (rows: RowText[]) => setListTexts(rows.map(({ text }) => text))
  return (
    <>
      <KeywordsTable
        source={source}
        revision={`${revision} ${changes}`}
        running={active}
        missing={missing}
        label={label}
        initial={readFilteredHref(new URLSearchParams(linked))}
        views={{ workspaceId, editor }}
        onQuery={setAddressFilter}
        onSummary={({ types }) => setIdeaCount(types.idea ?? 0)}
        onExport={(format, filter, sort) =>
          startDownload(exportPath(reportId, format, section, tidyFilter(filter), toSortParam(sort)))
        }
        onAddToList={editor ? addToList : undefined}
        onAddToOutline={rowsToOutline}
        onWrite={editor && !active ? write : undefined}
        onPlan={editor && !active ? plan : undefined}
        onVolumes={editor ? send('/app/volumes', maxForVolumes) : undefined}
        onHide={editor && !active ? hide : undefined}
        drawer={(opened) => (
          <KeywordDrawer
            {...opened}
            reportId={reportId}
            sources={head.sources}
            missing={missing}
            topicHref={toFilteredHref({ cluster_ids: opened.row.cluster_id ? [opened.row.cluster_id] : [] })}
            actions={
              <KeywordActions
                row={opened.row}
                editor={editor}
                onWrite={active ? undefined : () => write([opened.row])}
                onAddToList={() => addToList([opened.row])}
                onAddToOutline={() => rowsToOutline([opened.row])}
                onHide={active ? undefined : () => hide([opened.row], true)}
              />
            }
          />
        )}
      />
      <IdeasGroup ideas={ideas} />
      {planned && (
        <PlanDialog from={{ report_id: reportId, row_ids: planned }} name={query} onClose={() => setPlanned(null)} />
      )}
      <SaveToList
        texts={listTexts}
        from={{ kind: 'report', id: reportId, label: query }}
        onClose={() => setListTexts(null)}
      />
    </>
  )
}

/** So that going back, reloading and sending the address show the same rows. The router needn't know: the table stays. */
const setAddressFilter = (filter: TableFilter, sort: TableSort | null) =>
  history.replaceState(history.state, '', withFilter(location.href, filter, sort))

/** Hides rows, or shows them again, and offers to undo it. */
function useHiding(reportId: string, onChanged: () => void) {
  const change = async (ids: string[], hidden: boolean) => {
    for (let at = 0; at < ids.length; at += rowsPerCall)
      await api(reportsContract.hideRows, { _id: reportId, row_ids: ids.slice(at, at + rowsPerCall), hidden })
    onChanged()
  }
  const refuse = (error: unknown) => notify.failed(getSentence(error, reportErrorTexts))
  return (rows: RowText[], hidden: boolean) => {
    const ids = rows.map(({ _id }) => _id)
    change(ids, hidden).then(
      () =>
        notify.done(`${plural(ids.length, 'keyword')} ${hidden ? 'hidden' : 'shown again'}`, {
          action: { label: 'Undo', onClick: () => void change(ids, !hidden).catch(refuse) },
        }),
      refuse,
    )
  }
}

function useIdeas(reportId: string, section: RowSection, count: number): Row[] {
  const [ideas, setIdeas] = useState<Row[]>([])
  useEffect(() => {
    let isCurrent = true
    if (count === 0) setIdeas([])
    else
      loadIdeas(reportId, section).then(
        (found) => isCurrent && setIdeas(found),
        // The table says when the server can't be reached.
        () => undefined,
      )
    return () => {
      isCurrent = false
    }
  }, [reportId, section, count])
  return ideas
}
