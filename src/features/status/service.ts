import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import { historyDays, type Incident, type StatusDay, type StatusHistory, type Updown } from './contract.ts'
import type { Maintenance } from './maintenance.ts'
import type { Checks } from './run-checks.ts'
import {
  deleteIncident,
  findDays,
  findIncident,
  findIncidents,
  findMaintenance,
  insertIncident,
  insertUpdate,
  updateIncident,
} from './store/store.ts'

export type Status = ReturnType<typeof createStatus>
export type StatusStaff = { userId: string; email: string; address: string }

const maxIncidents = 200
const historyCacheMs = 30_000
const defaultMessage = 'Earshot is down for maintenance and will be back soon. Your work is safe.'

const throwMissing = (): never => {
  throw new AppError('not_found', 'This incident doesn’t exist.', { reason: 'incident_missing' })
}

export function createStatus({
  db,
  audit,
  checks,
  maintenance,
  version,
}: {
  db: Database
  audit: Audit
  checks: Checks
  maintenance: Maintenance
  version: string
}) {
  let cached: { history: Promise<StatusHistory>; until: number } | null = null

  return {
    async updown(): Promise<Updown> {
      const look = await checks.look()
      return {
        status: look.status,
        version,
        components: look.components,
        checked_at: look.at.toISOString(),
        maintenance: look.maintenance,
      }
    },

    /** Idempotent: starting again changes the message; ending without maintenance does nothing. */
    async switch(staff: StatusStaff, { status, message }: { status: 'up' | 'maintenance'; message?: string }) {
      await db.transaction().execute(async (tx) => {
        const open = await findMaintenance(tx)
        if (status === 'up') {
          if (!open) return
          if (message) await insertUpdate(tx, open.id, message)
          await updateIncident(tx, open.id, { resolved: true })
          await record(tx, staff, 'maintenance.ended', null)
          return
        }
        const words = message || open?.message || defaultMessage
        if (open) {
          if (words !== open.message) await insertUpdate(tx, open.id, words)
          return
        }
        const id = randomUUIDv7()
        const made = await insertIncident(tx, { id, kind: 'maintenance', title: 'Maintenance' })
        // Another request started maintenance concurrently.
        if (!made) return
        await insertUpdate(tx, id, words)
        await record(tx, staff, 'maintenance.begun', words)
      })
      await maintenance.changed()
      checks.clearCache()
      return this.updown()
    },

    /** Daily uptime. Cached for 30 seconds, since the page gets many views during an outage. */
    history(): Promise<StatusHistory> {
      if (cached && performance.now() < cached.until) return cached.history
      const entry = { history: readHistory(), until: performance.now() + historyCacheMs }
      cached = entry
      entry.history.catch(() => {
        if (cached === entry) cached = null
      })
      return entry.history
    },

    async incidents() {
      return { items: (await findIncidents(db, historyDays, maxIncidents)).map(present) }
    },

    async addIncident(staff: StatusStaff, input: { title: string; message: string }, storeResponse: StoreResponse) {
      return db.transaction().execute(async (tx) => {
        const id = randomUUIDv7()
        await insertIncident(tx, { id, kind: 'incident', title: input.title })
        await insertUpdate(tx, id, input.message)
        await record(tx, staff, 'incident.told', input.title)
        return answer(tx, id, storeResponse)
      })
    },

    /** @throws AppError not_found; conflict: ended maintenance can't be reopened */
    async updateIncident(
      staff: StatusStaff,
      id: string,
      { message, ...change }: { title?: string; message?: string; resolved?: boolean },
      storeResponse: StoreResponse,
    ) {
      const changed = await db.transaction().execute(async (tx) => {
        const before = (await findIncident(tx, id)) ?? throwMissing()
        if (before.kind === 'maintenance' && change.resolved === false && before.resolved_at)
          throw new AppError('conflict', 'This maintenance has ended. Start a new one instead.', {
            field: 'resolved',
            reason: 'maintenance_ended',
          })
        if (message) await insertUpdate(tx, id, message)
        await updateIncident(tx, id, change)
        await record(tx, staff, 'incident.changed', change.title ?? before.title)
        return answer(tx, id, storeResponse)
      })
      if (changed.incident.kind === 'maintenance') await afterMaintenance()
      return changed
    },

    async deleteIncident(staff: StatusStaff, id: string) {
      await db.transaction().execute(async (tx) => {
        const deleted = (await deleteIncident(tx, id)) ?? throwMissing()
        await record(tx, staff, 'incident.deleted', deleted.title)
      })
      await afterMaintenance()
    },
  }

  async function afterMaintenance() {
    await maintenance.changed()
    checks.clearCache()
  }

  async function answer(tx: Db, id: string, storeResponse: StoreResponse) {
    const result = { incident: present((await findIncident(tx, id)) ?? throwMissing()) }
    await storeResponse(tx, result)
    return result
  }

  function record(tx: Db, staff: StatusStaff, action: string, subject: string | null) {
    return audit.record(tx, {
      actorId: staff.userId,
      actorEmail: staff.email,
      action,
      subject: subject === null ? null : subject.slice(0, 200),
      address: staff.address,
    })
  }

  async function readHistory(): Promise<StatusHistory> {
    const [{ components }, counts] = await Promise.all([checks.look(), findDays(db, historyDays)])
    const found = new Map(counts.map(({ component, day, ...of }) => [`${component} ${day}`, of]))
    const days = lastDays(new Date(), historyDays)
    return {
      days: historyDays,
      components: components.map(({ id, name }) => ({
        id,
        name,
        days: days.map((day): StatusDay => ({ day, up: 0, degraded: 0, down: 0, ...found.get(`${id} ${day}`) })),
      })),
    }
  }
}

/** "2026-03-02", oldest first, today last. */
export function lastDays(now: Date, count: number): string[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  return Array.from({ length: count }, (_, back) =>
    new Date(today - (count - 1 - back) * 86_400_000).toISOString().slice(0, 10),
  )
}

function present(row: NonNullable<Awaited<ReturnType<typeof findIncident>>>): Incident {
  return {
    _id: row.id,
    kind: row.kind,
    title: row.title,
    started_at: row.started_at.toISOString(),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    updates: row.updates,
  }
}
