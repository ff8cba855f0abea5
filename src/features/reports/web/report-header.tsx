import { ArrowLeftRight, Ellipsis, Share2, Square } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDuration, formatUsd, plural } from '#ui/format.ts'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { Progress } from '#ui/progress.tsx'
import { DateTime } from '#web/date-time.tsx'
import { countryName, languageName } from '#web/locales.ts'
import { ScreenHead } from '#web/screen-header.tsx'
import type { ReportHead, Stage } from '../contract.ts'
import { ExportMenu } from './export-menu.tsx'
import { useListen } from './new-listener-context.tsx'
import type { ReportCommands } from './report-commands.ts'
import { hasSample, isActive, isList, stageLines } from './report-labels.ts'
import type { TabName } from './report-tabs.ts'

const CompareDialog = lazy(() => import('./compare-dialog.tsx').then((file) => ({ default: file.CompareDialog })))
const ShareDialog = lazy(() =>
  import('#features/sharing/web/share-dialog.tsx').then((file) => ({ default: file.ShareDialog })),
)

/** All actions fit one line of a phone without their icons. */
const bareOnPhones = 'max-sm:[&_svg]:hidden'

export type ReportHeadBarProps = {
  head: ReportHead
  tab: TabName
  editor: boolean
  commands: ReportCommands
  onShared: () => void
}

/** What the report is about, where and when, and what can be done with it. */
export function ReportHeadBar({ head, tab, editor, commands, onShared }: ReportHeadBarProps) {
  const [dialog, setDialog] = useState<'share' | 'compare' | null>(null)
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
              {hasRows && (
                <Button
                  className={bareOnPhones}
                  icon={<ArrowLeftRight size={15} aria-hidden />}
                  onClick={() => setDialog('compare')}
                >
                  Compare
                </Button>
              )}
              {hasRows && <ExportMenu head={head} tab={tab} />}
              {hasRows && editor && (
                <Button
                  variant="solid"
                  className={bareOnPhones}
                  icon={<Share2 size={14} aria-hidden />}
                  onClick={() => setDialog('share')}
                >
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
      <Suspense>
        {dialog === 'share' && <ShareDialog report={head} onClose={() => setDialog(null)} onChanged={onShared} />}
        {dialog === 'compare' && (
          <CompareDialog
            head={head}
            onClose={() => setDialog(null)}
            onAgain={editor && !isList(head) ? () => void commands.again(head) : undefined}
          />
        )}
      </Suspense>
    </>
  )
}

function Meta({ head }: { head: ReportHead }) {
  const ms = head.finished_at ? Date.parse(head.finished_at) - Date.parse(head.created_at) : null
  return (
    <>
      {countryName(head.country)} · {languageName(head.language)} · <DateTime at={head.created_at} />
      {isActive(head) ? (
        <>
          {head.rows > 0 && ` · ${plural(head.rows, 'row')} so far`}
          <span className="text-accent-ink" aria-live="polite">
            {' '}
            · {getLine(head)}…
          </span>
        </>
      ) : (
        <>
          {' '}
          {/* Ideas are rows too, and nobody found them. */}· {head.empty ? 'nothing found' : plural(head.rows, 'row')}
          {ms !== null && head.status === 'done' && ` in ${formatDuration(ms)}`}
        </>
      )}
      {head.cost_usd > 0 && ` · source fees ${formatUsd(head.cost_usd)}`}
    </>
  )
}

/** Real progress as a line in the gap under the head: it comes and goes without moving anything. */
function UnderWay({ head }: { head: ReportHead }) {
  return (
    <div className="relative" data-screen-only>
      <Progress
        className="absolute! inset-x-0 -top-3.5"
        value={head.status === 'queued' ? null : head.progress}
        label={getLine(head)}
      />
    </div>
  )
}

const getLine = (head: ReportHead) =>
  head.status === 'queued' ? 'Queued' : (stageLines[head.stage as Stage] ?? 'Running')

/** How a report ended that did not end well: what happened, what is kept, what to do. */
function Ending({ head, editor, commands }: Pick<ReportHeadBarProps, 'head' | 'editor' | 'commands'>) {
  const retry = editor && (
    <Button size="s" busy={commands.busy === 'retry'} onClick={() => void commands.retry(head)}>
      {head.status === 'cancelled' ? 'Continue' : 'Try again'}
    </Button>
  )
  if (head.status === 'failed')
    return (
      <ErrorNote className="mb-5" action={retry} todo="No credits were used.">
        {head.error ?? 'This report failed.'}
        {onlyPhrasings(head) && ' The phrases below are templates, not real searches.'}
      </ErrorNote>
    )
  if (head.empty)
    return (
      <ErrorNote
        className="mb-5"
        tone="warn"
        todo="Your credit was refunded. Try a broader query, another language or country, or more sources."
        action={
          editor && (
            <Link className={buttonClass('outline', 's')} to={draftHref(head)}>
              Change query
            </Link>
          )
        }
      >
        Nothing found. The sources answered, but had no keywords for “{head.query}”.
      </ErrorNote>
    )
  if (head.status === 'cancelled')
    return (
      <ErrorNote className="mb-5" tone="warn" action={retry}>
        {head.rows > 0
          ? `Stopped early. The ${plural(head.rows, 'row')} found so far were saved.`
          : 'Stopped before anything was found. No credits were used.'}
      </ErrorNote>
    )
  return null
}

/** Everything found was proposed by patterns. */
const onlyPhrasings = (head: ReportHead) =>
  head.rows > 0 && head.sources.every((source) => source.id === 'patterns' || source.count === 0)

function More({ head, commands }: Pick<ReportHeadBarProps, 'head' | 'commands'>) {
  const listen = useListen()
  const items: MenuItem[] = []
  if (head.status === 'done')
    items.push({ label: 'Write article', hint: 'Uses these pages as sources', href: writeHref(head) }, 'line')
  if (listen && !isList(head))
    items.push({
      label: 'Track this topic',
      hint: 'Run on a schedule and get alerts about changes',
      onSelect: () => listen(head.query),
    })
  if (!isList(head))
    items.push(
      {
        label: 'Run again',
        hint: 'New report with fresh data. Uses 1 report from your plan.',
        onSelect: () => void commands.again(head),
      },
      { label: 'Edit and run again', hint: 'Same query, different settings', href: draftHref(head) },
      'line',
    )
  items.push(
    head.hidden
      ? { label: 'Show in list', onSelect: () => void commands.show(head) }
      : { label: 'Hide from list', onSelect: () => void commands.hide([head]) },
  )
  return (
    <Menu
      items={items}
      trigger={
        <Button
          aria-label="More"
          className="w-8.5 px-0!"
          busy={commands.busy === 'again' || commands.busy === 'hide'}
          icon={<Ellipsis size={16} aria-hidden />}
        />
      }
    />
  )
}

/** The form of an article with this report as its source. */
const writeHref = (head: ReportHead) => `/app/content/new?template=blog_post&report=${head._id}`

/** The form of a new report, filled in as this one was. */
function draftHref(head: ReportHead) {
  const params = new URLSearchParams({
    type: head.type,
    query: head.query,
    country: head.country,
    language: head.language,
    depth: String(head.depth),
  })
  for (const source of head.sources)
    if (source.state !== 'skipped' || source.reason === 'budget') params.append('sources', source.id)
  if (typeof head.max_cost_usd === 'number') params.set('max_cost_usd', String(head.max_cost_usd))
  return `/app/reports/new?${params}`
}
