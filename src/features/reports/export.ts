import { Readable } from 'node:stream'
import { AppError } from '#kit/errors.ts'
import type { Threads } from '#platform/worker-threads.ts'
import { type SourceId, sourceLabels } from '#providers/search-data/port.ts'
import {
  type Cluster,
  type Report,
  type ReportHead,
  type Row,
  type RowSection,
  rowSections,
  type SectionName,
  type Sections,
} from './contract.ts'
import {
  contentDisposition,
  type ExportColumn,
  type ExportFormat,
  type ExportRow,
  type ExportTable,
  exportTable,
  exportTables,
} from './export-file.ts'
import type { ExportTask } from './export-thread.ts'
import type { ReportRef } from './report-ref.ts'
import { sectionLabels } from './section-labels.ts'
import type { Reports } from './service.ts'

/** Exports reports as files: one section or the whole report. Rows are streamed, so that 100,000 don't block other requests. */

export type ReportExports = ReturnType<typeof createReportExports>

type Cell = string | number | boolean | null
type Table = { columns: ExportColumn[]; rows: Record<string, Cell>[] }

/** Characters of JSON per chunk. */
const partLength = 64_000
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function createReportExports({ reports, threads }: { reports: Reports; threads: Threads }) {
  return {
    /**
     * Without a section: CSV and JSON hold the keywords; XLSX has a sheet and Markdown a chapter per section.
     * @throws AppError not_found
     */
    async file(ref: ReportRef, format: ExportFormat, section: SectionName | undefined): Promise<Response> {
      const one = section ?? (format === 'csv' || format === 'json' ? 'keywords' : undefined)
      const listed = (one ? [one] : reportSections).filter((name) => !isRowSection(name))
      const report = await reports.get(ref, [...new Set<SectionName>([...listed, 'clusters'])])
      const topics = getTopics(report.sections.clusters ?? [])
      const answer = (body: unknown, contentType: string) =>
        new Response(body as BodyInit, {
          headers: {
            'Content-Type': contentType,
            'Content-Disposition': contentDisposition(fileTitle(report, one), format),
          },
        })
      if (format === 'json') return answer(getJson(ref, report, one!, topics), 'application/json; charset=utf-8')

      const names = one ? [one] : reportSections.filter((name) => isRowSection(name) || !isEmpty(report.sections, name))
      const parents = await reports.parentTexts(ref)
      const tables = names.map(
        (name): ExportTable => ({
          title: sectionLabels[name],
          ...(isRowSection(name)
            ? rowTable(reports.streamRows(ref, name), { parents, topics })
            : getTable(report, name, topics)),
        }),
      )
      const about = { title: report.query, meta: getMeta(report) }
      if (format === 'xlsx') return answer(await workbook(about, tables), workbookType)
      const file = one
        ? await exportTable(format, { ...about, columns: tables[0]!.columns, rows: tables[0]!.rows })
        : await exportTables(format, { ...about, tables })
      return answer(file.body, file.contentType)
    },
  }

  /** Builds the workbook in a worker thread, since XLSX can't be streamed. */
  async function workbook(
    about: { title: string; meta: [string, string][] },
    tables: ExportTable[],
  ): Promise<Uint8Array> {
    const whole: ExportTask['tables'] = []
    for (const table of tables)
      whole.push({ ...table, rows: await Array.fromAsync(table.rows as AsyncIterable<ExportRow>) })
    return threads.run(new URL('./export-thread.ts', import.meta.url), { ...about, tables: whole } satisfies ExportTask)
  }

  /** Returns `{report, section, rows}`: rows as in the API, with topic names. */
  function getJson(ref: ReportRef, report: Report, section: SectionName, topics: Topics): ReadableStream<Uint8Array> {
    const { sections, ...head } = report
    const value = isRowSection(section) ? undefined : sections[section]
    const listed = Array.isArray(value) ? value : value ? [value] : []
    async function* parts() {
      let part = `${JSON.stringify({ report: head, section }).slice(0, -1)},"rows":[`
      let separator = ''
      for await (const row of isRowSection(section) ? withTopics(reports.streamRows(ref, section), topics) : listed) {
        part += separator + JSON.stringify(row)
        separator = ',\n'
        if (part.length < partLength) continue
        yield part
        part = ''
      }
      yield `${part}]}\n`
    }
    return Readable.toWeb(Readable.from(parts(), { objectMode: false })) as ReadableStream<Uint8Array>
  }
}

/** Names of a topic and its parent by cluster. */
type Topics = Map<string, { cluster: string; cluster_parent: string | null }>

function getTopics(clusters: Cluster[]): Topics {
  const names = new Map(clusters.map(({ _id, name }) => [_id, name]))
  return new Map(
    clusters.map(({ _id, name, parent_id }) => [
      _id,
      { cluster: name, cluster_parent: parent_id ? (names.get(parent_id) ?? null) : null },
    ]),
  )
}

const noTopic = { cluster: null, cluster_parent: null }
const getTopic = (row: Row, topics: Topics) => (row.cluster_id && topics.get(row.cluster_id)) || noTopic

async function* withTopics(rows: AsyncIterable<Row>, topics: Topics) {
  for await (const row of rows) yield { ...row, ...getTopic(row, topics) }
}

const isRowSection = (name: SectionName): name is RowSection => (rowSections as readonly string[]).includes(name)

