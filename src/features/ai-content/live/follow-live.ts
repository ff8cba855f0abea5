import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { createWakeableSleep } from '#platform/jobs/wakeable-sleep.ts'
import type { Log } from '#platform/log.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import { maxLivePeople } from '../contract-live.ts'
import { countPeople, deletePerson, savePerson } from '../store/live-people-store.ts'
import { findLiveUpdates } from '../store/live-store.ts'
import { liveSignalMs, liveTopics, type Room } from './live-room.ts'
import type { LiveRooms } from './live-rooms.ts'

const resaveMs = 2000

type Follower = { client: string; userId: string; epoch: string | null; after: number }

/** Streams a document that is open for writing. The person is one of its people until the reader disconnects. */
export function createFollow({
  db,
  signals,
  rooms,
  log,
}: {
  db: Database
  signals: Signals
  rooms: LiveRooms
  log: Log
}) {
  const announce = (ref: ResourceRef) => signals.publish(liveTopics.people, ref.id, liveSignalMs)

  /** @throws AppError conflict (too many people) */
  return async (ref: ResourceRef, follower: Follower) => {
    if ((await countPeople(db, ref, follower.client)) >= maxLivePeople)
      throw new AppError('conflict', `Up to ${maxLivePeople} people can write in a document at a time.`, {
        reason: 'live_people',
        params: { max: maxLivePeople },
      })
    const { client, userId, epoch } = follower
    // In the order of time: of two connections of a client, the later one counts.
    const stream = randomUUIDv7()
    return async (send: SendEvent, signal: AbortSignal): Promise<void> => {
      const rest = createWakeableSleep()
      const room = rooms.enter(ref, stream, rest.wake)
      signal.addEventListener('abort', rest.wake, { once: true })
      try {
        let savedAt = 0
        const save = async () => {
          savedAt = Date.now()
          await savePerson(db, ref, { client, userId, stream, epoch })
          announce(ref)
          await room.refresh()
        }
        if (!signal.aborted) await save()
        const sendNew = createSender(db, ref, room, follower)
        while (!signal.aborted && room.head) {
          rest.clear()
          await sendNew(send)
          // An earlier connection that ended late, or a lease that wasn't renewed in time, removed the person.
          const isMissing = !room.people.some((person) => person.client === client)
          if (isMissing && Date.now() - savedAt > resaveMs) await save()
          else await rest.sleep()
        }
      } finally {
        room.leave()
        await deletePerson(db, ref, stream).catch((err) =>
          // Their lease expires.
          log.warn({ err }, 'A person of a live document could not be removed'),
        )
        announce(ref)
      }
    }
  }
}

/** Returns what sends all that is new since its last call. */
function createSender(db: Database, ref: ResourceRef, room: Room, { client, epoch, after }: Follower) {
  let seq = after
  let lastChanged = ''
  let lastSession = ''
  let lastPeople = -1
  let lastCarets = -1

  return async (send: SendEvent): Promise<void> => {
    const { head } = room
    if (!head) return
    const changed = { version: head.version, status: head.status }
    if (JSON.stringify(changed) !== lastChanged) await send('changed', changed)
    lastChanged = JSON.stringify(changed)
    if (epoch !== null && head.epoch === epoch && head.seq > seq) await sendUpdates(send, epoch)
    // After its updates: what they say was saved is there.
    const session = {
      epoch: head.epoch,
      version: head.version,
      saved_seq: head.savedSeq,
      is_saved: head.savedSeq >= head.seq,
    }
    const toCompare = JSON.stringify({ ...session, is_saved: epoch === head.epoch || session.is_saved })
    if (toCompare !== lastSession) await send('session', session)
    lastSession = toCompare
    if (room.revision.people !== lastPeople) {
      lastPeople = room.revision.people
      await send('people', { items: room.people })
    }
    if (epoch === null || room.revision.carets === lastCarets) return
    const last = lastCarets
    lastCarets = room.revision.carets
    const items = [...room.carets.values()]
      .filter((each) => each.revision > last && each.client !== client)
      .map(({ client, caret }) => ({ client, caret }))
    if (items.length > 0) await send('carets', { items })
  }

  async function sendUpdates(send: SendEvent, epoch: string) {
    const to = room.head!.seq
    const recent = room.recent(epoch, seq)
    const found = recent
      ? { seq: seq + recent.length, updates: recent }
      : await findLiveUpdates(db, ref, epoch, seq).then(
          (read) => read && { seq: read.seq, updates: read.updates.map((update) => update.toString('base64')) },
        )
    if (!found || found.seq < to) return
    seq = found.seq
    await send('updates', { epoch, seq, updates: found.updates })
  }
}
