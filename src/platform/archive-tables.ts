import type { ClientBase } from 'pg'

/** What an archive says of one table, and how its rows come out and go in. */
export type ArchivedTable = { schema: string; name: string; columns: string[] }
export type ArchivedPartition = { schema: string; name: string; parent: string; bound: string }
export type ArchivedSequence = { schema: string; name: string; last: string }

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const toLocale = ({ schema, name }: { schema: string; name: string }) => `${quoted(schema)}.${quoted(name)}`

/** The migrations' own tables are made by migrating. */
const skipped = ['kysely_migration', 'kysely_migration_lock']
/** Of the job queue: what waits and what runs. Its own tables are made by its library. */
export const queueSchema = 'pgboss'
const queueTables = ['queue', 'job']

/** Finds the tables to back up, with their stored columns. A partitioned table counts as one. */
export async function findTables(client: ClientBase): Promise<ArchivedTable[]> {
  const { rows } = await client.query<ArchivedTable>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition
       and ((n.nspname = 'public' and c.relname <> all ($1)) or (n.nspname = $2 and c.relname = any ($3)))
     group by 1, 2 order by 1, 2`,
    [skipped, queueSchema, queueTables],
  )
  return rows
}

/** Partitions of our partitioned tables; created before rows are inserted. */
export async function findPartitions(client: ClientBase): Promise<ArchivedPartition[]> {
  const { rows } = await client.query<ArchivedPartition>(
    `select n.nspname as schema, c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_inherits i on i.inhrelid = c.oid
       join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and n.nspname = 'public' order by 1, 2`,
  )
  return rows
}

export async function findSequences(client: ClientBase): Promise<ArchivedSequence[]> {
  const { rows } = await client.query<ArchivedSequence>(
    `select schemaname as schema, sequencename as name, last_value::text as last
     from pg_sequences where schemaname = 'public' and last_value is not null order by 1, 2`,
  )
  return rows
}

/** The version of the job queue's tables; null where there are none. */
export async function findQueueVersion(client: ClientBase): Promise<number | null> {
  const { rows } = await client.query(`select to_regclass('${queueSchema}.version') is not null as there`)
  if (!rows[0].there) return null
  return (await client.query(`select version from ${queueSchema}.version`)).rows[0]?.version ?? null
}

/** Rows out: of a partitioned table all of its parts. */
export const copyOut = (table: ArchivedTable) =>
  `copy (select ${table.columns.map(quoted).join(', ')} from ${toLocale(table)}) to stdout`

export const copyIn = (table: ArchivedTable) =>
  `copy ${toLocale(table)} (${table.columns.map(quoted).join(', ')}) from stdin`

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Drops foreign keys and triggers while `fill` runs, so that tables can be filled in any order; recreating the keys
 * validates every row.
 */
export async function withoutConstraints(client: ClientBase, fill: () => Promise<void>) {
  const { rows: keys } = await client.query<ForeignKey>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname = 'public' and k.conparentid = 0`,
  )
  const { rows: triggered } = await client.query<{ table: string }>(
    `select distinct format('%I.%I', n.nspname, c.relname) as table
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and n.nspname = 'public'`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table } of triggered) await client.query(`alter table ${table} disable trigger user`)
  await fill()
  for (const { table } of triggered) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}
