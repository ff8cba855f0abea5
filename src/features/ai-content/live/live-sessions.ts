import { randomUUID } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { createBatcher } from '#platform/jobs/batcher.ts'
import type { Log } from '#platform/log.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { type LiveCaret, type LiveSession, maxLiveBytes } from '../contract-live.ts'
import { missing } from '../get-document.ts'
import { type CaretChange, deleteExpiredPeopleOfAllWorkspaces, saveCarets } from '../store/live-people-store.ts'
import {
  deleteQuietSessionsOfAllWorkspaces,
  findCompactable,
  findLiveHead,
  findLiveUpdates,
  insertLiveSession,
  insertLiveUpdates,
  saveCompacted,
} from '../store/live-store.ts'
import { lockDocument } from '../store/store.ts'
import { createUpdateChecks } from './check-updates.ts'
import { createFollow } from './follow-live.ts'
import { liveSignalMs, liveTopics } from './live-room.ts'
import { createLiveRooms } from './live-rooms.ts'

export type LiveSessions = ReturnType<typeof createLiveSessions>

type Dependencies = { db: Database; signals: Signals; threads: Threads; log: Log }

/** Updates after which a session is compacted. */
const compactEvery = 400
/** Sessions whose updates are stored at the same time. */
const lanes = 4
const maxBatch = 200

/**
 * Live sessions: the text of a document that several people write in, as Yjs updates. The saved version stays what everything else
 * reads; saving from a session goes through the document's update, and whatever else changes the text ends the session.
 */
export function createLiveSessions({ db, signals, threads, log }: Dependencies) {
  const rooms = createLiveRooms({ db, signals, log })
  const checks = createUpdateChecks({ threads })
  const compacting = new Set<string>()

  /** Updates and selections that arrive together are stored together. */
  const updates = createBatcher<{ ref: ResourceRef; epoch: string; update: Buffer }, number | null>({
    maxItems: maxBatch,
    lanes,
    async run(items) {
      const answers = new Map<object, number | null>()
      for (const group of groupBy(items, ({ ref, epoch }) => `${ref.id} ${epoch}`)) {
        const { ref, epoch } = group[0]!
        const stored = await insertLiveUpdates(
          db,
          ref,
          epoch,
          group.map(({ update }) => update),
        )
        for (const [index, item] of group.entries()) answers.set(item, stored && stored.seq - group.length + index + 1)
        if (!stored) continue
        signals.publish(liveTopics.updates, ref.id, liveSignalMs)
        if (stored.uncompacted >= compactEvery) void compact(ref)
      }
      return items.map((item) => answers.get(item) ?? null)
    },
  })
  const carets = createBatcher<{ ref: ResourceRef; caret: CaretChange }, void>({
    maxItems: maxBatch,
    async run(items) {
      for (const group of groupBy(items, ({ ref }) => ref.id)) {
        const latest = new Map(group.map(({ caret }) => [caret.client, caret]))
        await saveCarets(db, group[0]!.ref, [...latest.values()])
        signals.publish(liveTopics.people, group[0]!.ref.id, liveSignalMs)
      }
      return items.map(() => undefined)
    },
  })

  async function compact(ref: ResourceRef): Promise<void> {
    if (compacting.has(ref.id)) return
    compacting.add(ref.id)
    try {
      const found = await findCompactable(db, ref)
      if (!found || found.updates.length === 0) return
      const state = await threads.run<Uint8Array>(
        new URL('./compact-thread.ts', import.meta.url),
        [found.state, ...found.updates],
        { pool: 'texts', turn: `live ${ref.workspaceId}` },
      )
      await saveCompacted(db, ref, found, Buffer.from(state))
    } catch (err) {
      // The updates stay as they are, and the next one tries again.
      log.warn({ err, document: ref.id }, 'A live session could not be compacted')
    } finally {
      compacting.delete(ref.id)
    }
  }

  const read = async (ref: ResourceRef): Promise<LiveSession | null> => {
    const found = await findLiveUpdates(db, ref, null, -1)
    return found
      ? {
          epoch: found.epoch,
          seq: found.seq,
          saved_seq: found.savedSeq,
          version: found.version,
          updates: found.updates.map((update) => update.toString('base64')),
        }
      : null
  }

  return {
    follow: createFollow({ db, signals, rooms, log }),
    /** Compacts a session's updates now. */
    compact,

    /**
     * Returns the session of a document. Without one, `seed` begins it; of several seeds at the same time one does.
     * @throws AppError conflict (the seed's version is outdated, or the document is being written)
     */
    async join(ref: ResourceRef, { version, seed }: { version: number; seed?: string }): Promise<LiveSession | null> {
      const existing = await read(ref)
      if (existing || seed === undefined) {
        if (!existing && !(await findLiveHead(db, ref))) missing()
        return existing
      }
      const bytes = await checks.read(seed, 'seed', ref.workspaceId)
      await db.transaction().execute(async (tx) => {
        const row = (await lockDocument(tx, ref)) ?? missing()
        if (row.status === 'writing')
          throw new AppError('conflict', 'This document is being written. Stop it or wait until it’s done.', {
            reason: 'being_written',
            details: { version: row.version, status: row.status },
            retryable: true,
          })
        if (row.version !== version)
          throw new AppError('conflict', `The seed is of another version. The current version is ${row.version}.`, {
            field: 'version',
            reason: 'outdated_version',
            details: { version: row.version },
          })
        await insertLiveSession(tx, ref, { epoch: randomUUID(), version, seed: bytes })
      })
      signals.publish(liveTopics.updates, ref.id, liveSignalMs)
      return read(ref)
    },

    /** Stores a change. @throws AppError conflict (the session ended), too_large */
    async update(ref: ResourceRef, { epoch, update }: { epoch: string; update: string }): Promise<{ seq: number }> {
      const sent = { text: update, field: 'update', turn: ref.workspaceId }
      const seq = await checks.inOrder(`${ref.id} ${epoch}`, sent, (bytes) =>
        updates.add({ ref, epoch, update: bytes }),
      )
      if (seq !== null) return { seq }
      const head = (await findLiveHead(db, ref)) ?? missing()
      if (head.epoch === epoch)
        throw new AppError('too_large', `A live session can have up to ${maxLiveBytes.toLocaleString('en')} bytes.`, {
          field: 'update',
          reason: 'live_too_large',
          params: { max: maxLiveBytes },
        })
      throw new AppError('conflict', 'The live session ended, because the text was changed outside it.', {
        field: 'epoch',
        reason: 'live_ended',
        details: { version: head.version, status: head.status },
      })
    },

    async presence(ref: ResourceRef, person: { client: string; userId: string; caret: LiveCaret }) {
      const toBytes = (position: string | undefined) => (position ? Buffer.from(position, 'base64') : null)
      const { client, userId, caret } = person
      await carets.add({ ref, caret: { client, userId, anchor: toBytes(caret?.anchor), head: toBytes(caret?.head) } })
      return {}
    },

    /** Retention. */
    async clean() {
      await deleteQuietSessionsOfAllWorkspaces(db)
      await deleteExpiredPeopleOfAllWorkspaces(db)
    },
  }
}

function groupBy<Item>(items: Item[], key: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return [...groups.values()]
}