const reportSections: SectionName[] = ['keywords', 'questions', 'clusters', 'serp', 'terms', 'discussions', 'trend']

const fileTitle = (report: ReportHead, section: SectionName | undefined) =>
  section && section !== 'keywords' ? `${report.query} ${sectionLabels[section]}` : report.query

function getMeta(report: ReportHead): [string, string][] {
  return [
    ['Query', report.query],
    ['Country', report.country],
    ['Language', report.language],
    ['Created', report.finished_at ?? report.created_at],
    ['Rows', String(report.rows)],
    [
      'Sources',
      report.sources
        .filter(({ state }) => state === 'done')
        .map(({ label }) => label)
        .join(', '),
    ],
  ]
}

function isEmpty(sections: Partial<Sections>, name: SectionName) {
  const section = sections[name]
  return Array.isArray(section) ? section.length === 0 : !section
}

function getTable(report: Report, name: SectionName, topics: Topics): Table {
  const { sections } = report
  const columns = (given: [string, string, ExportColumn['type']?][]): ExportColumn[] =>
    given.map(([key, label, type = 'text']) => ({ key, label, type }))
  switch (name) {
    case 'discussions':
      return {
        columns: columns([
          ['source', 'Source'],
          ['title', 'Title'],
          ['url', 'URL'],
          ['score', 'Score', 'number'],
          ['answers', 'Answers', 'number'],
          ['at', 'Date', 'date'],
        ]),
        rows: sections.discussions ?? [],
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
      return {
        columns: columns([
          ['name', 'Topic'],
          ['cluster_parent', 'Parent topic'],
          ['pillar', 'Main keyword'],
          ['intent', 'Intent'],
          ['keywords', 'Keywords', 'number'],
          ['volume', 'Volume', 'number'],
        ]),
        rows: (sections.clusters ?? []).map((cluster) => ({ ...cluster, ...topics.get(cluster._id) })),
      }
    case 'terms':
      return {
        columns: columns([
          ['term', 'Term'],
          ['kind', 'Type'],
          ['weight', 'Weight', 'number'],
          ['pages', 'Pages', 'number'],
        ]),
        rows: sections.terms ?? [],
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

/** Labels a trend's unit: page views, searches, or unitless interest. */
function interestLabel(trend: Sections['trend'] | undefined) {
  if (trend?.scale !== 'absolute') return 'Interest (0–100)'
  const isWikipedia = trend.provider.startsWith('wikipedia')
  const source = isWikipedia ? sourceLabels.wikipedia : (sourceLabels[trend.provider as SourceId] ?? trend.provider)
  return isWikipedia ? `Page views (${source})` : `Monthly searches (${source})`
}

const rowColumnsOfExport: ExportColumn[] = (
  [
    ['text', 'Keyword'],
    ['type', 'Type'],
    ['modifier', 'Modifier'],
    ['volume', 'Search volume', 'number'],
    ['volume_low', 'Volume from', 'number'],
    ['volume_high', 'Volume to', 'number'],
    ['volume_provider', 'Volume source'],
    ['volume_as_of', 'Volume date', 'date'],
    ['impressions', 'Impressions', 'number'],
    ['clicks', 'Clicks', 'number'],
    ['ctr', 'CTR', 'number'],
    ['position', 'Position', 'number'],
    ['performance_provider', 'Clicks source'],
    ['performance_as_of', 'Clicks date', 'date'],
    ['popularity', 'Suggestion popularity', 'number'],
    ['cpc', 'CPC', 'money'],
    ['currency', 'Currency'],
    ['competition', 'Competition', 'number'],
    ['difficulty', 'Difficulty', 'number'],
    ['intent', 'Intent'],
    ['cluster', 'Topic'],
    ['cluster_parent', 'Parent topic'],
    ['parent', 'Parent question'],
    ['sources', 'Sources'],
    ['first_seen', 'First seen', 'date'],
  ] as [string, string, ExportColumn['type']?][]
).map(([key, label, type = 'text']) => ({ key, label, type }))

type Names = { parents: Map<string, string>; topics: Topics }

function rowTable(rows: AsyncIterable<Row>, names: Names): Pick<ExportTable, 'columns' | 'rows'> {
  async function* cells() {
    for await (const row of rows) yield getCells(row, names)
  }
  return { columns: rowColumnsOfExport, rows: cells() }
}

const getCells = (row: Row, { parents, topics }: Names): Record<string, Cell> => ({
  text: row.text,
  type: row.type,
  modifier: row.modifier,
  volume: row.volume?.value ?? null,
  volume_low: row.volume?.low ?? null,
  volume_high: row.volume?.high ?? null,
  volume_provider: row.volume?.provider ?? null,
  volume_as_of: row.volume?.as_of ?? null,
  impressions: row.impressions,
  clicks: row.clicks,
  ctr: row.ctr,
  position: row.position,
  performance_provider: row.performance?.provider ?? null,
  performance_as_of: row.performance?.as_of ?? null,
  popularity: row.popularity,
  cpc: row.cpc?.value ?? null,
  currency: row.cpc?.currency ?? null,
  competition: row.competition,
  difficulty: row.difficulty,
  intent: row.intent?.main ?? null,
  ...getTopic(row, topics),
  parent: row.parent_id ? (parents.get(row.parent_id) ?? null) : null,
  sources: row.sources.join(', '),
  first_seen: row.first_seen,
})
