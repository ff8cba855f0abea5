import { ArrowLeftRight, Ellipsis, Share2, Square } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { formatDuration, plural } from '#ui/format.ts'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { Progress } from '#ui/progress.tsx'
import { Moment } from '#web/moment.tsx'
import { countryName, languageName } from '#web/places.ts'
import { ScreenHead } from '#web/screen-head.tsx'
import type { ReportHead, Stage } from '../contract.ts'
import { ExportMenu } from './export-menu.tsx'
import { useListen } from './listen-context.tsx'
import type { ReportCommands } from './report-commands.ts'
import type { TabName } from './report-tabs.ts'
import { hasSample, isActive, isList, stageLines } from './report-words.ts'

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
      {countryName(head.country)} · {languageName(head.language)} · <Moment at={head.created_at} />
      {isActive(head) ? (
        <>
          {head.rows > 0 && ` · ${plural(head.rows, 'row')} so far`}
          <span className="text-accent-ink" aria-live="polite">
            {' '}
            · {lineOf(head)}…
          </span>
        </>
      ) : (
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

/** Real progress as a line in the gap under the head: it comes and goes without moving anything. */
function UnderWay({ head }: { head: ReportHead }) {
  return (
    <div className="relative" data-screen-only>
      <Progress
        className="absolute! inset-x-0 -top-3.5"
        value={head.status === 'queued' ? null : head.progress}
        label={lineOf(head)}
      />
    </div>
  )
}

const lineOf = (head: ReportHead) =>
  head.status === 'queued' ? 'Waiting for its turn' : (stageLines[head.stage as Stage] ?? 'At work')

/** How a report ended that did not end well: what happened, what is kept, what to do. */
function Ending({ head, editor, commands }: Pick<ReportHeadBarProps, 'head' | 'editor' | 'commands'>) {
  const retry = editor && (
    <Button size="s" busy={commands.busy === 'retry'} onClick={() => void commands.retry(head)}>
      {head.status === 'cancelled' ? 'Go on' : 'Try again'}
    </Button>
  )
  if (head.status === 'failed')
    return (
      <ErrorNote className="mb-5" action={retry} todo="It takes nothing from your plan.">
        {head.error ?? 'This report failed.'}
        {onlyPhrasings(head) && ' What stands below are common phrasings filled in: nobody was heard saying them.'}
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

/** Everything found was proposed by patterns. */
const onlyPhrasings = (head: ReportHead) =>
  head.rows > 0 && head.sources.every((source) => source.id === 'patterns' || source.count === 0)

function More({ head, commands }: Pick<ReportHeadBarProps, 'head' | 'commands'>) {
  const listen = useListen()
  const items: MenuItem[] = []
  if (head.status === 'done')
    items.push(
      { label: 'Write from this', hint: 'An article with these pages as its sources', href: writeHref(head) },
      'line',
    )
  if (listen && !isList(head))
    items.push({
      label: 'Listen to this',
      hint: 'Ask again on schedule, and be told what is new',
      onSelect: () => listen(head.query),
    })
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
  for (const source of head.sources) if (source.state !== 'skipped') params.append('sources', source.id)
  return `/app/reports/new?${params}`
}
