import { Ear, PenLine, Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { formatDuration, formatUsd, plural } from '#ui/format/format.ts'
import { Progress } from '#ui/progress.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { lazily } from '#web/components/lazily.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { useShowsFees } from '#web/session/use-signed-in.ts'
import type { ReportHead, SectionName, Stage } from '../../contract.ts'
import { getLanguageNote } from '../language-note.ts'
import { hasSample, isActive, isList, stageLines } from '../report-labels.ts'
import type { ReportCommands } from './report-commands.ts'
import type { TabName } from './report-tabs.ts'
import { useTrack } from './track/track-context.tsx'
import { getTrackLabel } from './track/track-label.ts'

const CompareDialog = lazy(() => import('./compare-dialog.tsx').then((file) => ({ default: file.CompareDialog })))
const ShareDialog = lazy(() =>
  import('#features/sharing/web/share-dialog.tsx').then((file) => ({ default: file.ShareDialog })),
)
const EditReportDialog = lazy(() =>
  import('../reports/edit-report-dialog.tsx').then((file) => ({ default: file.EditReportDialog })),
)
const MailingDialog = lazy(() =>
  import('#features/sharing/web/mailing-dialog.tsx').then((file) => ({ default: file.MailingDialog })),
)

const ExportMenu = import.meta.env.SSR
  ? (await import('./export-menu.tsx')).ExportMenu
  : lazily(() => import('./export-menu.tsx').then((file) => file.ExportMenu))
const ReportMenu = import.meta.env.SSR
  ? (await import('./report-menu.tsx')).ReportMenu
  : lazily(() => import('./report-menu.tsx').then((file) => file.ReportMenu))
const ReportEnding = import.meta.env.SSR
  ? (await import('./report-ending.tsx')).ReportEnding
  : lazily(() => import('./report-ending.tsx').then((file) => file.ReportEnding))

/** Whether there is more to say than what was found. */
const endedUnwell = (head: ReportHead) => !isActive(head) && (head.status !== 'done' || head.empty)

/** All actions fit one line of a phone without their icons. */
const bareOnPhones = 'max-sm:[&_svg]:hidden'

/** Names of the report's country and language. */
export type LocaleNames = { country: string; language: string }

export type ReportHeadBarProps = {
  head: ReportHead
  /** Keywords that sources found. */
  found: number
  locale: LocaleNames
  tab: TabName
  /** The sections that have something to show. */
  sections: readonly SectionName[]
  editor: boolean
  commands: ReportCommands
  onShared: () => void
}

/** What the report is about, where and when, and what can be done with it. */
export function ReportHeadBar(props: ReportHeadBarProps) {
  const { head, found, locale, tab, sections, editor, commands, onShared } = props
  const languageNote = getLanguageNote(locale.language, head.language_gaps ?? [])
  const [dialog, setDialog] = useState<'share' | 'compare' | 'mailing' | 'edit' | null>(null)
  const track = useTrack()
  const active = isActive(head)
  const hasRows = head.rows > 0
  return (
    <>
      <ScreenHead
        title={head.title ?? head.query}
        meta={<Meta head={head} found={found} locale={locale} />}
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
              <Button busy={commands.busy === 'cancel'} onClick={() => void commands.cancel(head)}>
                Stop
              </Button>
            )
          ) : (
            <>
              {hasRows && editor && head.status === 'done' && (
                <Button
                  variant="solid"
                  className={bareOnPhones}
                  href={writeHref(head)}
                  icon={<PenLine size={14} aria-hidden />}
                >
                  Write
                </Button>
              )}
              {hasRows && track && !isList(head) && (
                <Button
                  className="max-sm:hidden"
                  icon={<Ear size={14} aria-hidden />}
                  aria-haspopup="dialog"
                  title="New and lost keywords, ranks or AI answers, on a schedule"
                  onClick={() => track({ topic: head.query, start: 'listener' })}
                >
                  {getTrackLabel('listener')}
                </Button>
              )}
              {hasRows && editor && (
                <Button
                  className={bareOnPhones}
                  icon={<Share2 size={14} aria-hidden />}
                  onClick={() => setDialog('share')}
                >
                  Share
                </Button>
              )}
              {hasRows && (
                <Suspense>
                  <LateHydration>
                    <ExportMenu head={head} tab={tab} editor={editor} />
                  </LateHydration>
                </Suspense>
              )}
              {(editor || hasRows) && (
                <Suspense>
                  <LateHydration>
                    <ReportMenu
                      head={head}
                      commands={commands}
                      editor={editor}
                      onCompare={hasRows ? () => setDialog('compare') : undefined}
                      onMail={hasRows && editor ? () => setDialog('mailing') : undefined}
                      onEdit={editor ? () => setDialog('edit') : undefined}
                    />
                  </LateHydration>
                </Suspense>
              )}
            </>
          )
        }
      />
      {languageNote && <p className="mb-4 text-ink-2 text-s">{languageNote}</p>}
      {active && <UnderWay head={head} />}
      {endedUnwell(head) && (
        <Suspense>
          <LateHydration>
            <ReportEnding head={head} editor={editor} commands={commands} />
          </LateHydration>
        </Suspense>
      )}
      <Suspense>
        {dialog === 'share' && (
          <ShareDialog
            report={head}
            sections={sections}
            // The table changes the address without the router.
            filteredBy={tab === 'keywords' ? location.search : undefined}
            onClose={() => setDialog(null)}
            onChanged={onShared}
          />
        )}
        {dialog === 'edit' && <EditReportDialog head={head} tags={head.tags ?? []} onClose={() => setDialog(null)} />}
        {dialog === 'mailing' && <MailingDialog report={head} sections={sections} onClose={() => setDialog(null)} />}
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

function Meta({ head, found, locale }: Pick<ReportHeadBarProps, 'head' | 'found' | 'locale'>) {
  const showsFees = useShowsFees()
  const ms = head.finished_at ? Date.parse(head.finished_at) - Date.parse(head.created_at) : null
  return (
    <>
      {head.title && `${head.query} · `}
      {locale.country} · {locale.language} · <DateTime at={head.created_at} />
      {isActive(head) ? (
        <>
          {head.rows > 0 && ` · ${plural(head.rows, 'keyword')} so far`}
          <span className="text-accent-ink" aria-live="polite">
            {' '}
            · {getLine(head)}…
          </span>
        </>
      ) : (
        <>
          {' · '}
          {head.empty ? 'nothing found' : plural(found, 'keyword')}
          {ms !== null && head.status === 'done' && ` in ${formatDuration(ms)}`}
        </>
      )}
      {showsFees && head.cost_usd > 0 && ` · source fees ${formatUsd(head.cost_usd)}`}
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

/** The form of an article with this report as its source. */
const writeHref = (head: ReportHead) => `/app/content/new?template=blog_post&report=${head._id}`
