import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { usePrinting } from '#ui/hooks/use-printing.ts'
import { RetryNote } from '#ui/retry-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { lazily } from '#web/components/lazily.ts'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import type { RowSection } from '../../contract.ts'
import { getReportDirection } from '../report-direction.ts'
import { getMissingTexts } from '../stored-error-texts.ts'
import type { RowsPage } from './keywords/table/use-rows-view.ts'
import { getSections, type TabName, tabFacts } from './report-tabs.ts'
import type { useReport } from './use-report.ts'

// Loaded eagerly on the server, so that a finished report is complete in its HTML; lazily in the browser.
const OverviewPanel = import.meta.env.SSR
  ? (await import('./overview/overview-panel.tsx')).OverviewPanel
  : lazily(() => import('./overview/overview-panel.tsx').then((file) => file.OverviewPanel))
const QuestionsPanel = import.meta.env.SSR
  ? (await import('./questions/questions-panel.tsx')).QuestionsPanel
  : lazily(() => import('./questions/questions-panel.tsx').then((file) => file.QuestionsPanel))
const KeywordsPanel = import.meta.env.SSR
  ? (await import('./keywords/keywords-panel.tsx')).KeywordsPanel
  : lazily(() => import('./keywords/keywords-panel.tsx').then((file) => file.KeywordsPanel))
const PhrasesPanel = import.meta.env.SSR
  ? (await import('./questions/phrases-panel.tsx')).PhrasesPanel
  : lazily(() => import('./questions/phrases-panel.tsx').then((file) => file.PhrasesPanel))
const PagesPanel = import.meta.env.SSR
  ? (await import('./pages/pages-panel.tsx')).PagesPanel
  : lazily(() => import('./pages/pages-panel.tsx').then((file) => file.PagesPanel))
const TopicsPanel = import.meta.env.SSR
  ? (await import('./topics/topics-panel.tsx')).TopicsPanel
  : lazily(() => import('./topics/topics-panel.tsx').then((file) => file.TopicsPanel))
const PaaPanel = import.meta.env.SSR
  ? (await import('./people-also-ask/paa-panel.tsx')).PaaPanel
  : lazily(() => import('./people-also-ask/paa-panel.tsx').then((file) => file.PaaPanel))
const TermsPanel = import.meta.env.SSR
  ? (await import('./terms/terms-panel.tsx')).TermsPanel
  : lazily(() => import('./terms/terms-panel.tsx').then((file) => file.TermsPanel))
const DiscussionsPanel = import.meta.env.SSR
  ? (await import('./discussions/discussions-panel.tsx')).DiscussionsPanel
  : lazily(() => import('./discussions/discussions-panel.tsx').then((file) => file.DiscussionsPanel))
const TrendPanel = import.meta.env.SSR
  ? (await import('./trend/trend-panel.tsx')).TrendPanel
  : lazily(() => import('./trend/trend-panel.tsx').then((file) => file.TrendPanel))

/** The part of the address that says what the keywords table shows; empty without. */
type LinkedTable = string

export type FirstRows = { section: RowSection; page: RowsPage }

export type ReportPanelProps = {
  tab: TabName
  report: ReturnType<typeof useReport>
  /** Owner of the outline: `toOutlineOwner`. */
  owner: string
  /** The first page of the table the screen opened with. */
  first: FirstRows | null
}

