import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '#web/calls/api.ts'
import { type Report, reportsContract, type SectionName } from '../../contract.ts'
import { isActive } from '../report-labels.ts'
import { createReportStore, type FetchSections } from './report-store.ts'
import { useProgressStream } from './use-progress-stream.ts'

const fetchSections: FetchSections = async (id, names) =>
  (await api(reportsContract.get, { id, sections: names.join(',') })).report

/**
 * Loads a report and the sections a screen needs, and follows it while it runs.
 * @param partial sections of which the loader sent only the first rows
 */
export function useReport(loaded: Report, partial: SectionName[], needed: SectionName[]) {
  const [store] = useState(() => createReportStore(loaded, fetchSections, partial))
  const view = useSyncExternalStore(store.subscribe, store.view, store.view)
  const { revalidate } = useRevalidator()

  const known = useRef(loaded)
  useEffect(() => {
    if (known.current === loaded) return
    known.current = loaded
    store.replace(loaded, partial)
  }, [loaded, partial, store])

  const active = isActive(view.head)
  useProgressStream(view.head._id, active, store, () => void revalidate())

  const names = needed.join(',')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a report that moved on makes its sections stale
  useEffect(() => {
    void store.open(toNames(names))
  }, [store, names, view.head.status, view.head.finished_at])

  // While the report runs, new rows join the lists immediately; full reloads become rarer as lists grow.
  const { rows } = view.head
  const loadedAt = useRef({ at: 0, rows: 0 })
  useEffect(() => {
    if (!active || rows === loadedAt.current.rows) return
    const restMs = Math.max(1200, rows)
    const timer = setTimeout(
      () => {
        loadedAt.current = { at: Date.now(), rows }
        void store.reload(toNames(names))
      },
      Math.max(0, loadedAt.current.at + restMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [active, rows, names, store])

  const reload = useCallback(() => void store.reload(toNames(names)), [store, names])
  const warm = useCallback((sections: SectionName[]) => void store.open(sections), [store])
  return { ...view, active, reload, warm, changeTopics: store.topics, reloadTopics: store.reloadTopics }
}

const toNames = (names: string) => names.split(',').filter(Boolean) as SectionName[]
