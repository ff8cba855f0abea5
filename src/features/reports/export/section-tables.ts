import { AppError } from '#kit/errors.ts'
import type { ExportColumn } from '#platform/table-export/export-file.ts'
import { type SourceId, sourceLabels } from '#providers/search-data/port.ts'
import type { Cluster, Report, SectionName, Sections } from '../contract.ts'
import { getOwnPeriod } from '../rules/rows/own-period.ts'
import { sectionLabels } from '../rules/rows/section-labels.ts'
import { countPlaces, getUseRange } from '../rules/term-uses.ts'

/** Tables of a report's sections for exports. */

export type Cell = string | number | boolean | null
type Table = { columns: ExportColumn[]; rows: Record<string, Cell>[] }

/** Names of a topic and its parent by cluster. */
export type Topics = Map<string, { cluster: string; cluster_parent: string | null }>

/** The rows of a section that isn't made of keywords. @throws AppError invalid_input */
export function getTable(report: Report, name: SectionName, topics: Topics): Table {
  const { sections } = report
  const columns = (given: [string, string, ExportColumn['type']?][]): ExportColumn[] =>
    given.map(([key, label, type = 'text']) => ({ key, label, type }))
  switch (name) {
    case 'discussions':
      return {
        columns: columns([
          ['source', 'Source'],
          ['community', 'Community'],
          ['title', 'Title'],
          ['url', 'URL'],
          ['score', 'Score', 'number'],
          ['answers', 'Answers', 'number'],
          ['at', 'Date', 'date'],
          ['excerpt', 'Excerpt'],
        ]),
        rows: sections.discussions ?? [],
      }
    case 'people_also_ask':
      return {
        columns: columns([
          ['text', 'Question'],
          ['parent', 'Parent question'],
          ['answer', 'Answer'],
          ['title', 'Page title'],
          ['url', 'URL'],
          ['source', 'Source'],
          ['fetched_at', 'Fetched', 'date'],
        ]),
        rows: sections.people_also_ask ?? [],
      }
    case 'serp':
      return {
        columns: columns([
          ['rank', 'Rank', 'number'],
          ['domain', 'Domain'],
          ['url', 'URL'],
          ['title', 'Title'],
          ['snippet', 'Snippet'],
          ['words', 'Word count', 'number'],
          ['headings', 'Headings'],
          ['terms', 'Terms'],
          ['fetched', 'Fetch status'],
        ]),
        rows: (sections.serp ?? []).map((page) => ({
          rank: page.rank,
          domain: page.domain,
          url: page.url,
          title: page.title,
          snippet: page.snippet,
          words: page.words,
          headings: page.headings.map(({ type, text }) => `${type}: ${text}`).join('\n'),
          terms: page.terms.join(', '),
          fetched: page.fetched,
        })),
      }
    case 'clusters':
      return topicTable(
        (sections.clusters ?? []).filter(({ kind }) => kind !== 'parent'),
        topics,
      )
    case 'terms':
      return {
        columns: columns([
          ['term', 'Term'],
          ['kind', 'Type'],
          ['weight', 'Weight', 'number'],
          ['pages', 'Pages', 'number'],
          ['low', 'Fewest uses per page', 'number'],
          ['median', 'Median uses per page', 'number'],
          ['high', 'Most uses per page', 'number'],
          ['headings', 'Pages with it in a heading', 'number'],
          ['titles', 'Pages with it in the title', 'number'],
          ['ranks', 'Used by pages ranked'],
        ]),
        rows: (sections.terms ?? []).map((term) => ({
          term: term.term,
          kind: term.kind,
          weight: term.weight,
          pages: term.pages,
          ...(getUseRange(term) ?? { low: null, median: null, high: null }),
          ...(countPlaces(term) ?? { headings: null, titles: null }),
          ranks: term.uses?.map(({ rank }) => rank).join(', ') ?? null,
        })),
      }
    case 'trend':
      return {
        columns: columns([
          ['t', 'Date', 'date'],
          ['v', interestLabel(sections.trend), 'number'],
          ['partial', 'Incomplete'],
        ]),
        rows: sections.trend?.points ?? [],
      }
    case 'overview':
      return {
        columns: columns([
          ['section', 'Section'],
          ['rows', 'Rows', 'number'],
        ]),
        rows: Object.entries(sections.overview?.counts ?? {}).map(([section, rows]) => ({
          section: sectionLabels[section as SectionName] ?? section,
          rows,
        })),
      }
    default:
      throw new AppError('invalid_input', `section ${name} can’t be exported.`, {
        field: 'section',
        reason: 'section_not_exportable',
      })
  }
}