/** A tab's content: its chart or table, a skeleton while loading, or the error. */
export function ReportPanel({ tab, report, owner, first }: ReportPanelProps) {
  const editor = canEdit(useSignedIn().workspace)
  const printing = usePrinting()
  const [params] = useSearchParams()
  const linked = params.has('filter') || params.has('sort') ? params.toString() : ''
  const needed = getSections(tab)
  const refusal = needed.map((name) => report.failed.get(name)).find(Boolean)
  const ready = needed.every((name) => report.sections[name as keyof typeof report.sections] !== undefined)
  // While it fills, what is here stays: the next rows ask again.
  if (refusal && !(ready && report.active)) return <RetryNote onRetry={report.reload}>{refusal}</RetryNote>
  if (!ready && tab !== 'overview') return <Bones />
  return (
    <Suspense fallback={<Bones />}>
      <LateHydration>
        <div
          className="report-text"
          dir={printing ? getReportDirection({ ...report.head, sections: report.sections }) : undefined}
        >
          {getPanel(tab, report, editor, owner, first, linked)}
        </div>
      </LateHydration>
    </Suspense>
  )
}

function getPanel(
  tab: TabName,
  { head, sections, active, latest, changeTopics, reloadTopics }: ReportPanelProps['report'],
  editor: boolean,
  owner: string,
  first: FirstRows | null,
  linked: LinkedTable,
): ReactNode {
  const missing = sections.overview ? getMissingTexts(sections.overview) : {}
  if (head.status === 'failed') missing.questions = 'None of the sources responded.'
  const same = { active, missing }
  const { questions = [], serp = [], terms = [] } = sections
  switch (tab) {
    case 'overview':
      return (
        <OverviewPanel
          head={head}
          overview={sections.overview}
          provenance={sections.provenance}
          active={active}
          latest={latest}
        />
      )
    case 'questions':
      return (
        <QuestionsPanel
          reportId={head._id}
          editor={editor}
          owner={owner}
          seed={head.query}
          rows={questions}
          {...same}
        />
      )
    case 'people-also-ask':
      return (
        <PaaPanel
          reportId={head._id}
          editor={editor}
          owner={owner}
          topic={head.query}
          questions={sections.people_also_ask ?? null}
        />
      )
    case 'keywords':
    case 'related':
      return (
        <KeywordsPanel
          key={`${tab} ${linked}`}
          head={head}
          editor={editor}
          section={tab}
          linked={linked}
          first={first?.section === tab && !linked ? first.page : undefined}
          revision={`${head.rows} ${head.status} ${head.finished_at} ${head.topics_version}`}
          label={tabFacts[tab].label}
          {...same}
        />
      )
    case 'comparisons':
    case 'prepositions':
    case 'a-z':
      return (
        <PhrasesPanel
          key={tab}
          as={tab}
          seed={head.query}
          rows={sections[tabFacts[tab].section as 'comparisons' | 'prepositions' | 'alphabeticals'] ?? []}
          {...same}
        />
      )
    case 'pages':
      return (
        <PagesPanel
          owner={owner}
          head={head}
          pages={serp}
          features={sections.serp_features ?? []}
          words={sections.overview?.words ?? null}
          {...same}
        />
      )
    case 'topics':
      return (
        <TopicsPanel
          head={head}
          clusters={sections.clusters ?? []}
          coverage={sections.topic_coverage ?? null}
          total={sections.overview?.counts.keywords ?? head.rows}
          editor={editor}
          top={sections.overview?.top_keywords ?? []}
          onChanged={changeTopics}
          onReload={reloadTopics}
          {...same}
        />
      )
    case 'terms':
      return <TermsPanel terms={terms} pages={serp} />
    case 'discussions':
      return <DiscussionsPanel discussions={sections.discussions ?? []} />
    case 'trend':
      return <TrendPanel title={head.query} trend={sections.trend ?? null} missing={missing.trend} />
  }
}

/** As tall as most panels, to avoid layout shift. */
function Bones() {
  return (
    <div className="min-h-[60vh]" aria-busy>
      <span className="sr-only">Loading</span>
      {Array.from({ length: 9 }, (_, at) => (
        <div key={at} className="flex h-(--row) items-center border-line border-b">
          <Skeleton className={at % 3 === 0 ? 'w-2/5' : at % 3 === 1 ? 'w-1/2' : 'w-1/3'} />
        </div>
      ))}
    </div>
  )
}
