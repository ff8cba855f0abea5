import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Cluster, KeywordDetails, Report, Row, RowSummary, SectionName } from './contract.ts'
import { rowSections } from './contract.ts'
import type { OwnPage, OwnRequest, OwnTopic } from './contract-own.ts'
import { getHead } from './get-report.ts'
import { findClusters } from './store/topic-store.ts'

/** What the workspace’s own sites have for keywords and topics. */
export type OwnSites = {
  ofTexts(workspaceId: string, texts: readonly string[]): Promise<Map<string, OwnPage>>
  ofTopics(report: ResourceRef, topics: readonly OwnRequest[], language: string): Promise<Map<string, OwnTopic>>
}

/** Rows looked up at a time while a whole report streams. */
const rowsAtATime = 2000

/**
 * Adds the own pages to what a member reads. They are looked up on each read, since Search Console has new days every day, and
 * aren’t in shared reports, which are for other people.
 */
export function createOwnFigures({ db, own }: { db: Database; own: OwnSites }) {
  async function toRows<Kind extends Row>(workspaceId: string, rows: readonly Kind[]): Promise<Kind[]> {
    const pages = await own.ofTexts(
      workspaceId,
      rows.map(({ text }) => text),
    )
    return pages.size === 0 ? [...rows] : rows.map((row) => ({ ...row, own: pages.get(row.text) ?? null }))
  }

  async function toTopics(ref: ResourceRef, clusters: readonly Cluster[], language: string): Promise<Cluster[]> {
    const pages = await own.ofTopics(ref, clusters.map(toRequest), language)
    return pages.size === 0 ? [...clusters] : clusters.map((topic) => ({ ...topic, own: pages.get(topic._id) ?? null }))
  }

  /** Topics of a report, of which these are some: a parent’s pages are those of all of its topics. */
  async function toSomeTopics(ref: ResourceRef, some: readonly Cluster[]): Promise<Cluster[]> {
    if (some.length === 0) return []
    const { language } = await getHead(db, ref)
    const hasParents = some.some(({ kind }) => kind === 'parent')
    const all = await toTopics(ref, hasParents ? await findClusters(db, ref) : some, language)
    const pages = new Map(all.map((topic) => [topic._id, topic.own]))
    return some.map((topic) => ({ ...topic, own: pages.get(topic._id) ?? null }))
  }

  return {
    toTopics: toSomeTopics,

    async toReport(ref: ResourceRef, report: Report): Promise<Report> {
      const { sections } = report
      const lists = rowSections.flatMap((name) => (sections[name] ? [name] : []))
      const { overview, clusters } = sections
      const tops = overview
        ? [...overview.top_keywords, ...overview.top_questions, ...(overview.top_phrases ?? [])]
        : []
      const rows = [...lists.flatMap((name) => sections[name]!), ...tops]
      const pages = await own.ofTexts(ref.workspaceId, [...new Set(rows.map(({ text }) => text))])
      const add = (list: Row[]) => list.map((row) => ({ ...row, own: pages.get(row.text) ?? null }))
      return {
        ...report,
        sections: {
          ...sections,
          ...(pages.size === 0 ? {} : Object.fromEntries(lists.map((name) => [name, add(sections[name]!)]))),
          ...(overview && pages.size > 0
            ? {
                overview: {
                  ...overview,
                  top_keywords: add(overview.top_keywords),
                  top_questions: add(overview.top_questions),
                  ...(overview.top_phrases ? { top_phrases: add(overview.top_phrases) } : {}),
                },
              }
            : {}),
          ...(clusters ? { clusters: await toTopics(ref, clusters, report.language) } : {}),
        },
      }
    },

    /** One page of a section. */
    async toPage<Page extends { items: unknown[] }>(ref: ResourceRef, section: SectionName, page: Page): Promise<Page> {
      if (section === 'clusters') return { ...page, items: await toSomeTopics(ref, page.items as Cluster[]) }
      if (!(rowSections as readonly string[]).includes(section)) return page
      const items = await toRows(ref.workspaceId, page.items as Row[])
      const { summary } = page as { summary?: RowSummary }
      const hasOwn = items.some((row) => row.own !== null)
      return {
        ...page,
        items,
        ...(summary && hasOwn ? { summary: { ...summary, columns: [...summary.columns, 'own'] } } : {}),
      }
    },

    async toKeyword(ref: ResourceRef, keyword: KeywordDetails): Promise<KeywordDetails> {
      const [[row, ...children], [topic]] = await Promise.all([
        toRows(ref.workspaceId, [keyword.row, ...keyword.children]),
        toSomeTopics(ref, keyword.topic ? [keyword.topic] : []),
      ])
      return { ...keyword, row: row!, children, topic: topic ?? null }
    },

    async *stream(workspaceId: string, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
      let part: Row[] = []
      for await (const row of rows) {
        part.push(row)
        if (part.length < rowsAtATime) continue
        yield* await toRows(workspaceId, part)
        part = []
      }
      yield* await toRows(workspaceId, part)
    },
  }
}

const toRequest = ({ _id, name, pillar, kind, parent_id }: Cluster): OwnRequest => ({
  id: _id,
  name,
  pillar,
  isGroup: kind === 'parent',
  parentId: parent_id,
})
