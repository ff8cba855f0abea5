import { CompiledQuery } from 'kysely'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { quoted } from '#platform/archive-tables.ts'
import type { Db } from '#platform/database/database.ts'
import { isDistributed } from '#platform/database/distribution/table-classes.ts'
import type { ArchivedTable } from '../rules/archived-tables.ts'

/** Reads and inserts a workspace's rows as JSON, within a transaction. */

/** A pg connection or a Kysely transaction. */
export type Queryable = {
  query<Row = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>
}

export const toQueryable = (tx: Db): Queryable => ({
  async query<Row>(text: string, values: unknown[] = []) {
    const { rows, numAffectedRows } = await tx.executeQuery<Row>(CompiledQuery.raw(text, values))
    return { rows, rowCount: numAffectedRows === undefined ? rows.length : Number(numAffectedRows) }
  },
})

export type Column = { name: string; notNull: boolean; hasDefault: boolean }

/** Columns of all tables in order, without generated ones. */
export async function findColumns(client: Queryable): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<{ table: string; columns: Column[] }>(
    `select c.relname as table,
       json_agg(json_build_object('name', a.attname, 'notNull', a.attnotnull, 'hasDefault', a.atthasdef) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = 'public' and c.relkind = 'r' group by 1`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

export async function findMigration(client: Queryable): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name desc limit 1')
  return rows[0]!.name
}

/** Names of the migrations applied to this database. */
export async function findMigrations(client: Queryable): Promise<string[]> {
  return (await client.query<{ name: string }>('select name from kysely_migration')).rows.map(({ name }) => name)
}

/** Columns of a table that are exported. */
export const getColumns = (table: ArchivedTable, columns: Column[]) =>
  columns.map(({ name }) => name).filter((name) => !(name in (table.excluded ?? {})))

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** COPY allows no parameters, so the id is validated and inlined. */
function literal(uuid: string) {
  if (!uuidPattern.test(uuid)) throw new Error(`Not an id: ${uuid}`)
  return `'${uuid}'::uuid`
}

function workspaceCondition({ scope }: ArchivedTable, workspaceId: string) {
  if (scope === 'id') return `t.id = ${literal(workspaceId)}`
  if (scope === 'workspace_id') return `t.workspace_id = ${literal(workspaceId)}`
  return `t.${quoted(scope.column)} in (select id from ${quoted(scope.table)} where workspace_id = ${literal(workspaceId)})`
}

const getParents = (refs: string | string[]) => (Array.isArray(refs) ? refs : [refs])
const existsCondition = (parents: string[], column: string, workspaceId: string) =>
  parents
    .map(
      (parent) =>
        `exists (select 1 from ${quoted(parent)} p where p.workspace_id = ${workspaceId} and p.id = ${column})`,
    )
    .join(' or ')

/** Number and stored bytes of a table's rows; long texts count compressed. */
export async function measureRows(client: Queryable, table: ArchivedTable, workspaceId: string) {
  const { rows } = await client.query<{ count: string; bytes: string }>(
    `select count(*) as count, coalesce(sum(pg_column_size(t.*)), 0) as bytes from ${quoted(table.name)} t where ${workspaceCondition(table, workspaceId)}${table.only ? ` and ${table.only.where}` : ''}`,
  )
  return { count: Number(rows[0]!.count), bytes: Number(rows[0]!.bytes) }
}

/**
 * A table's rows for export: one JSON object per line, times in UTC. References to rows that aren't exported become null, except in
 * `notNull` columns, where foreign keys guarantee them. `without`: ids of images to leave out.
 */
export function readRows(
  client: ClientBase,
  table: ArchivedTable,
  {
    workspaceId,
    columns,
    notNull,
    without,
  }: { workspaceId: string; columns: string[]; notNull: Set<string>; without: string[] },
) {
  const values = columns.map((name) => {
    const given = table.exportValues?.[name]
    if (given) return `${given} as ${quoted(name)}`
    const refs = table.refs?.[name]
    if (refs === undefined || notNull.has(name)) return `t.${quoted(name)}`
    const notExcluded =
      without.length > 0 && refs === 'images' ? ` and t.${quoted(name)} not in (${without.map(literal)})` : ''
    return `case when (${existsCondition(getParents(refs), `t.${quoted(name)}`, literal(workspaceId))})${notExcluded} then t.${quoted(name)} end as ${quoted(name)}`
  })
  const conditions = [workspaceCondition(table, workspaceId)]
  if (table.only) conditions.push(table.only.where)
  if (without.length > 0 && table.name === 'images') conditions.push(`t.id not in (${without.map(literal)})`)
  const order = table.order.map((name) => `t.${quoted(name)}`).join(', ')
  const rows = `select ${values.join(', ')} from ${quoted(table.name)} t where ${conditions.join(' and ')} order by ${order}`
  // JSON contains neither of the two characters nor raw line breaks, so CSV leaves each row as it is, on its own line.
  return client.query(
    copyTo(
      `copy (select row_to_json(x)::text from (${rows}) x) to stdout with (format csv, quote E'\\x01', delimiter E'\\x02')`,
    ),
  )
}

/**
 * Inserts rows in one statement. Rows of tables without workspace_id are inserted only if their parent belongs to the workspace. Answers
 * the number inserted.
 */
