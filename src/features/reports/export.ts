import { Readable } from 'node:stream'
import { AppError } from '#kit/errors.ts'
import type { Threads } from '#platform/threads.ts'
import {
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
import { sectionLabels } from './section-labels.ts'
import type { Reports } from './service.ts'

/** Reports as files: one section, or the whole. Rows are read as they are written: 100,000 hold nobody up. */

export type ReportExports = ReturnType<typeof createReportExports>

type Cell = string | number | boolean | null
type Table = { columns: ExportColumn[]; rows: Record<string, Cell>[] }
type Place = { workspaceId: string; id: string }

/** Characters of JSON sent at a time. */
const partLength = 64_000
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function createReportExports({ reports, threads }: { reports: Reports; threads: Threads }) {
  return {
    /**
     * Without a section: CSV and JSON hold the keywords, XLSX a sheet and Markdown a chapter for each section.
     * @throws AppError not_found
     */
    async file(place: Place, format: ExportFormat, section: SectionName | undefined): Promise<Response> {
      const one = section ?? (format === 'csv' || format === 'json' ? 'keywords' : undefined)
      const listed = (one ? [one] : wholeReport).filter((name) => !isRowSection(name))
      const report = await reports.get(place, listed)
      const answer = (body: unknown, contentType: string) =>
        new Response(body as BodyInit, {
          headers: {
            'Content-Type': contentType,
            'Content-Disposition': contentDisposition(fileTitle(report, one), format),
          },
        })
      if (format === 'json') return answer(jsonOf(place, report, one!), 'application/json; charset=utf-8')

      const names = one ? [one] : wholeReport.filter((name) => isRowSection(name) || !isEmpty(report.sections, name))
      const parents = await reports.parentTexts(place)
      const tables = names.map(
        (name): ExportTable => ({
          title: sectionLabels[name],
          ...(isRowSection(name) ? rowTable(reports.everyRow(place, name), parents) : tableOf(report, name)),
        }),
      )
      const about = { title: report.query, meta: metaOf(report) }
      if (format === 'xlsx') return answer(await workbook(about, tables), workbookType)
      const file = one
        ? await exportTable(format, { ...about, columns: tables[0]!.columns, rows: tables[0]!.rows })
        : await exportTables(format, { ...about, tables })
      return answer(file.body, file.contentType)
    },
  }

  /** A workbook is written whole, so off the event loop. */
  async function workbook(
    about: { title: string; meta: [string, string][] },
    tables: ExportTable[],
  ): Promise<Uint8Array> {
    const whole: ExportTask['tables'] = []
    for (const table of tables)
      whole.push({ ...table, rows: await Array.fromAsync(table.rows as AsyncIterable<ExportRow>) })
    return threads.run(new URL('./export-thread.ts', import.meta.url), { ...about, tables: whole } satisfies ExportTask)
  }

  /** `{report, section, rows}` with the rows just as the API answers them. */
  function jsonOf(place: Place, report: Report, section: SectionName): ReadableStream<Uint8Array> {
    const { sections, ...head } = report
    const value = isRowSection(section) ? undefined : sections[section]
    const listed = Array.isArray(value) ? value : value ? [value] : []
    async function* parts() {
      let part = `${JSON.stringify({ report: head, section }).slice(0, -1)},"rows":[`
      let separator = ''
      for await (const row of isRowSection(section) ? reports.everyRow(place, section) : listed) {
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

const isRowSection = (name: SectionName): name is RowSection => (rowSections as readonly string[]).includes(name)

const wholeReport: SectionName[] = ['keywords', 'questions', 'clusters', 'serp', 'terms', 'discussions', 'trend']

const fileTitle = (report: ReportHead, section: SectionName | undefined) =>
  section && section !== 'keywords' ? `${report.query} ${sectionLabels[section]}` : report.query

function metaOf(report: ReportHead): [string, string][] {
  return [
    ['Query', report.query],
    ['Country', report.country],
    ['Language', report.language],
    ['Made', report.finished_at ?? report.created_at],
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

function tableOf(report: Report, name: SectionName): Table {
  const { sections } = report
  const columns = (given: [string, string, ExportColumn['type']?][]): ExportColumn[] =>
    given.map(([key, label, type = 'text']) => ({ key, label, type }))
  switch (name) {
    case 'discussions':
      return {
        columns: columns([
          ['source', 'Source'],
          ['title', 'Title'],
          ['url', 'Address'],
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
          ['url', 'Address'],
          ['title', 'Title'],
          ['words', 'Words', 'number'],
          ['headings', 'Headings'],
          ['terms', 'Terms'],
          ['fetched', 'Read'],
        ]),
        rows: (sections.serp ?? []).map((page) => ({
          rank: page.rank,
          url: page.url,
          title: page.title,
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
          ['pillar', 'Pillar keyword'],
          ['intent', 'Intent'],
          ['keywords', 'Keywords', 'number'],
          ['volume', 'Volume', 'number'],
        ]),
        rows: sections.clusters ?? [],
      }
    case 'terms':
      return {
        columns: columns([
          ['term', 'Term'],
          ['kind', 'Kind'],
          ['weight', 'Weight', 'number'],
          ['pages', 'Pages', 'number'],
        ]),
        rows: sections.terms ?? [],
      }
    case 'trend':
      return {
        columns: columns([
          ['t', 'Date', 'date'],
          ['v', 'Interest', 'number'],
          ['partial', 'Not over yet'],
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
      throw new AppError('invalid_input', `section ${name} cannot be exported.`, { field: 'section' })
  }
}

const rowColumnsOfExport: ExportColumn[] = (
  [
    ['text', 'Keyword'],
    ['type', 'Type'],
    ['modifier', 'Modifier'],
    ['volume', 'Search volume', 'number'],
    ['volume_low', 'Volume from', 'number'],
    ['volume_high', 'Volume to', 'number'],
    ['volume_provider', 'Volume by'],
    ['volume_as_of', 'Volume of', 'date'],
    ['impressions', 'Impressions', 'number'],
    ['popularity', 'Popularity', 'number'],
    ['cpc', 'CPC', 'money'],
    ['currency', 'Currency'],
    ['competition', 'Competition', 'number'],
    ['difficulty', 'Difficulty', 'number'],
    ['intent', 'Intent'],
    ['parent', 'Asked under'],
    ['sources', 'Sources'],
    ['first_seen', 'First seen', 'date'],
  ] as [string, string, ExportColumn['type']?][]
).map(([key, label, type = 'text']) => ({ key, label, type }))

function rowTable(rows: AsyncIterable<Row>, parents: Map<string, string>): Pick<ExportTable, 'columns' | 'rows'> {
  async function* cells() {
    for await (const row of rows) yield cellsOf(row, parents)
  }
  return { columns: rowColumnsOfExport, rows: cells() }
}

const cellsOf = (row: Row, parents: Map<string, string>): Record<string, Cell> => ({
  text: row.text,
  type: row.type,
  modifier: row.modifier,
  volume: row.volume?.value ?? null,
  volume_low: row.volume?.low ?? null,
  volume_high: row.volume?.high ?? null,
  volume_provider: row.volume?.provider ?? null,
  volume_as_of: row.volume?.as_of ?? null,
  impressions: row.impressions,
  popularity: row.popularity,
  cpc: row.cpc?.value ?? null,
  currency: row.cpc?.currency ?? null,
  competition: row.competition,
  difficulty: row.difficulty,
  intent: row.intent?.main ?? null,
  parent: row.parent_id ? (parents.get(row.parent_id) ?? null) : null,
  sources: row.sources.join(', '),
  first_seen: row.first_seen,
})
