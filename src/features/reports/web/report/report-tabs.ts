import type { Overview, ReportHead, SectionName } from '../../contract.ts'
import { sectionLabels } from '../../rules/rows/section-labels.ts'
import { isList } from '../report-labels.ts'

/** The tabs of a report: what each is called in the address, and which sections it needs. */
export const tabNames = [
  'overview',
  'questions',
  'people-also-ask',
  'keywords',
  'topics',
  'pages',
  'terms',
  'discussions',
  'trend',
  'comparisons',
  'prepositions',
  'a-z',
  'related',
] as const
export type TabName = (typeof tabNames)[number]

type TabFacts = {
  label: string
  /** The section it shows: what is counted, and what "this section" exports. */
  section: SectionName
  /** Other sections it draws on. */
  beside?: SectionName[]
}

export const tabFacts: Record<TabName, TabFacts> = {
  overview: { label: 'Overview', section: 'overview' },
  questions: { label: 'Questions', section: 'questions' },
  'people-also-ask': { label: sectionLabels.people_also_ask, section: 'people_also_ask' },
  keywords: { label: 'Keywords', section: 'keywords' },
  comparisons: { label: 'Comparisons', section: 'comparisons' },
  prepositions: { label: 'Prepositions', section: 'prepositions' },
  'a-z': { label: sectionLabels.alphabeticals, section: 'alphabeticals' },
  related: { label: 'Related', section: 'related' },
  pages: { label: 'Pages', section: 'serp' },
  topics: { label: 'Topics', section: 'clusters' },
  terms: { label: 'Terms', section: 'terms', beside: ['serp'] },
  discussions: { label: 'Discussions', section: 'discussions' },
  trend: { label: 'Trend', section: 'trend' },
}

/** Sections a tab shows whole. A table loads its rows itself, a page at a time. */
export const getSections = (tab: TabName): SectionName[] =>
  isTableTab(tab) ? [] : [tabFacts[tab].section, ...(tabFacts[tab].beside ?? [])]

export const isTableTab = (tab: TabName): tab is 'keywords' | 'related' => tab === 'keywords' || tab === 'related'

export const tabFrom = (params: URLSearchParams) => tabNames.find((name) => name === params.get('tab')) ?? null

/** What a report of this kind is about, shown first. */
export function leadingTab(head: Pick<ReportHead, 'type' | 'sources'>): TabName {
  if (isList(head)) return 'topics'
  return head.type === 'outline' ? 'pages' : 'questions'
}

/** Parts of a list's own keywords that say nothing new about them. */
const noiseInLists: TabName[] = ['comparisons', 'prepositions', 'a-z', 'related']

/** Only some sources return them, so their tabs appear with their first content. */
const rareTabs: TabName[] = ['people-also-ask']

/** Parts of the keywords, behind "More": a row of all tabs is wider than most windows. */
const moreTabs: TabName[] = ['comparisons', 'prepositions', 'a-z', 'related']

/** Tabs in the row, and those behind "More". The open one is always in the row. */
export function splitTabs(names: readonly TabName[], open: TabName): { row: TabName[]; more: TabName[] } {
  const isMore = (name: TabName) => moreTabs.includes(name) && name !== open
  return { row: names.filter((name) => !isMore(name)), more: names.filter(isMore) }
}

/** The order of a report's tabs; a list leads with its topics and leaves out what it has nothing of. */
export function getTabs(head: Pick<ReportHead, 'type' | 'sources'>, counts: Overview['counts'] | undefined): TabName[] {
  if (!isList(head))
    return tabNames.filter((name) => !rareTabs.includes(name) || (counts?.[tabFacts[name].section] ?? 0) > 0)
  const first: TabName[] = ['topics', 'keywords', 'overview']
  const rest = tabNames.filter(
    (name) => !first.includes(name) && !noiseInLists.includes(name) && (counts?.[tabFacts[name].section] ?? 0) > 0,
  )
  return [...first, ...rest]
}

/** How many a tab holds; null where counting says nothing. */
export function getCount(tab: TabName, counts: Overview['counts'] | undefined, rows: number): number | null {
  if (tab === 'overview' || tab === 'trend') return null
  if (tab === 'keywords') return counts?.keywords ?? rows
  return counts?.[tabFacts[tab].section] ?? null
}
