import { Ellipsis, Share2, Square } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { formatCount, formatDuration, plural } from '#ui/format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { Progress } from '#ui/progress.tsx'
import { Moment } from '#web/moment.tsx'
import { countryName, languageName } from '#web/places.ts'
import { ScreenHead } from '#web/screen-head.tsx'
import type { ReportHead, Stage } from '../contract.ts'
import { CompareMenu } from './compare-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import type { ReportCommands } from './report-commands.ts'
import type { TabName } from './report-tabs.ts'
import { hasSample, isActive, isList, stageLines } from './report-words.ts'

const ShareDialog = lazy(() =>
  import('#features/sharing/web/share-dialog.tsx').then((file) => ({ default: file.ShareDialog })),
)

export type ReportHeadBarProps = {
  head: ReportHead
  tab: TabName
  editor: boolean
  commands: ReportCommands
  onShared: () => void
}

/** What the report is about, where and when, and what can be done with it. */
export function ReportHeadBar({ head, tab, editor, commands, onShared }: ReportHeadBarProps) {
  const [sharing, setSharing] = useState(false)
  const active = isActive(head)
  const hasRows = head.rows > 0
  return (
    <>
      <ScreenHead
        title={head.query}
        meta={<Meta head={head} />}
        beside={
          <span className="flex gap-1.5">
            {hasSample(head) && <Badge tone="accent">Sample data</Badge>}
            {head.shared && <Badge>shared</Badge>}
            {head.hidden && <Badge>hidden</Badge>}
          </span>
        }
        actions={
          active ? (
            editor && (
              <Button
                busy={commands.busy === 'cancel'}
                icon={<Square size={13} aria-hidden />}
                onClick={() => void commands.cancel(head)}
              >
                Stop
              </Button>
            )
          ) : (
            <>
              {hasRows && <CompareMenu head={head} />}
              {hasRows && <ExportMenu head={head} tab={tab} />}
              {hasRows && editor && (
                <Button variant="solid" icon={<Share2 size={14} aria-hidden />} onClick={() => setSharing(true)}>
                  Share
                </Button>
              )}
              {editor && <More head={head} commands={commands} />}
            </>
          )
        }
      />
      {active && <UnderWay head={head} />}
      {!active && <Ending head={head} editor={editor} commands={commands} />}
      {sharing && (
        <Suspense>
          <ShareDialog report={head} onClose={() => setSharing(false)} onChanged={onShared} />
        </Suspense>
      )}
    </>
  )
}

function Meta({ head }: { head: ReportHead }) {
  const ms = head.finished_at ? Date.parse(head.finished_at) - Date.parse(head.created_at) : null
  return (
    <>
      {countryName(head.country)} · {languageName(head.language)} · <Moment at={head.created_at} />
      {!isActive(head) && (
        <>
          {' '}
          · {plural(head.rows, 'row')}
          {ms !== null && head.status === 'done' && ` in ${formatDuration(ms)}`}
        </>
      )}
      {head.cost_usd > 0 && ` · sources charged $${head.cost_usd.toFixed(head.cost_usd < 0.1 ? 4 : 2)}`}
    </>
  )
}

/** Real progress in words and as a bar; the figure says how many rows are here already. */
function UnderWay({ head }: { head: ReportHead }) {
  const line = head.status === 'queued' ? 'Waiting for its turn' : (stageLines[head.stage as Stage] ?? 'At work')
  return (
    <div className="mb-5" data-screen-only>
      <p className="mb-1.5 flex justify-between gap-4 text-ink-2">
        <span aria-live="polite">{line}…</span>
        <span>{head.rows > 0 && `${formatCount(head.rows)} rows so far`}</span>
      </p>
      <Progress value={head.status === 'queued' ? null : head.progress} label={line} />
    </div>
  )
}

/** How a report ended that did not end well: what happened, what is kept, what to do. */
function Ending({ head, editor, commands }: Pick<ReportHeadBarProps, 'head' | 'editor' | 'commands'>) {
  const retry = editor && (
    <Button size="s" busy={commands.busy === 'retry'} onClick={() => void commands.retry(head)}>
      {head.status === 'cancelled' ? 'Go on' : 'Try again'}
    </Button>
  )
  if (head.status === 'failed')
    return (
      <ErrorNote className="mb-5" action={retry} todo={head.units > 0 ? 'It takes nothing from your plan.' : undefined}>
        {head.error ?? 'This report failed.'}
      </ErrorNote>
    )
  if (head.status === 'cancelled')
    return (
      <ErrorNote className="mb-5" tone="warn" action={retry}>
        {head.rows > 0
          ? `Stopped before its end. The ${plural(head.rows, 'row')} found until then are kept.`
          : 'Stopped before anything was found. It takes nothing from your plan.'}
      </ErrorNote>
    )
  return null
}

function More({ head, commands }: Pick<ReportHeadBarProps, 'head' | 'commands'>) {
  const items: MenuItem[] = []
  if (!isList(head))
    items.push(
      {
        label: 'Run again',
        hint: 'A new report: every source asked anew, one report of your plan',
        onSelect: () => void commands.again(head),
      },
      { label: 'Change and run', hint: 'The same, with other choices', href: draftHref(head) },
      'line',
    )
  items.push(
    head.hidden
      ? { label: 'Show in the list', onSelect: () => void commands.show(head) }
      : { label: 'Hide from the list', onSelect: () => void commands.hide([head]) },
  )
  return (
    <Menu
      items={items}
      trigger={
        <IconButton label="More" variant="outline" bare busy={commands.busy === 'again' || commands.busy === 'hide'}>
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    />
  )
}

/** The form of a new report, filled in as this one was. */
function draftHref(head: ReportHead) {
  const params = new URLSearchParams({
    type: head.type,
    query: head.query,
    country: head.country,
    language: head.language,
    depth: String(head.depth),
  })
  for (const source of head.sources) if (source.state !== 'skipped') params.append('sources', source.id)
  return `/app/reports/new?${params}`
}
