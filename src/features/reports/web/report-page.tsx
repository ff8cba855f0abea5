import { useEffect, useRef } from 'react'
import { type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format.ts'
import { Tabs } from '#ui/tabs.tsx'
import { orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { requireUser } from '#web/session.ts'
import { useSwitchWorkspace } from '#web/switch-workspace.ts'
import { canEdit, type SignedIn, useSignedIn } from '#web/use-signed-in.ts'
import { type Report, type ReportHead, type Row, reportsContract, rowSections, type SectionName } from '../contract.ts'
import type { Route } from './+types/report-page.ts'
import { ListenProvider } from './new-listener-context.tsx'
import { openOutline, toOutlineOwner } from './outline-storage.ts'
import { canRetry, useReportCommands } from './report-commands.ts'
import { ReportHeadBar } from './report-header.tsx'
import { failedSources } from './report-labels.ts'
import { ReportPanel } from './report-panel.tsx'
import { getCount, getSections, getTabs, leadingTab, tabFacts, tabFrom } from './report-tabs.ts'
import { SourceStrip } from './source-status.tsx'
import { useReport } from './use-report.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.report.query ?? 'Report'} · Earshot` },
]

/** Of longer lists the first paint holds only the beginning; the browser loads the rest. */
const maxRowsInFirstPaint = 1500
const beginning = 100

/**
 * The head, the overview and what the opened tab needs. Other tabs load in the browser when they are opened.
 * `partial` names the sections of which only the beginning came.
 */
export async function loader(args: Route.LoaderArgs): Promise<{ report: Report; partial: SectionName[] }> {
  await requireUser(args)
  const { call } = args.context.get(pageContext)
  const { id } = args.params
  const requestedTab = tabFrom(new URL(args.request.url).searchParams)
  return orRespond(args.request, read())

  async function read() {
    const { report } = await call(reportsContract.get, { id, sections: 'overview' })
    const names = getSections(requestedTab ?? leadingTab(report)).filter((name) => name !== 'overview')
    const counts = report.sections.overview?.counts
    const long = names.filter(
      (name) =>
        (rowSections as readonly string[]).includes(name) && (counts?.[name] ?? report.rows) > maxRowsInFirstPaint,
    )
    const whole = names.filter((name) => !long.includes(name))
    const [rest, ...starts] = await Promise.all([
      whole.length > 0 ? call(reportsContract.get, { id, sections: whole.join(',') }) : null,
      ...long.map((section) => call(reportsContract.rows, { _id: id, section, limit: beginning })),
    ])
    const begun = Object.fromEntries(long.map((name, at) => [name, starts[at]?.items as Row[]]))
    return {
      report: { ...report, sections: { ...report.sections, ...rest?.report.sections, ...begun } },
      partial: long,
    }
  }
}

/** A tab is part of the address, not another report: what it shows is loaded by the screen itself. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate
}

export default function ReportPage({ loaderData }: Route.ComponentProps) {
  return <ReportScreen key={loaderData.report._id} {...loaderData} />
}

function ReportScreen({ report: loaded, partial }: { report: Report; partial: SectionName[] }) {
  const signedIn = useSignedIn()
  const [params] = useSearchParams()
  const tab = useShownTab(loaded, params)
  const report = useReport(loaded, partial, getSections(tab))
  const { revalidate } = useRevalidator()
  const { head, sections, active } = report
  const commands = useReportCommands(signedIn)
  const home = signedIn.user.workspaces.find((each) => each._id === head.workspace_id)
  const editor = home ? canEdit(home) : false
  const counts = sections.overview?.counts
  const row = useTabInSight(tab)
  // Keywords and headings of every tab go into this report's outline.
  const owner = toOutlineOwner(signedIn.user.id, head.workspace_id, head._id)
  useEffect(() => openOutline(owner), [owner])
  return (
    <ListenProvider head={head} editor={editor && home?._id === signedIn.workspace._id}>
      <Elsewhere workspaceId={head.workspace_id} signedIn={signedIn} />
      <ReportHeadBar head={head} tab={tab} editor={editor} commands={commands} onShared={() => void revalidate()} />
      <Sources
        head={head}
        active={active}
        onRetry={editor && canRetry(head) && head.status === 'done' ? () => void commands.retry(head) : undefined}
        retrying={commands.busy === 'retry'}
      />
      <div
        ref={row}
        className="mt-7 mb-5"
        data-screen-only
        onPointerOver={(event) => {
          const link = (event.target as Element).closest('a')
          const name = link && tabFrom(new URL(link.href).searchParams)
          if (name && !active) report.warm(getSections(name))
        }}
      >
        <Tabs
          label="Report sections"
          className="gap-4.5!"
          value={tab}
          tabs={getTabs(head, counts).map((name) => ({
            value: name,
            label: tabFacts[name].label,
            count: getCount(name, counts, head.rows),
            href: `?tab=${name}`,
          }))}
        />
      </div>
      <h2 className="sr-only">{tabFacts[tab].label}</h2>
      <ReportPanel tab={tab} report={report} owner={owner} />
    </ListenProvider>
  )
}

type SourcesProps = { head: ReportHead; active: boolean; onRetry?: () => void; retrying: boolean }

/** The sources and their results. Folds on phones when the report is done, so that results come first. */
function Sources({ head, active, onRetry, retrying }: SourcesProps) {
  const strip = <SourceStrip sources={head.sources} onRetry={onRetry} retrying={retrying} over={!active} />
  if (active) return strip
  const usedSources = head.sources.filter((source) => source.state !== 'skipped').length
  const failed = failedSources(head).length
  return (
    <>
      <div className="max-sm:hidden">{strip}</div>
      <Disclosure
        className="sm:hidden"
        summary={
          <>
            {plural(usedSources, 'source')}
            {failed > 0 && <span className="text-bad">, {failed} failed</span>}
          </>
        }
      >
        <div className="mt-2">{strip}</div>
      </Disclosure>
    </>
  )
}

/** The tab of the address; without one the leading one, which stays put when the report ends under one's eyes. */
function useShownTab(loaded: Report, params: URLSearchParams) {
  const first = useRef(leadingTab(loaded))
  return tabFrom(params) ?? first.current
}

/** On narrow screens the row of tabs scrolls: the one that is on is brought into sight. */
function useTabInSight(tab: string) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another link to bring into sight
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    const nav = link?.parentElement
    if (!link || !nav) return
    const left = link.offsetLeft - nav.offsetLeft
    if (left < nav.scrollLeft || left + link.offsetWidth > nav.scrollLeft + nav.clientWidth)
      nav.scrollLeft = left - (nav.clientWidth - link.offsetWidth) / 2
  }, [tab])
  return row
}

/** A report of another of my workspaces: it is shown, and said. */
function Elsewhere({ workspaceId, signedIn }: { workspaceId: string; signedIn: SignedIn }) {
  const switchTo = useSwitchWorkspace()
  const home = signedIn.user.workspaces.find((each) => each._id === workspaceId)
  if (!home || home._id === signedIn.workspace._id) return null
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-xs">
      This report belongs to {home.name}.
      <Button size="s" onClick={() => switchTo(home)}>
        Switch workspace
      </Button>
    </p>
  )
}
