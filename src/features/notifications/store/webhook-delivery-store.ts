import { type RawBuilder, sql } from 'kysely'
import type { AppError, Failure } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { toErrorColumns } from '#platform/stored-error.ts'

/** SQL of the tables that hold webhook deliveries. They have the same columns but for two names. */

/** `owner`: the column of what the receiver belongs to. `subject`: the column of what is delivered. */
export type DeliveryTable = {
  name: string
  owner: string
  subject: string
  /** Sends an owner's deliveries one after the other, in the order of their subjects. */
  inOrder?: boolean
}

export type DeliveryRow = {
  workspace_id: string
  owner_id: string
  id: string
  subject_id: string
  url: string
  state: 'waiting' | 'sending' | 'delivered' | 'failed' | 'unclear'
  by_hand: boolean
  attempts: number
  next_at: Date | null
  status: number | null
  ms: number | null
  error: string | null
  failure: Failure | null
  created_at: Date
  tried_at: Date | null
}

export type DeliveryOutcome = {
  state: 'delivered' | 'failed' | 'waiting'
  status: number | null
  ms: number
  error: AppError | null
  nextAt: Date | null
}

/** Owners with something due that a worker tries before it rests. */
const maxOwners = 10

export function createDeliveryStore({ name, owner, subject, inOrder = false }: DeliveryTable) {
  const table = sql.table(name)
  const [ownerId, subjectId] = [sql.ref(owner), sql.ref(subject)]
  const isOwner = ({ workspaceId, id }: ResourceRef) => sql`d.workspace_id = ${workspaceId} and d.${ownerId} = ${id}`
  const columns = sql`d.*, d.${ownerId} as owner_id, d.${subjectId} as subject_id`
  const read = async (db: Db, query: RawBuilder<DeliveryRow>) => (await query.execute(db)).rows
  // Of an owner whose delivery is being sent, nothing else is claimed.
  const isFree = inOrder
    ? sql`and not exists (
        select from ${table} s
        where s.workspace_id = d.workspace_id and s.${ownerId} = d.${ownerId} and s.state = 'sending'
      )`
    : sql``

  async function claim(db: Db, byOwner: RawBuilder<unknown>): Promise<DeliveryRow | undefined> {
    const [row] = await read(
      db,
      sql`
        update ${table} d
        set state = 'sending', attempts = d.attempts + 1, next_at = null, tried_at = now()
        from (
          select d.workspace_id, d.${ownerId}, d.id from ${table} d
          where d.next_at <= now() ${byOwner} ${isFree}
          order by ${inOrder ? sql`d.attempts, d.${subjectId}` : sql`d.next_at`} limit 1 for update skip locked
        ) due
        where d.workspace_id = due.workspace_id and d.${ownerId} = due.${ownerId} and d.id = due.id
        returning ${columns}`,
    )
    return row
  }

  /**
   * One worker at a time claims of an owner. In one statement, a second worker wouldn't see that the first is about to send, skip the
   * locked delivery and take the next: two would be on their way at once.
   */
  function claimForOwner(db: Database, owner: ResourceRef): Promise<DeliveryRow | undefined> {
    return db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`${name} ${owner.id}`}, 0)) as taken`.execute(tx)
      return rows[0]!.taken ? claim(tx, sql`and ${isOwner(owner)}`) : undefined
    })
  }

  return {
    /** Adds a delivery: once per subject, plus any number of manual resends. */
    async insert(
      tx: Db,
      { workspaceId, id: owning }: ResourceRef,
      added: { id: string; subjectId: string; url: string; byHand: boolean },
    ): Promise<DeliveryRow | undefined> {
      const [row] = await read(
        tx,
        sql`
          insert into ${table} as d (workspace_id, ${ownerId}, id, ${subjectId}, url, state, by_hand, next_at)
          values (${workspaceId}, ${owning}, ${added.id}, ${added.subjectId}, ${added.url}, 'waiting', ${added.byHand}, now())
          on conflict do nothing
          returning ${columns}`,
      )
      return row
    },

    /** Fails waiting deliveries to URLs other than `url`. */
    async failOtherUrls(tx: Db, ref: ResourceRef, url: string | null, why: AppError) {
      const { error, failure } = toErrorColumns(why)
      await sql`
        update ${table} d set state = 'failed', next_at = null, error = ${error}, failure = ${failure}
        where ${isOwner(ref)} and d.state = 'waiting' and d.url is distinct from ${url}`.execute(tx)
    },

    /** Claims one due delivery across workspaces, so that no other worker sends it. */
    async claimDue(db: Database): Promise<DeliveryRow | undefined> {
      if (!inOrder) return claim(db, sql``)
      const { rows: owners } = await sql<{ workspace_id: string; owner_id: string }>`
        select d.workspace_id, d.${ownerId} as owner_id from ${table} d where d.next_at <= now() ${isFree}
        group by 1, 2 order by min(d.next_at) limit ${maxOwners}`.execute(db)
      for (const { workspace_id: workspaceId, owner_id: id } of owners) {
        const row = await claimForOwner(db, { workspaceId, id })
        if (row) return row
      }
      return undefined
    },

    async settle(db: Db, row: DeliveryRow, outcome: DeliveryOutcome) {
      const { error, failure } = toErrorColumns(outcome.error)
      await sql`
        update ${table} d
        set state = ${outcome.state}, status = ${outcome.status}, ms = ${outcome.ms}, error = ${error}, failure = ${failure},
          next_at = ${outcome.nextAt}
        where ${isOwner({ workspaceId: row.workspace_id, id: row.owner_id })} and d.id = ${row.id}
          and d.attempts = ${row.attempts} and d.state = 'sending'`.execute(db)
    },

    /** Marks deliveries of dead processes as unclear: they may have arrived, so they aren't retried. */
    async closeAbandoned(db: Db, olderThanSeconds: number, why: AppError) {
      const { error, failure } = toErrorColumns(why)
      await sql`
        update ${table} set state = 'unclear', error = ${error}, failure = ${failure}
        where state = 'sending' and tried_at < now() - make_interval(secs => ${olderThanSeconds})`.execute(db)
    },

    async findPage(db: Db, ref: ResourceRef, { page, limit }: { page: number; limit: number }) {
      const items = await read(
        db,
        sql`
          select ${columns} from ${table} d where ${isOwner(ref)}
          order by d.created_at desc, d.id limit ${limit} offset ${(page - 1) * limit}`,
      )
      const { rows } = await sql<{ total: number }>`
        select count(*) as total from ${table} d where ${isOwner(ref)}`.execute(db)
      return { items, total: rows[0]!.total }
    },

    async find(db: Db, ref: ResourceRef, deliveryId: string): Promise<DeliveryRow | undefined> {
      const [row] = await read(
        db,
        sql`select ${columns} from ${table} d where ${isOwner(ref)} and d.id = ${deliveryId}`,
      )
      return row
    },
  }
}