const topicColumns: ExportColumn[] = (
  [
    ['name', 'Topic'],
    ['cluster_parent', 'Parent topic'],
    ['kind', 'Type'],
    ['pillar', 'Main keyword'],
    ['intent', 'Intent'],
    ['keywords', 'Keywords', 'number'],
    ['volume', 'Volume', 'number'],
    ['volume_known', 'Keywords with volume', 'number'],
    ['difficulty', 'Difficulty', 'number'],
    ['difficulty_known', 'Keywords with difficulty', 'number'],
    ['serp_features', 'SERP features'],
    ['domains', 'Ranking sites'],
    ['overlaps', 'Competes with'],
    ['own_page', 'Your page'],
    ['own_position', 'Your rank', 'number'],
    ['own_clicks', 'Your clicks', 'number'],
    ['own_impressions', 'Your impressions', 'number'],
    ['own_keywords', 'Keywords your page ranks for', 'number'],
    ['own_others', 'Your other pages'],
    ['own_shared', 'Your page also covers'],
    ['own_period', 'Your rank period'],
  ] as [string, string, ExportColumn['type']?][]
).map(([key, label, type = 'text']) => ({ key, label, type }))

/** Topics, or with `onlyParents` their parents, which have no parent themselves. */
export function topicTable(clusters: readonly Cluster[], topics: Topics, onlyParents = false): Table {
  const hidden = onlyParents ? ['cluster_parent', 'kind', 'overlaps', 'own_shared'] : []
  const getNames = (ids: readonly string[]) =>
    ids
      .map((id) => topics.get(id)?.cluster)
      .filter(Boolean)
      .join(', ')
  return {
    columns: topicColumns.filter(({ key }) => !hidden.includes(key)),
    rows: clusters.map((cluster) => ({
      name: cluster.name,
      cluster_parent: topics.get(cluster._id)?.cluster_parent ?? null,
      kind: cluster.kind === 'standalone' ? 'Standalone' : 'Topic',
      pillar: cluster.pillar,
      intent: cluster.intent,
      keywords: cluster.keywords,
      volume: cluster.volume,
      volume_known: cluster.volume_known,
      difficulty: cluster.difficulty,
      difficulty_known: cluster.difficulty_known,
      serp_features: cluster.serp_features.map(({ type }) => type).join(', '),
      domains: cluster.domains.map(({ domain }) => domain).join(', '),
      overlaps: getNames(cluster.overlaps.map(({ cluster_id }) => cluster_id)),
      own_page: cluster.own?.page ?? null,
      own_position: cluster.own?.position ?? null,
      own_clicks: cluster.own?.clicks ?? null,
      own_impressions: cluster.own?.impressions ?? null,
      own_keywords: cluster.own && cluster.own.source === 'search_console' ? cluster.own.keywords : null,
      own_others: cluster.own?.others.map(({ page }) => page).join('\n') ?? null,
      own_shared: getNames(cluster.own?.shared_with ?? []),
      own_period: cluster.own ? getOwnPeriod(cluster.own) : null,
    })),
  }
}

/** Labels a trend's unit: page views, searches, or unitless interest. */
function interestLabel(trend: Sections['trend'] | undefined) {
  if (trend?.scale !== 'absolute') return 'Interest (0–100)'
  const isWikipedia = trend.provider.startsWith('wikipedia')
  const source = isWikipedia ? sourceLabels.wikipedia : (sourceLabels[trend.provider as SourceId] ?? trend.provider)
  return isWikipedia ? `Page views (${source})` : `Monthly searches (${source})`
}
