import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import {
  type Row,
  type RowFilter,
  type RowSection,
  type reportsContract,
  rowFilterFields,
  rowSections,
  type SectionName,
} from '../contract.ts'
import { getHead, getSections, refuseMissingReport } from '../get-report.ts'
import type { ReadReport } from '../report-reader.ts'
import type { Counted } from '../rules/findings.ts'
import { listedRows } from '../rules/rows/filter-section-rows.ts'
import type { RowQuery } from '../rules/rows/to-column-query.ts'
import { findParentTexts, findRowsAfter } from '../store/row-read-store.ts'
import { findClusterPage, findLeafIds } from '../store/topic-store.ts'
import { refuseUnknownColumns } from './refuse-unknown-columns.ts'
import { createRowPages } from './row-pages.ts'

const rowsAtATime = 2000

export type RowSearchDependencies = {
  db: Database
  read: ReadReport
  /** Enqueues building a big report's columns. */
  makeColumns(ref: ResourceRef): Promise<void>
}

export function createRowSearch({ db, read, makeColumns }: RowSearchDependencies) {
  const findLeafTopics = (ref: ResourceRef, ids: string[]) => findLeafIds(db, ref, ids)
  const rowPages = createRowPages({ read, makeColumns, findLeafTopics })
  return {
    /** One section, filtered, sorted and paged. @throws AppError not_found, invalid_input */
    async rows(ref: ResourceRef, input: ParsedInputOf<typeof reportsContract.rows>) {
      const { _id, section, page, limit, ...query } = input
      const offset = (page - 1) * limit
      const q = query.q?.trim() || undefined
      if (isRowSection(section)) {
        const filters = await withLeafTopics(ref, query.filters)
        refuseUnknownColumns({ filters, sort: query.sort })
        const found = await rowPages.find(ref, { ...query, section, q, filters, limit, offset })
        return { ...(found ?? refuseMissingReport()), page, limit }
      }
      refuseRowFilter(section, query)
      if (section === 'clusters' && !q && !query.sort && Object.keys(query.filters ?? {}).length === 0)
        return { ...(await read(ref, (from) => findClusterPage(from, ref, { limit, offset }))), page, limit }
      const list = await read(ref, (from) => getSections(from, ref, [section]))
      const items = (
        section === 'overview' || section === 'trend' ? [list[section]].filter(Boolean) : (list[section] ?? [])
      ) as Record<string, unknown>[]
      const listed = listedRows(section, items, { ...query, q })
      return { items: listed.slice(offset, offset + limit), total: listed.length, page, limit }
    },

    /**
     * Streams a section's matching rows in batches, so that a big report never is in memory as a whole.
     * @param withHidden also the rows that someone hid; only without a filter
     * @throws AppError not_found; invalid_input when it sorts by an unknown column
     */
    async *streamRows(ref: ResourceRef, query: RowQuery, withHidden = false): AsyncGenerator<Row> {
      const { section, ...filter } = query
      refuseUnknownColumns(query)
      const head = await getHead(db, ref)
      if (head.status !== 'done' || Object.values(filter).some((value) => value !== undefined)) {
        yield* rowPages.stream(ref, query, withHidden)
        return
      }
      let after = 0
      for (;;) {
        const { rows, last } = await read(ref, (from) =>
          findRowsAfter(from, ref, { section, visible: !withHidden }, after, rowsAtATime),
        )
        yield* rows
        if (rows.length < rowsAtATime) return
        after = last
      }
    },

    /** Counts the visible rows that pass a filter. @throws AppError not_found */
    async countMatching(ref: ResourceRef, filter: RowFilter): Promise<Counted> {
      return (await rowPages.count(ref, { ...filter, section: 'keywords' })) ?? refuseMissingReport()
    },

    parentTexts: (ref: ResourceRef) => read(ref, (from) => findParentTexts(from, ref)),
  }

  /** A parent topic stands for all topics under it. */
  async function withLeafTopics(ref: ResourceRef, filters: RowQuery['filters']): Promise<RowQuery['filters']> {
    const clusterId = filters?.cluster_id
    if (clusterId === undefined || clusterId === null) return filters
    const values = Array.isArray(clusterId) ? clusterId : [clusterId]
    const ids = await findLeafTopics(ref, values.filter((value) => value !== null).map(String))
    return { ...filters, cluster_id: values.includes(null) ? [...ids, null] : ids }
  }
}

export const isRowSection = (name: SectionName): name is RowSection => (rowSections as readonly string[]).includes(name)

/** @throws AppError invalid_input: only sections of keywords have what row filters ask for */
export function refuseRowFilter(section: SectionName | undefined, query: Partial<Record<string, unknown>>) {
  const field = [...rowFilterFields, 'cursor'].find((name) => query[name] !== undefined)
  if (field)
    throw new AppError(
      'invalid_input',
      `${field} works on sections of keywords (${rowSections.join(', ')})${section ? `, not on ${section}` : ''}.`,
      { field, reason: 'row_filter_unavailable' },
    )
}
