import { Readable } from 'node:stream'
import type { ResourceRef } from '#kit/resource-ref.ts'
import {
  contentDisposition,
  type ExportColumn,
  type ExportFormat,
  type ExportRow,
  type ExportTable,
  exportTable,
  exportTables,
} from '#platform/table-export/export-file.ts'
import type { ExportTask } from '#platform/table-export/export-thread.ts'
import { writeWorkbook } from '#platform/table-export/table-download.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { Cluster, Report, ReportHead, Row, SectionName, Sections } from '../contract.ts'
import { isRowSection, refuseRowFilter } from '../rows/find-rows.ts'
import { refuseUnknownColumns } from '../rows/refuse-unknown-columns.ts'
import { getOwnPeriod } from '../rules/rows/own-period.ts'
import { sectionLabels } from '../rules/rows/section-labels.ts'
import type { RowQuery } from '../rules/rows/to-column-query.ts'
import type { Reports } from '../service.ts'
import { type Cell, getTable, type Topics, topicTable } from './section-tables.ts'

/** Exports reports as files: one section or the whole report. Rows are streamed, so that 100,000 don't block other requests. */

export type ReportExports = ReturnType<typeof createReportExports>

/** Which rows; without a section and a filter, the whole report. */
type ExportRequest = Omit<RowQuery, 'section'> & { section?: SectionName; only?: 'text' }

/** Characters of JSON per chunk. */
const partLength = 64_000
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function createReportExports({ reports, threads }: { reports: Reports; threads: Threads }) {
  const streamRows = (ref: ResourceRef, query: RowQuery) =>
    reports.own.stream(ref.workspaceId, reports.streamRows(ref, query))

  return {
    /**
     * Without a section: CSV and JSON hold the keywords; XLSX has a sheet and Markdown a chapter per section. Filtered or
     * sorted, each holds the matching rows of one section, by default the keywords.
     * @throws AppError not_found, invalid_input
     */
    async file(
      ref: ResourceRef,
      format: ExportFormat,
      { section, q, only, ...filter }: ExportRequest,
    ): Promise<Response> {
      const query = { ...filter, q: q?.trim() || undefined }
      const isFiltered = Object.values(query).some((value) => value !== undefined)
      const one = section ?? (isFiltered || format === 'csv' || format === 'json' ? 'keywords' : undefined)
      if (one && isFiltered && !isRowSection(one)) refuseRowFilter(one, query)
      refuseUnknownColumns(query)
      const listed = (one ? [one] : reportSections).filter((name) => !isRowSection(name))
      const found = await reports.get(ref, [...new Set<SectionName>([...listed, 'clusters'])])
      // Own pages only where topics are a table of their own: elsewhere their names are enough.
      const report = listed.includes('clusters') ? await reports.own.toReport(ref, found) : found
      const topics = getTopics(report.sections.clusters ?? [])
      const answer = (body: unknown, contentType: string) =>
        new Response(body as BodyInit, {
          headers: {
            'Content-Type': contentType,
            'Content-Disposition': contentDisposition(fileTitle(report, one), format),
          },
        })
      if (format === 'json')
        return answer(getJson(ref, report, one!, topics, query, only), 'application/json; charset=utf-8')

      const names = one ? [one] : reportSections.filter((name) => isRowSection(name) || !isEmpty(report.sections, name))
      const parents = await reports.parentTexts(ref)
      const tables = names.flatMap((name): ExportTable[] => {
        const table: ExportTable = {
          title: sectionLabels[name],
          ...(isRowSection(name)
            ? rowTable(streamRows(ref, { ...query, section: name }), { parents, topics })
            : getTable(report, name, topics)),
        }
        // A sheet per level: parent topics, topics, keywords.
        const parentTopics = (report.sections.clusters ?? []).filter(({ kind }) => kind === 'parent')
        return name === 'clusters' && format === 'xlsx' && parentTopics.length > 0
          ? [{ title: 'Parent topics', ...topicTable(parentTopics, topics, true) }, table]
          : [table]
      })
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
    return writeWorkbook(threads, { ...about, tables: whole })
  }

  /** Returns `{report, section, rows}`: rows as in the API, with topic names. */
  function getJson(
    ref: ResourceRef,
    report: Report,
    section: SectionName,
    topics: Topics,
    query: Omit<RowQuery, 'section'>,
    only: 'text' | undefined,
  ): ReadableStream<Uint8Array> {
    const { sections, ...head } = report
    const value = isRowSection(section) ? undefined : sections[section]
    const listed = Array.isArray(value) ? value : value ? [value] : []
    async function* parts() {
      let part = `${JSON.stringify({ report: head, section }).slice(0, -1)},"rows":[`
      let separator = ''
      const rows = isRowSection(section) ? withTopics(streamRows(ref, { ...query, section }), topics) : listed
      for await (const row of rows) {
        part +=
          separator + JSON.stringify(only && '_id' in row && 'text' in row ? { _id: row._id, text: row.text } : row)
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

const reportSections: SectionName[] = [
  'keywords',
  'questions',
  'people_also_ask',
  'clusters',
  'serp',
  'terms',
  'discussions',
  'trend',
]

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
    ['own_page', 'Your page'],
    ['own_position', 'Your rank', 'number'],
    ['own_clicks', 'Your clicks', 'number'],
    ['own_impressions', 'Your impressions', 'number'],
    ['own_as_of', 'Your rank date', 'date'],
    ['own_period', 'Your rank period'],
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
  own_page: row.own?.page ?? null,
  own_position: row.own?.position ?? null,
  own_clicks: row.own?.clicks ?? null,
  own_impressions: row.own?.impressions ?? null,
  own_as_of: row.own?.as_of ?? null,
  own_period: row.own ? getOwnPeriod(row.own) : null,
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
