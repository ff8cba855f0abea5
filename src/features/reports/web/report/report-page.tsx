import { ChevronDown } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tabs, tabClass } from '#ui/tabs.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { lazily } from '#web/components/lazily.ts'
import { countryName, languageName } from '#web/components/locales.ts'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireUser } from '#web/session/session.ts'
import { useSwitchWorkspace } from '#web/session/switch-workspace.ts'
import { canEdit, type SignedIn, useSignedIn } from '#web/session/use-signed-in.ts'
import {
  type Report,
  type ReportHead,
  type Row,
  type RowSection,
  reportsContract,
  rowSections,
  type SectionName,
} from '../../contract.ts'
import type { Route } from './+types/report-page.ts'
import { suggestedTypes as tableTypes } from './keywords/table/report-rows.ts'
import { openOutline, toOutlineOwner } from './outline/outline-storage.ts'
import { canRetry, useReportCommands } from './report-commands.ts'
import { type LocaleNames, ReportHeadBar } from './report-header.tsx'
import { type FirstRows, ReportPanel } from './report-panel.tsx'
import {
  getCount,
  getSections,
  getTabs,
  isTableTab,
  leadingTab,
  splitTabs,
  type TabName,
  tabFacts,
  tabFrom,
} from './report-tabs.ts'
import { SourceSummary } from './sources/source-summary.tsx'
import { TrackProvider } from './track/track-context.tsx'
import { useReport } from './use-report.ts'

// Only while the report runs; after that it unfolds from the summary.
const SourceStrip = import.meta.env.SSR
  ? (await import('./sources/source-status.tsx')).SourceStrip
  : lazily(() => import('./sources/source-status.tsx').then((file) => file.SourceStrip))

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.report.query ?? 'Report'} · Earshot` },
]

/** Of longer lists the first paint holds only the beginning; the browser loads the rest. */
const maxRowsInFirstPaint = 1500
const beginning = 100

/**
 * The head, the overview and what the opened tab needs. Other tabs load in the browser when they are opened.
 * `partial` names the sections of which only the beginning came. The names of country and language come along, since the lists of
 * all are 3 kB of script.
 */
export async function loader(args: Route.LoaderArgs): Promise<ScreenProps> {
  await requireUser(args)
  const { call } = args.context.get(pageContext)
  const { id } = args.params
  const requestedTab = tabFrom(new URL(args.request.url).searchParams)
  return orRespond(args.request, read())

  async function read() {
    const { report } = await call(reportsContract.get, { id, sections: 'overview' })
    const tab = requestedTab ?? leadingTab(report)
    const table = isTableTab(tab) ? (tabFacts[tab].section as RowSection) : null
    const names = getSections(tab).filter((name) => name !== 'overview')
    const counts = report.sections.overview?.counts
    const long = names.filter(
      (name) =>
        (rowSections as readonly string[]).includes(name) && (counts?.[name] ?? report.rows) > maxRowsInFirstPaint,
    )
    const whole = names.filter((name) => !long.includes(name))
    const [rest, page, ...starts] = await Promise.all([
      whole.length > 0 ? call(reportsContract.get, { id, sections: whole.join(',') }) : null,
      table
        ? call(reportsContract.rows, { _id: id, section: table, types: tableTypes, limit: beginning, summary: true })
        : null,
      ...long.map((section) => call(reportsContract.rows, { _id: id, section, limit: beginning })),
    ])
    const begun = Object.fromEntries(long.map((name, at) => [name, starts[at]?.items as Row[]]))
    return {
      report: { ...report, sections: { ...report.sections, ...rest?.report.sections, ...begun } },
      partial: long,
      locale: { country: countryName(report.country), language: languageName(report.language) },
      first: table && page && { section: table, page: { ...page, items: page.items as Row[] } },
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

type ScreenProps = { report: Report; partial: SectionName[]; first: FirstRows | null; locale: LocaleNames }

function ReportScreen({ report: loaded, partial, first, locale }: ScreenProps) {
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
  // Template phrases are rows too, and nobody found them.
  const found = head.empty ? 0 : head.rows - (counts?.ideas ?? 0)
  const row = useTabInSight(tab)
  const names = getTabs(head, counts)
  const tabs = splitTabs(names, tab)
  const toTab = (name: TabName) => ({
    label: tabFacts[name].label,
    count: getCount(name, counts, head.rows),
    href: `?tab=${name}`,
  })
  // Keywords and headings of every tab go into this report's outline.
  const owner = toOutlineOwner(signedIn.user.id, head.workspace_id, head._id)
  useEffect(() => openOutline(owner), [owner])
  return (
    <TrackProvider head={head} editor={editor && home?._id === signedIn.workspace._id}>
      <Elsewhere workspaceId={head.workspace_id} signedIn={signedIn} />
      <ReportHeadBar
        head={head}
        found={found}
        locale={locale}
        tab={tab}
        sections={names.map((name) => tabFacts[name].section)}
        editor={editor}
        commands={commands}
        onShared={() => void revalidate()}
      />
      <Sources
        head={head}
        active={active}
        onRetry={editor && canRetry(head) && head.status === 'done' ? () => void commands.retry(head) : undefined}
        retrying={commands.busy === 'retry'}
      />
      <div
        ref={row}
        className={`flex items-end ${active ? 'mt-7 mb-5' : 'mt-4 mb-5'}`}
        data-screen-only
        onPointerOver={(event) => {
          const link = (event.target as Element).closest('a')
          const name = link && tabFrom(new URL(link.href).searchParams)
          if (name && !active) report.warm(getSections(name))
        }}
      >
        <Tabs
          label="Report sections"
          className="min-w-0 flex-1 gap-4.5!"
          value={tab}
          tabs={tabs.row.map((name) => ({ value: name, ...toTab(name) }))}
        />
        {tabs.more.length > 0 && <MoreTabs items={tabs.more.map(toTab)} />}
      </div>
      <h2 className="sr-only">{tabFacts[tab].label}</h2>
      <ReportPanel tab={tab} report={report} owner={owner} first={first} />
    </TrackProvider>
  )
}

/** Links that have no room in the row of tabs. */
function MoreTabs({ items }: { items: { label: string; count: number | null; href: string }[] }) {
  return (
    <div className="shrink-0 border-line border-b pl-4.5">
      <Menu
        align="end"
        trigger={
          <button type="button" aria-label="More sections" className={tabClass(false)}>
            More
            <ChevronDown size={13} className="text-ink-3" aria-hidden />
          </button>
        }
        items={items.map(({ label, count, href }) => ({
          label: (
            <span className="flex min-w-36 items-baseline justify-between gap-4">
              {label}
              {count !== null && <span className="text-ink-3 text-xs">{formatCount(count)}</span>}
            </span>
          ),
          href,
        }))}
      />
    </div>
  )
}

type SourcesProps = { head: ReportHead; active: boolean; onRetry?: () => void; retrying: boolean }

/** The sources and what they found: all in sight while the report runs, one line that unfolds when it's done. */
function Sources({ head, active, onRetry, retrying }: SourcesProps) {
  const [opened, setOpened] = useState(false)
  if (active)
    return (
      <Suspense>
        <LateHydration>
          <SourceStrip sources={head.sources} />
        </LateHydration>
      </Suspense>
    )
  return (
    <SourceSummary
      sources={head.sources}
      onRetry={onRetry}
      retrying={retrying}
      onToggle={(open) => open && setOpened(true)}
    >
      {opened && (
        <Suspense>
          <SourceStrip sources={head.sources} over />
        </Suspense>
      )}
    </SourceSummary>
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
