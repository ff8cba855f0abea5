import { getSentence } from '#web/calls/error-texts.ts'
import type {
  Cluster,
  Progress,
  Report,
  ReportHead,
  Row,
  SectionName,
  Sections,
  TopicCoverage,
} from '../../contract.ts'
import { countTopics } from '../../rules/topics/topic-coverage.ts'
import { reportErrorTexts } from '../error-texts.ts'
import { isActive } from '../report-labels.ts'

/**
 * State of one report for a screen: its head, opened sections, and new rows while it runs. Sections load once; when the report
 * changes they become stale, stay visible and are reloaded.
 */
export type ReportView = {
  head: ReportHead
  sections: Partial<Sections>
  loading: ReadonlySet<SectionName>
  /** Why a section couldn't be loaded. */
  failed: ReadonlyMap<SectionName, string>
  /** The latest rows, newest first, while the report runs. */
  latest: Row[]
}

export type FetchSections = (id: string, names: SectionName[]) => Promise<Report>
export type ReportStore = ReturnType<typeof createReportStore>

const maxLatest = 40
const typeOfSection: Partial<Record<SectionName, Row['type']>> = {
  questions: 'question',
  comparisons: 'comparison',
  prepositions: 'preposition',
  alphabeticals: 'alphabetical',
  related: 'related',
}
const rowSectionNames: SectionName[] = ['keywords', ...(Object.keys(typeOfSection) as SectionName[])]

/** @param partial sections of which `first` has only the first rows */
export function createReportStore(first: Report, fetchSections: FetchSections, partial: SectionName[] = []) {
  const { sections, ...head } = first
  let view: ReportView = { head, sections, loading: new Set(), failed: new Map(), latest: [] }
  let fresh = new Set(Object.keys(sections).filter((name) => !partial.includes(name as SectionName)))
  /** Increases when loaded sections may be outdated: a response to an older request is stale on arrival. */
  let version = 0
  const listeners = new Set<() => void>()

  const change = (part: Partial<ReportView>) => {
    view = { ...view, ...part }
    for (const listener of listeners) listener()
  }

  async function load(names: SectionName[]) {
    const missing = names.filter((name) => !view.loading.has(name))
    if (missing.length === 0) return
    const requestVersion = version
    const failed = new Map(view.failed)
    for (const name of missing) failed.delete(name)
    change({ loading: new Set([...view.loading, ...missing]), failed })
    try {
      const { sections: found } = await fetchSections(view.head._id, missing)
      if (requestVersion === version) for (const name of missing) fresh.add(name)
      change({ sections: { ...view.sections, ...found } })
    } catch (error) {
      change({
        failed: new Map([
          ...view.failed,
          ...missing.map((name) => [name, getSentence(error, reportErrorTexts)] as const),
        ]),
      })
    } finally {
      change({ loading: new Set([...view.loading].filter((name) => !missing.includes(name))) })
    }
  }

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Takes the route loader's new data. Other sections stay, and become stale if the report changed. */
    replace(report: Report, onlyBegun: SectionName[] = []) {
      const { sections: brought, ...next } = report
      const moved = next.status !== view.head.status || next.finished_at !== view.head.finished_at
      if (moved) {
        version++
        fresh = new Set()
      }
      for (const name of Object.keys(brought)) if (!onlyBegun.includes(name as SectionName)) fresh.add(name)
      change({ head: next, sections: { ...view.sections, ...brought } })
    },

    /** Loads those that are missing or stale. */
    open: (names: SectionName[]) => load(names.filter((name) => !fresh.has(name) && !view.failed.has(name))),
    /** Reloads these in any case. */
    reload: (names: SectionName[]) => load(names),

    /** Takes topics after an edit. Rows name their topic, so they load again when they are opened. */
    topics(version: number, clusters: Cluster[], coverage: TopicCoverage) {
      const { overview } = view.sections
      for (const name of rowSectionNames) fresh.delete(name)
      change({
        head: { ...view.head, topics_version: version },
        sections: {
          ...view.sections,
          clusters,
          topic_coverage: coverage,
          ...(overview && {
            overview: { ...overview, counts: { ...overview.counts, clusters: countTopics(clusters) } },
          }),
        },
      })
    },

    /** Loads topics again, after they were grouped again or when someone else changed them. */
    async reloadTopics() {
      for (const name of rowSectionNames) fresh.delete(name)
      const { sections: found, ...head } = await fetchSections(view.head._id, ['clusters', 'overview'])
      change({
        head: {
          ...view.head,
          strictness: head.strictness,
          meaning: head.meaning,
          topics_version: head.topics_version,
        },
        sections: { ...view.sections, ...found },
      })
    },

    /** Updates progress, which never goes back while the report runs. */
    progress(now: Partial<Progress>) {
      const { progress = 0, ...rest } = now
      const running = isActive(view.head)
      change({
        head: {
          ...view.head,
          ...rest,
          progress: running ? Math.max(view.head.progress, progress) : view.head.progress,
        },
      })
    },

    source(state: Progress['sources'][number]) {
      const { sources } = view.head
      const known = sources.some((source) => source.id === state.id)
      change({
        head: {
          ...view.head,
          sources: known ? sources.map((source) => (source.id === state.id ? state : source)) : [...sources, state],
        },
      })
    },

    /** Adds new rows to visible lists immediately; full reloads follow a little later (debounce). */
    rows(total: number, arrived: Row[]) {
      const loaded = { ...view.sections }
      for (const name of rowSectionNames) {
        const list = loaded[name] as Row[] | undefined
        if (!list) continue
        const known = new Set(list.map((row) => row._id))
        const type = typeOfSection[name]
        const more = arrived.filter((row) => !known.has(row._id) && (!type || row.type === type))
        if (more.length > 0) Object.assign(loaded, { [name]: [...list, ...more] })
      }
      const before = view.latest.filter((row) => !arrived.some((other) => other._id === row._id))
      change({
        head: { ...view.head, rows: Math.max(total, 0) },
        sections: loaded,
        latest: [...arrived, ...before].slice(0, maxLatest),
      })
    },
  }
}
