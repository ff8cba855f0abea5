import { lazy, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { handKeywords } from '#web/keyword-handoff.ts'
import type { ReportHead, Row } from '../../contract.ts'
import { KeywordActions } from '../report/keywords/drawer/keyword-actions.tsx'
import { toWriteParams } from '../report/keywords/drawer/write-params.ts'
import { toFilteredHref } from '../report/keywords/filters/link-filter.ts'
import { KeywordsTable } from '../report/keywords/table/keywords-table.tsx'
import { localRows } from '../report/keywords/table/local-rows.ts'
import type { RowText } from '../report/keywords/table/use-rows-view.ts'
import { TrackProvider } from '../report/track/track-context.tsx'
import { reportHref } from '../report-labels.ts'

const KeywordDrawer = lazy(() =>
  import('../report/keywords/drawer/keyword-drawer.tsx').then((file) => ({ default: file.KeywordDrawer })),
)

export type CompareKeywordsProps = {
  rows: Row[]
  /** The report they are rows of. */
  report: ReportHead
  label: string
  /** Whether this person may change the workspace. */
  editor: boolean
  onAddToList: (texts: string[]) => void
}

/** New or lost keywords in the table of reports. Its script loads on use. */
export function CompareKeywords({ rows, report, label, editor, onAddToList }: CompareKeywordsProps) {
  const { _id: reportId, workspace_id: workspaceId, sources } = report
  const source = useMemo(() => localRows(rows), [rows])
  const navigate = useNavigate()
  const send = (to: string, max: number) => (picked: RowText[]) => {
    if (picked.length > max)
      notify.info(`Only the first ${plural(max, 'keyword')} were used. That’s the limit of this tool.`)
    handKeywords(
      workspaceId,
      picked.slice(0, max).map(({ text }) => text),
    )
    void navigate(to)
  }
  const write = (picked: RowText[]) => {
    const params = toWriteParams(reportId, picked)
    send(`/app/content/new?${params}`, 100)(picked)
  }
  const addToList = (picked: RowText[]) => onAddToList(picked.map(({ text }) => text))
  return (
    <TrackProvider head={report} editor={editor}>
      <KeywordsTable
        source={source}
        label={label}
        height={`min(64vh, ${Math.max(180, rows.length * 34 + 44)}px)`}
        views={{ workspaceId, editor }}
        onAddToList={editor ? addToList : undefined}
        onWrite={editor ? write : undefined}
        onVolumes={editor ? send('/app/volumes', 1000) : undefined}
        drawer={(opened) => (
          <KeywordDrawer
            {...opened}
            reportId={reportId}
            sources={sources}
            missing={{}}
            topicHref={`${reportHref(reportId)}${toFilteredHref({ cluster_ids: opened.row.cluster_id ? [opened.row.cluster_id] : [] })}`}
            actions={
              <KeywordActions
                row={opened.row}
                editor={editor}
                onWrite={() => write([opened.row])}
                onAddToList={() => addToList([opened.row])}
              />
            }
          />
        )}
      />
    </TrackProvider>
  )
}
