import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { getSections, type TabName, tabFacts } from './report-tabs.ts'
import type { useReport } from './use-report.ts'

// Loaded eagerly on the server, so that a finished report is complete in its HTML; lazily in the browser.
const OverviewPanel = import.meta.env.SSR
  ? (await import('./overview-panel.tsx')).OverviewPanel
  : lazily(() => import('./overview-panel.tsx').then((file) => file.OverviewPanel))
const QuestionsPanel = import.meta.env.SSR
  ? (await import('./questions-panel.tsx')).QuestionsPanel
  : lazily(() => import('./questions-panel.tsx').then((file) => file.QuestionsPanel))
const KeywordsPanel = import.meta.env.SSR
  ? (await import('./keywords-panel.tsx')).KeywordsPanel
  : lazily(() => import('./keywords-panel.tsx').then((file) => file.KeywordsPanel))
const PhrasesPanel = import.meta.env.SSR
  ? (await import('./phrases-panel.tsx')).PhrasesPanel
  : lazily(() => import('./phrases-panel.tsx').then((file) => file.PhrasesPanel))
const PagesPanel = import.meta.env.SSR
  ? (await import('./pages-panel.tsx')).PagesPanel
  : lazily(() => import('./pages-panel.tsx').then((file) => file.PagesPanel))
const TopicsPanel = import.meta.env.SSR
  ? (await import('./topics-panel.tsx')).TopicsPanel
  : lazily(() => import('./topics-panel.tsx').then((file) => file.TopicsPanel))
const TermsList = import.meta.env.SSR
  ? (await import('./terms-list.tsx')).TermsList
  : lazily(() => import('./terms-list.tsx').then((file) => file.TermsList))
const Discussions = import.meta.env.SSR
  ? (await import('./discussions.tsx')).Discussions
  : lazily(() => import('./discussions.tsx').then((file) => file.Discussions))
const TrendChart = import.meta.env.SSR
  ? (await import('./trend-chart.tsx')).TrendChart
  : lazily(() => import('./trend-chart.tsx').then((file) => file.TrendChart))

function lazily<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({
    default: (await load()) as ComponentType<Props & object>,
  })) as unknown as ComponentType<Props>
}

export type ReportPanelProps = {
  tab: TabName
  report: ReturnType<typeof useReport>
  /** Owner of the outline: `toOutlineOwner`. */
  owner: string
}

/** A tab's content: its chart or table, a skeleton while loading, or the error. */
export function ReportPanel({ tab, report, owner }: ReportPanelProps) {
  const editor = canEdit(useSignedIn().workspace)
  const needed = getSections(tab)
  const refusal = needed.map((name) => report.failed.get(name)).find(Boolean)
  const ready = needed.every((name) => report.sections[name as keyof typeof report.sections] !== undefined)
  // While it fills, what is here stays: the next rows ask again.
  if (refusal && !(ready && report.active))
    return (
      <ErrorNote
        action={
          <Button size="s" onClick={report.reload}>
            Try again
          </Button>
        }
      >
        {refusal}
      </ErrorNote>
    )
  if (!ready && tab !== 'overview') return <Bones />
  return <Suspense fallback={<Bones />}>{getPanel(tab, report, editor, owner)}</Suspense>
}

function getPanel(
  tab: TabName,
  { head, sections, active, latest }: ReportPanelProps['report'],
  editor: boolean,
  owner: string,
): ReactNode {
  const missing = sections.overview?.missing ?? {}
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
    case 'keywords':
    case 'related': {
      const section = tab
      const total = sections.overview?.counts[section] ?? (tab === 'keywords' ? head.rows : 0)
      return (
        <KeywordsPanel
          key={tab}
          reportId={head._id}
          query={head.query}
          editor={editor}
          section={section}
          rows={sections[section] ?? []}
          total={total}
          label={tabFacts[tab].label}
          {...same}
        />
      )
    }
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
          pages={serp}
          features={sections.serp_features ?? []}
          words={sections.overview?.words ?? null}
          {...same}
        />
      )
    case 'topics':
      return <TopicsPanel reportId={head._id} clusters={sections.clusters ?? []} {...same} />
    case 'terms':
      return <TermsList terms={terms} pagesRead={serp.filter((page) => page.fetched === 'ok').length} />
    case 'discussions':
      return <Discussions discussions={sections.discussions ?? []} />
    case 'trend':
      return <TrendChart title={head.query} trend={sections.trend ?? null} missing={missing.trend} />
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
