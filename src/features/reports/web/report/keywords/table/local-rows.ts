import type { Row } from '../../../../contract.ts'
import {
  findMatchingRows,
  getNeededColumns,
  type RowColumn,
  type RowTexts,
} from '../../../../rules/rows/column-index.ts'
import { toColumnQuery } from '../../../../rules/rows/to-column-query.ts'
import { volumeFigure } from '../../../keyword-labels.ts'
import { filledColumns } from './table-model.ts'
import type { RowSource, RowsPage, RowsRequest } from './use-rows-view.ts'

/** Rows that are all here, of a lookup or a comparison, for the table: filtered and sorted as the server does it with those of a report. */
export function localRows(rows: Row[]): RowSource {
  const texts: RowTexts = {
    find: (text) => Uint8Array.from(rows, (row) => Number(row.text.toLowerCase().includes(text))),
  }
  const match = ({ filter, sort }: Pick<RowsRequest, 'filter' | 'sort'>) => {
    const query = toColumnQuery({ ...filter, section: 'keywords', sort }, filter.cluster_ids ?? null)
    const columns = new Map(getNeededColumns(query).map(({ name }) => [name, toColumn(rows, name)]))
    const { indexes, total, unknown } = findMatchingRows(columns, texts, rows.length, query)
    return { items: indexes ? Array.from(indexes, (index) => rows[index]!) : rows, total, unknown }
  }
  const load = ({ offset, limit, ...query }: Pick<RowsRequest, 'filter' | 'sort' | 'offset' | 'limit'>): RowsPage => {
    const { items, total, unknown } = match(query)
    const volumes = items.flatMap(({ volume }) => volumeFigure(volume) ?? [])
    const count = (toValues: (row: Row) => string[]) => {
      const counts: Record<string, number> = {}
      for (const value of rows.flatMap(toValues)) counts[value] = (counts[value] ?? 0) + 1
      return counts
    }
    return {
      items: items.slice(offset, offset + limit),
      total,
      unknown: unknown && { rows: unknown.rows, ...unknown.columns },
      summary: {
        rows: rows.length,
        hidden: 0,
        types: count(({ type }) => [type]),
        intents: count(({ intent }) => [intent?.main ?? 'none']),
        sources: count(({ sources }) => sources),
        serp_features: {},
        columns: [...filledColumns(rows)],
        volume: { sum: volumes.reduce((sum, volume) => sum + volume, 0), known: volumes.length },
      },
    }
  }
  return {
    first: load({ filter: {}, sort: undefined, offset: 0, limit: 100 }),
    load: async (request) => load(request),
    loadAll: async (query) => match(query).items,
    loadTexts: async (query) => match(query).items,
  }
}

const values: Record<string, (row: Row) => string | number | null> = {
  text: ({ text }) => text,
  type: ({ type }) => type,
  modifier: ({ modifier }) => modifier,
  intent: ({ intent }) => intent?.main ?? null,
  volume: ({ volume }) => volumeFigure(volume),
  volume_as_of: ({ volume }) => volume?.as_of ?? null,
  growth: ({ monthly }) => {
    const sum = (part: Row['monthly']) => part.reduce((total, { v }) => total + v, 0)
    return monthly.length < 6 ? null : (sum(monthly.slice(-3)) / 3 + 1) / (sum(monthly.slice(0, 3)) / 3 + 1)
  },
  popularity: ({ popularity }) => popularity,
  difficulty: ({ difficulty }) => difficulty,
  // An amount without a currency can't be compared with others.
  cpc: ({ cpc }) => (cpc?.currency ? cpc.value : null),
  competition: ({ competition }) => competition,
  impressions: ({ impressions }) => impressions,
  clicks: ({ clicks }) => clicks ?? null,
  ctr: ({ ctr }) => ctr ?? null,
  position: ({ position }) => position ?? null,
  cluster_id: ({ cluster_id }) => cluster_id,
  sources: ({ sources }) => `,${sources.toSorted().join(',')},`,
  serp_features: () => null,
}

function toColumn(rows: Row[], name: string): RowColumn {
  const own = rows.map(values[name]!)
  const distinct = [...new Set(own.filter((value) => value !== null))].sort((a, b) => (a < b ? -1 : 1))
  const ranks = new Map(distinct.map((value, at) => [value, at + 1]))
  return {
    ranks: Uint32Array.from(own, (value) => (value === null ? 0 : ranks.get(value)!)),
    labels: distinct.map(String),
  }
}
