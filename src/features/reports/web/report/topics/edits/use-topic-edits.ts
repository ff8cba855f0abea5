import { useCallback, useEffect, useRef } from 'react'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { useCall } from '#web/calls/use-call.ts'
import { type Cluster, type Row, reportsContract, type TopicCoverage } from '../../../../contract.ts'
import { fetchTopicRows } from '../fetch-topic-rows.ts'
import {
  type TopicEditInput,
  type Undo,
  undoKeywordMove,
  undoLock,
  undoParentMove,
  undoRename,
  undoSplit,
} from './undo-topic-edit.ts'
import { type UndoStep, useUndoHistory } from './use-undo-history.ts'

export type ChangedTopics = { version: number; clusters: Cluster[]; coverage: TopicCoverage }
export type TopicEdits = ReturnType<typeof useTopicEdits>

type UseTopicEdits = {
  reportId: string
  version: number
  clusters: Cluster[]
  onChanged: (changed: ChangedTopics) => void
}

/** Merges that move more keywords can't be undone, because their ids would have to be loaded and sent. */
const maxUndoneKeywords = 2000

/** True when a merge into the first of these topics can be undone. */
export const canUndoMerge = ([, ...others]: readonly Cluster[]) =>
  others.reduce((sum, { keywords }) => sum + keywords, 0) <= maxUndoneKeywords

const cannotUndo = 'This can’t be undone.'

/** Changes of a report's topics, each of which can be undone, the last one first. */
export function useTopicEdits({ reportId, version, clusters, onChanged }: UseTopicEdits) {
  const call = useCall()
  const history = useUndoHistory()
  const state = useRef({ version, clusters })
  const isForeign = useRef(false)
  if (version > state.current.version) isForeign.current = true
  if (version >= state.current.version) state.current = { version, clusters }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new version can be someone else's
  useEffect(() => {
    if (isForeign.current) history.forgetOutdated()
    isForeign.current = false
  }, [version])

  const send = useCallback(
    async (edits: TopicEditInput[]) => {
      const changed = await api(reportsContract.editTopics, { _id: reportId, version: state.current.version, edits })
      state.current = { version: changed.version, clusters: changed.clusters }
      onChanged(changed)
    },
    [reportId, onChanged],
  )

  const undo = (step: UndoStep | null) =>
    call.run(async () => {
      if (!step || !history.take(step)) return
      let before: Cluster[] | null = null
      try {
        for (const stage of step.undo) {
          const edits = stage(state.current.clusters, before ?? [])
          const now = state.current.clusters
          if (edits.length > 0) await send(edits)
          before = now
        }
      } catch (error) {
        // Nothing was sent yet, so the step can be tried again.
        if (before === null) history.add(step)
        throw error
      }
      notify.done(`Undone: ${step.label}`)
    })

  /** True when it went well. */
  const apply = (label: string, edits: TopicEditInput[], undoing: Undo | null) =>
    call.run(async () => {
      await send(edits)
      if (undoing === null) {
        // What came before can't be undone on top of a change that stays.
        history.forget()
        notify.done(label, { detail: cannotUndo })
      } else if (undoing.length === 0) notify.done(label)
      else {
        const step = { label, undo: undoing }
        history.add(step)
        notify.done(label, { action: { label: 'Undo', onClick: () => void undo(step) } })
      }
    })

  return {
    busy: call.busy,
    error: call.error,
    clearError: call.clear,
    /** What the next undo takes back; null when there is nothing. */
    lastLabel: history.last?.label ?? null,
    undo: () => undo(history.getLast()),
    /** After a new grouping, earlier changes can't be undone; its dialog says so. */
    forget: history.forget,
    forgetOutdated: history.forgetOutdated,
    /** True when moving these topics to another parent can be undone. */
    canUndoMove: (topics: Cluster[]) => undoParentMove(topics, state.current.clusters) !== null,

    rename: (topic: Cluster, name: string) =>
      apply(`Renamed to “${name}”`, [{ op: 'rename', topic_ids: [topic._id], name }], undoRename(topic)),

    lock: (topics: Cluster[], locked: boolean) =>
      apply(
        `${locked ? 'Locked' : 'Unlocked'} ${topics.length === 1 ? `“${topics[0]!.name}”` : `${topics.length} topics`}`,
        [{ op: 'lock', topic_ids: topics.map(({ _id }) => _id), locked }],
        undoLock(topics, locked),
      ),

    /** All into the first. */
    async merge(topics: [Cluster, ...Cluster[]], name: string) {
      const [target, ...others] = topics
      let undo: Undo | null = null
      const loaded = await call.run(async () => {
        if (!canUndoMerge(topics)) return
        const rows = await fetchTopicRows(
          reportId,
          others.map(({ _id }) => _id),
        )
        const moved = new Map(others.map((topic) => [topic, getRowIds(rows, topic)]))
        undo = undoKeywordMove(moved, target, name === target.name ? undefined : target.name)
      })
      if (!loaded) return false
      return apply(
        `Merged ${others.length + 1} topics into “${name}”`,
        [{ op: 'merge', topic_ids: [target._id, ...others.map(({ _id }) => _id)], name }],
        undo,
      )
    },

    split: (source: Cluster, rows: Row[], name: string) => {
      const rowIds = rows.map(({ _id }) => _id)
      return apply(
        `Split off “${name}”`,
        [{ op: 'split', topic_ids: [source._id], row_ids: rowIds, name }],
        undoSplit(source, rowIds),
      )
    },

    moveKeywords: (rows: Row[], source: Cluster, target: Cluster) => {
      const rowIds = rows.map(({ _id }) => _id)
      return apply(
        `Moved ${rows.length === 1 ? `“${rows[0]!.text}”` : `${rows.length} keywords`} to “${target.name}”`,
        [{ op: 'move', topic_ids: [target._id], row_ids: rowIds }],
        undoKeywordMove(new Map([[source, rowIds]]), target),
      )
    },

    moveTopics: (topics: Cluster[], parent: Cluster) =>
      apply(
        `Moved ${topics.length === 1 ? `“${topics[0]!.name}”` : `${topics.length} topics`} to “${parent.name}”`,
        [{ op: 'move', topic_ids: [parent._id, ...topics.map(({ _id }) => _id)] }],
        undoParentMove(topics, state.current.clusters),
      ),
  }
}

const getRowIds = (rows: Row[], topic: Cluster) =>
  rows.filter(({ cluster_id }) => cluster_id === topic._id).map(({ _id }) => _id)