export async function insertRows(
  client: Queryable,
  table: ArchivedTable,
  {
    workspaceId,
    columns,
    rows,
    importer,
  }: { workspaceId: string; columns: string[]; rows: object[]; importer: string },
): Promise<number> {
  const replacedColumns = Object.entries(table.importValues ?? {})
  const values: unknown[] = [JSON.stringify(rows)]
  const bound = (expression: string) => {
    if (expression === ':importer') {
      values.push(importer)
      return `$${values.length}::uuid`
    }
    // Encrypted per row, in the row itself.
    return expression === ':secret' ? 'r.sealed_secret' : expression
  }
  const plain = columns.filter((name) => !replacedColumns.some(([column]) => column === name))
  const into = [...plain, ...replacedColumns.map(([column]) => column)].map(quoted).join(', ')
  const given = [
    ...plain.map((name) => `r.${quoted(name)}`),
    ...replacedColumns.map(([, expression]) => bound(expression)),
  ].join(', ')
  let guard = ''
  if (typeof table.scope === 'object') {
    values.push(workspaceId)
    guard = ` where exists (select 1 from ${quoted(table.scope.table)} p where p.id = r.${quoted(table.scope.column)} and p.workspace_id = $${values.length}::uuid)`
  }
  const result = await client.query(
    `insert into ${quoted(table.name)} (${into}) select ${given} from jsonb_populate_recordset(null::${quoted(table.name)}, $1::jsonb) r${guard}`,
    values,
  )
  return result.rowCount ?? 0
}

/** The first column with a reference to a row that wasn't imported; null: none. */
export async function findDanglingRef(
  client: Queryable,
  table: ArchivedTable,
  workspaceId: string,
): Promise<string | null> {
  for (const [column, refs] of Object.entries(table.refs ?? {})) {
    const parents = getParents(refs)
    // Where rows are distributed, their parents on the coordinator are read first.
    const apart = parents.filter((parent) => isDistributed(table.name) && !isDistributed(parent))
    const read = apart.map(
      (parent) =>
        `${quoted(`${parent}_ids`)} as materialized (select workspace_id, id from ${quoted(parent)} where workspace_id = $1)`,
    )
    const existing = parents.map((parent) => (apart.includes(parent) ? `${parent}_ids` : parent))
    const { rowCount } = await client.query(
      `${read.length > 0 ? `with ${read.join(', ')} ` : ''}select 1 from ${quoted(table.name)} t
       where t.workspace_id = $1 and t.${quoted(column)} is not null
         and not (${existsCondition(existing, `t.${quoted(column)}`, '$1')}) limit 1`,
      [workspaceId],
    )
    if (rowCount) return column
  }
  return null
}

/** The first of these ids that already exists; null: none. */
export async function findExisting(client: Queryable, table: string, ids: string[]): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select id from ${quoted(table)} where id = any($1::uuid[]) limit 1`,
    [ids],
  )
  return rows[0]?.id ?? null
}

/** Members of a workspace for the manifest. */
export async function findPeople(client: Queryable, workspaceId: string) {
  const { rows } = await client.query<{ id: string; email: string; name: string; role: string; since: Date }>(
    `select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name, m.role, m.created_at as since
     from members m join users u on u.id = m.user_id where m.workspace_id = $1 order by u.email`,
    [workspaceId],
  )
  return rows
}

/**
 * Users with these emails who share a workspace with the importer, or are the importer. Other accounts aren't matched, so that an
 * archive can't be used to probe which emails have accounts.
 */
export async function findUsersInSharedWorkspaces(client: Queryable, userId: string, emails: string[]) {
  const { rows } = await client.query<{ id: string; email: string }>(
    `select u.id, u.email from users u where u.email = any($2) and (u.id = $1 or exists (
       select 1 from members a join members b on b.workspace_id = a.workspace_id where a.user_id = $1 and b.user_id = u.id))`,
    [userId, emails],
  )
  return rows
}

export async function findImageRows(client: Queryable, workspaceId: string) {
  const { rows } = await client.query<{ id: string; files: { name: string; bytes: number }[] }>(
    'select id, files from images where workspace_id = $1 order by id',
    [workspaceId],
  )
  return rows
}

export type ExportedText = { id: string; front: Record<string, unknown>; body: string }

const textQueries = {
  documents: `select id, json_build_object('id', id, 'title', title, 'template', template, 'status', status,
      'language', briefing ->> 'language', 'keywords', briefing -> 'keywords', 'report', report_id,
      'created_at', created_at, 'updated_at', updated_at) as front, content_md as body
    from documents where workspace_id = $1 and id > $2 order by id limit 20`,
  posts: `select id, json_build_object('id', id, 'title', title, 'slug', slug, 'excerpt', excerpt, 'status', status,
      'publish_at', publish_at, 'tags', to_json(tags), 'language', lang, 'cover', cover, 'document', document_id,
      'updated_at', updated_at) as front, body_md as body
    from posts where workspace_id = $1 and id > $2 order by id limit 20`,
}

/** Texts with their metadata, in pages of 20. */
export async function* readTexts(
  client: Queryable,
  kind: keyof typeof textQueries,
  workspaceId: string,
): AsyncGenerator<ExportedText> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await client.query<ExportedText>(textQueries[kind], [workspaceId, after])
    yield* rows
    if (rows.length < 20) return
    after = rows.at(-1)!.id
  }
}

/** A workspace's name, if the user is a member. */
export async function findNameForMember(
  client: Queryable,
  workspaceId: string,
  userId: string,
): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    'select w.name from workspaces w join members m on m.workspace_id = w.id where w.id = $1 and m.user_id = $2',
    [workspaceId, userId],
  )
  return rows[0]?.name ?? null
}

/** A workspace's name; null when it doesn't exist. */
export async function findName(client: Queryable, workspaceId: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>('select name from workspaces where id = $1', [workspaceId])
  return rows[0]?.name ?? null
}

/** Serializes imports of a workspace until the transaction ends. */
export async function lockWorkspaceId(client: Queryable, workspaceId: string) {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('bringing ' || $1, 0))`, [workspaceId])
}
