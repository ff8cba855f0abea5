import { randomBytes, randomUUID } from 'node:crypto'
import type { ClientBase } from 'pg'

/**
 * Inserts rows into every table of a database, based only on its own metadata: types, checks with lists of values, and
 * foreign keys. Works for the schema of any version.
 */

type Column = { table: string; name: string; type: string; kind: string; required: boolean }
type Constraint = {
  table: string
  kind: 'f' | 'c'
  definition: string
  columns: string[]
  target: string
  targetColumns: string[]
}
type Row = Record<string, unknown>

/** One row with every column filled, and one without the optional ones. */
const variants = ['full', 'sparse'] as const

/**
 * `fill` inserts two rows into each table (both without the optional columns if a check rejects the full one), and again into those changed since the
 * last call. Rows refer to these rows where there are any. With `besides`, only those tables get further rows, and
 * empty ones that need them. @throws Error naming the table that can't be filled
 */
export function createFiller(client: ClientBase, { besides }: { besides?: string[] } = {}) {
  let known = new Map<string, string>()

  return {
    async fill() {
      await makePartitions(client)
      const [columns, constraints] = [await findColumns(client), await findConstraints(client)]
      const about = (table: string) => ({
        columns: columns.filter((column) => column.table === table),
        constraints: constraints.filter((constraint) => constraint.table === table),
      })
      const made = new Map<string, Row>()
      const described = new Map<string, string>()
      for (const table of inOrder([...new Set(columns.map((column) => column.table))], constraints)) {
        const now = JSON.stringify(about(table))
        described.set(table, now)
        if (known.get(table) === now) continue
        if (besides && !besides.includes(table) && Object.keys(await anyRow(client, table)).length > 0) continue
        const targets = about(table).constraints.filter(({ kind, target }) => kind === 'f' && target !== table)
        for (const { target } of targets) if (!made.has(target)) made.set(target, await anyRow(client, target))
        made.set(table, await addRows(table, about(table), made))
      }
      known = described
    },
  }

  /** For a check such as `from_id <> to_id`, another row that the second column can refer to. */
  async function setDistinct(row: Row, constraints: Constraint[]) {
    for (const { kind, definition, columns } of constraints) {
      const [one, other] = columns ?? []
      if (kind !== 'c' || columns.length !== 2 || !definition.includes('<>') || row[one!] !== row[other!]) continue
      const key = constraints.find(
        (key) => key.kind === 'f' && key.columns.includes(other!) && !key.columns.includes(one!),
      )
      if (!key) continue
      const target = key.targetColumns[key.columns.indexOf(other!)]!
      const { rows } = await client.query(`select * from "${key.target}" where "${target}" <> $1 limit 1`, [row[one!]])
      if (rows[0]) row[other!] = rows[0][target]
    }
  }

  async function addRows(table: string, { columns, constraints }: Described, made: Map<string, Row>): Promise<Row> {
    const refusals: string[] = []
    let first: Row | null = null
    const left: (typeof variants)[number][] = [...variants]
    for (let variant = left.shift(); variant; variant = left.shift()) {
      const row = rowFor(table, columns, constraints, made, variant)
      await setDistinct(row, constraints)
      const names = Object.keys(row)
      const list = names.map((name) => `"${name}"`).join(', ')
      const values = names.map((_, at) => `$${at + 1}`).join(', ')
      const text = names.length ? `(${list}) values (${values}) on conflict do nothing` : 'default values'
      await client.query('savepoint filling')
      try {
        const { rows } = await client.query(
          `insert into "${table}" ${text} returning *`,
          names.map((name) => row[name]),
        )
        first ??= rows[0] ?? null
      } catch (error) {
        refusals.push(`${variant}: ${(error as Error).message}`)
        if (variant === 'full') left.push('sparse')
        await client.query('rollback to savepoint filling')
      }
    }
    if (!first && refusals.length > 0) throw new Error(`There is no row for ${table}. ${refusals.join(' ')}`)
    return first ?? anyRow(client, table)
  }
}

type Described = { columns: Column[]; constraints: Constraint[] }

async function anyRow(client: ClientBase, table: string): Promise<Row> {
  return (await client.query(`select * from "${table}" limit 1`)).rows[0] ?? {}
}

