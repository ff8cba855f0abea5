import { randomUUIDv7 } from 'node:crypto'
import type { ImportedRow } from '#features/keywords/rules/imported-keyword.ts'
import type { SourceAnswer, SourceId } from '#providers/search-data/port.ts'
import { maxExpandedQuestions } from '../rules/call-plan.ts'
import { createClassifier } from '../rules/keywords/classify-keyword.ts'
import { displayText, keywordKeyIn, preferredText } from '../rules/keywords/normalize-keyword.ts'
import { addSighting } from '../rules/keywords/popularity.ts'
import { ideaSource } from '../rules/questions/ideas.ts'
import { mergeMetrics } from '../store/metric-columns.ts'
import type { CollectedRow } from '../store/row-store.ts'
import type { Run } from '../store/run-store.ts'
import type { PlannedAsk, SourceWork } from './source-work.ts'

/** Merges what all sources return into one row per keyword, and knows which rows changed since they were last stored. */

export type RowCollector = ReturnType<typeof createRowCollector>

const maxKeywordLength = 200

type Sighting = {
  relevance: number | null
  depth: number
  parentKey: string | null
  performance: CollectedRow['performance']
  metrics: CollectedRow['metrics']
  topic?: CollectedRow['topic']
}

/** @param stored the rows that earlier attempts of the run stored */
export function createRowCollector(run: Run, stored: CollectedRow[], now: () => number) {
  const classify = createClassifier(run.isList ? '' : run.query, run.language)
  const toKey = (text: string) => keywordKeyIn(text, run.language)
  const seedKey = toKey(run.query)
  const rows = new Map(stored.map((row) => [row.key, row]))
  const changed = new Set<string>()

  function getType(key: string, text: string): Pick<CollectedRow, 'type' | 'modifier'> {
    return key === seedKey && !run.isList ? { type: 'seed', modifier: null } : classify(text)
  }

  function createRow(key: string, text: string, sighting: Sighting, source: string): CollectedRow {
    const { type, modifier } = source === ideaSource ? { type: 'idea', modifier: null } : getType(key, text)
    return {
      id: randomUUIDv7(),
      key,
      text,
      type,
      modifier,
      sources: [],
      parentId: null,
      depth: sighting.depth,
      sightings: {},
      metrics: null,
      performance: null,
      topic: null,
    }
  }

  function addRow(work: SourceWork, given: string, sighting: Sighting): CollectedRow | undefined {
    const text = displayText(given)
    const key = toKey(text)
    if (key === '' || text.length > maxKeywordLength) return undefined
    const source = work.state.id
    const known = rows.get(key)
    const row = known ?? createRow(key, text, sighting, source)
    if (known) known.text = preferredText(known.text, text)
    // An idea that a live source suggests too becomes a keyword.
    if (known?.type === 'idea' && source !== ideaSource) Object.assign(known, getType(key, text))
    row.sightings = addSighting(row.sightings, source, sighting.relevance)
    if (!row.sources.includes(source)) {
      row.sources = [...row.sources, source]
      work.rows++
      work.arrivals.push({ at: now(), rows: 1 })
    }
    row.metrics = mergeMetrics(row.metrics, sighting.metrics)
    row.performance ??= sighting.performance
    // Only a list is planned by its file's topics.
    if (run.isList) row.topic ??= sighting.topic ?? null
    if (row.parentId === null && sighting.parentKey && sighting.parentKey !== key && !known)
      row.parentId = rows.get(sighting.parentKey)?.id ?? null
    rows.set(key, row)
    changed.add(key)
    return row
  }

  return {
    get size() {
      return rows.size
    },
    get: (key: string) => rows.get(key),
    all: () => [...rows.values()],

    countRows(source: string): number {
      let count = 0
      for (const row of rows.values()) if (row.sources.includes(source)) count++
      return count
    },

    /** The questions of a source at a depth that the next depth expands, most relevant first. */
    findQuestions(source: SourceId, depth: number): CollectedRow[] {
      return [...rows.values()]
        .filter((row) => row.type === 'question' && row.depth === depth && row.sources.includes(source))
        .sort((a, b) => (b.sightings[source]?.[0] ?? 0) - (a.sightings[source]?.[0] ?? 0) || (a.key < b.key ? -1 : 1))
        .slice(0, maxExpandedQuestions)
    },

    addImported: (work: SourceWork, { text, performance, metrics, topic, parent, depth }: ImportedRow) =>
      addRow(work, text, {
        relevance: null,
        depth,
        parentKey: parent && toKey(parent),
        performance,
        metrics,
        topic,
      }),

    /** Adds the keywords of an answer: suggestions, and those the source has metrics for. */
    addAnswer(work: SourceWork, { depth, parentKey }: PlannedAsk, answer: SourceAnswer) {
      const metricsByKey = new Map(answer.metrics.map((metrics) => [toKey(metrics.text), metrics]))
      for (const { text, relevance } of answer.suggestions) {
        const metrics = metricsByKey.get(toKey(text)) ?? null
        addRow(work, text, { relevance, depth, parentKey, performance: null, metrics })
      }
      for (const metrics of metricsByKey.values())
        addRow(work, metrics.text, { relevance: null, depth, parentKey, performance: null, metrics })
    },

    /** Copies of the rows that changed since the last call. */
    takeChanged(): CollectedRow[] {
      const copies = [...changed].map((key) => ({ ...rows.get(key)! }))
      changed.clear()
      return copies
    },
  }
}