/** Row counts of our tables. */
export async function countEveryTable(client: ClientBase): Promise<Record<string, number>> {
  const tables = await findTables(client)
  if (tables.length === 0) return {}
  const { rows } = await client.query<{ name: string; n: number }>(
    tables.map((table) => `select '${table}' as name, count(*)::int as n from "${table}"`).join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

/** If a service creates partitions and there is none yet, adds a default partition. */
async function makePartitions(client: ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'p' and not exists (select 1 from pg_inherits where inhparent = c.oid)`,
  )
  for (const { name } of rows) await client.query(`create table "${name}_all" partition of "${name}" default`)
}

async function findTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not in ('kysely_migration', 'kysely_migration_lock') order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function findColumns(client: ClientBase): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, t.typcategory as kind,
       a.attnotnull and not a.atthasdef as required
     from pg_attribute a join pg_type t on t.oid = a.atttypid join pg_class c on c.oid = a.attrelid
     where c.relname = any ($1) and c.relnamespace = 'public'::regnamespace
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
     order by c.relname, a.attnum`,
    [await findTables(client)],
  )
  return rows
}

/** Foreign keys, those with the most columns first, and checks. */
async function findConstraints(client: ClientBase): Promise<Constraint[]> {
  const names = (relation: string, numbers: string) =>
    `(select array_agg(a.attname::text order by u.at) from unnest(${numbers}) with ordinality u(no, at)
      join pg_attribute a on a.attrelid = ${relation} and a.attnum = u.no)`
  const { rows } = await client.query<Constraint>(
    `select c.relname as table, k.contype::text as kind, pg_get_constraintdef(k.oid) as definition,
       ${names('k.conrelid', 'k.conkey')} as columns, t.relname as target,
       ${names('k.confrelid', 'k.confkey')} as "targetColumns"
     from pg_constraint k join pg_class c on c.oid = k.conrelid left join pg_class t on t.oid = k.confrelid
     where k.contype in ('f', 'c') and c.relnamespace = 'public'::regnamespace and k.conparentid = 0
     order by array_length(k.conkey, 1) desc, k.conname`,
  )
  return rows
}

/** Tables ordered after those they refer to. */
function inOrder(tables: string[], constraints: Constraint[]): string[] {
  const left = new Set(tables)
  const order: string[] = []
  while (left.size > 0) {
    const ready = [...left].filter(
      (table) =>
        !constraints.some(
          (key) => key.kind === 'f' && key.table === table && key.target !== table && left.has(key.target),
        ),
    )
    if (ready.length === 0) throw new Error(`These tables refer to one another in a circle: ${[...left].join(', ')}`)
    for (const table of ready) {
      order.push(table)
      left.delete(table)
    }
  }
  return order
}

function rowFor(
  table: string,
  columns: Column[],
  constraints: Constraint[],
  made: Map<string, Row>,
  variant: (typeof variants)[number],
): Row {
  const row: Row = {}
  const wanted = (column: Column) => column.required || variant === 'full'
  const keys = constraints.filter(({ kind }) => kind === 'f')
  for (const key of keys.filter(({ target }) => target !== table))
    for (const [at, name] of key.columns.entries()) {
      const column = columns.find((each) => each.name === name)
      if (column && wanted(column)) row[name] ??= made.get(key.target)?.[key.targetColumns[at]!]
    }
  // A row with an optional reference to its own table doesn't need one before it.
  const toItself = new Set(keys.filter(({ target }) => target === table).flatMap((key) => key.columns))
  for (const column of columns) {
    if (column.name in row || !wanted(column) || (toItself.has(column.name) && !column.required)) continue
    // The first value of a check with a list, or the least of a check with bounds.
    const check =
      constraints.find(({ kind, columns }) => kind === 'c' && columns.join() === column.name)?.definition ?? ''
    const least = check.includes('<=') ? / >= (\d+)\)/.exec(check)?.[1] : undefined
    row[column.name] = /'([^']+)'::text/.exec(check)?.[1] ?? least ?? getSample(column)
  }
  return row
}

function getSample({ name, type, kind }: Column): unknown {
  if (type.endsWith('[]')) return []
  if (type === 'uuid') return randomUUID()
  if (type === 'boolean') return true
  if (type === 'jsonb' || type === 'json') return '{}'
  if (type === 'bytea') return randomBytes(8)
  if (type === 'tsvector') return `'${name}':1`
  if (type === 'inet') return '127.0.0.1'
  if (kind === 'D') return type === 'date' ? '2026-01-31' : type.startsWith('time ') ? '09:00' : new Date()
  if (kind === 'T') return '1 day'
  if (kind === 'N') return 1 + Math.floor(Math.random() * 30_000)
  if (kind === 'S' || type === 'citext') return `${name} ${randomBytes(4).toString('hex')}`
  throw new Error(`The column ${name} has the type ${type}, for which there is no value here: add one.`)
}
