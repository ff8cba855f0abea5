import { CompiledQuery } from 'kysely'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { quoted } from '#platform/archive-tables.ts'
import type { Db } from '#platform/database.ts'
import type { ArchivedTable } from './archived-tables.ts'

/** Rows of one workspace as JSON Lines, out of the database and into it, within a transaction. */

/** A connection, or a transaction that speaks like one. */
export type Asks = {
  query<Row = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>
}

export const getAsks = (tx: Db): Asks => ({
  async query<Row>(text: string, values: unknown[] = []) {
    const { rows, numAffectedRows } = await tx.executeQuery<Row>(CompiledQuery.raw(text, values))
    return { rows, rowCount: numAffectedRows === undefined ? rows.length : Number(numAffectedRows) }
  },
})

export type Column = { name: string; notNull: boolean; hasDefault: boolean }

/** Columns of every table there is, in their order; computed ones are left out. */
export async function findColumns(client: Asks): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<{ table: string; columns: Column[] }>(
    `select c.relname as table,
       json_agg(json_build_object('name', a.attname, 'notNull', a.attnotnull, 'hasDefault', a.atthasdef) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = 'public' and c.relkind = 'r' group by 1`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

export async function findMigration(client: Asks): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name desc limit 1')
  return rows[0]!.name
}

/** Applied here, or known to be. */
export async function findMigrations(client: Asks): Promise<string[]> {
  return (await client.query<{ name: string }>('select name from kysely_migration')).rows.map(({ name }) => name)
}

/** What of a table is in an archive: all columns but those that stay. */
export const getColumns = (table: ArchivedTable, columns: Column[]) =>
  columns.map(({ name }) => name).filter((name) => !(name in (table.stays ?? {})))

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** COPY takes no parameters. */
function literal(uuid: string) {
  if (!uuidPattern.test(uuid)) throw new Error(`Not an id: ${uuid}`)
  return `'${uuid}'::uuid`
}

function ofWorkspace({ scope }: ArchivedTable, workspaceId: string) {
  if (scope === 'id') return `t.id = ${literal(workspaceId)}`
  if (scope === 'workspace_id') return `t.workspace_id = ${literal(workspaceId)}`
  return `t.${quoted(scope.column)} in (select id from ${quoted(scope.table)} where workspace_id = ${literal(workspaceId)})`
}

const getParents = (refs: string | string[]) => (Array.isArray(refs) ? refs : [refs])
const isThere = (parents: string[], column: string, workspaceId: string) =>
  parents
    .map(
      (parent) =>
        `exists (select 1 from ${quoted(parent)} p where p.workspace_id = ${workspaceId} and p.id = ${column})`,
    )
    .join(' or ')

/** `bytes`: as the database keeps them, long texts compressed. */
export async function measureRows(client: Asks, table: ArchivedTable, workspaceId: string) {
  const { rows } = await client.query<{ count: string; bytes: string }>(
    `select count(*) as count, coalesce(sum(pg_column_size(t.*)), 0) as bytes from ${quoted(table.name)} t where ${ofWorkspace(table, workspaceId)}${table.only ? ` and ${table.only.where}` : ''}`,
  )
  return { count: Number(rows[0]!.count), bytes: Number(rows[0]!.bytes) }
}

/**
 * A table's rows as they leave: one JSON object a line, times in UTC. `notNull`: of its columns, those a reference is never
 * null in, which the database holds to already. `without`: ids that stay behind.
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
    const given = table.leaves?.[name]
    if (given) return `${given} as ${quoted(name)}`
    const refs = table.refs?.[name]
    if (refs === undefined || notNull.has(name)) return `t.${quoted(name)}`
    const gone =
      without.length > 0 && refs === 'images' ? ` and t.${quoted(name)} not in (${without.map(literal)})` : ''
    return `case when (${isThere(getParents(refs), `t.${quoted(name)}`, literal(workspaceId))})${gone} then t.${quoted(name)} end as ${quoted(name)}`
  })
  const conditions = [ofWorkspace(table, workspaceId)]
  if (table.only) conditions.push(table.only.where)
  if (without.length > 0 && table.name === 'images') conditions.push(`t.id not in (${without.map(literal)})`)
  const order = table.order.map((name) => `t.${quoted(name)}`).join(', ')
  const rows = `select ${values.join(', ')} from ${quoted(table.name)} t where ${conditions.join(' and ')} order by ${order}`
  // JSON holds neither of the two signs nor a line break outside of an escape: every row is its own line, as it is.
  return client.query(
    copyTo(
      `copy (select row_to_json(x)::text from (${rows}) x) to stdout with (format csv, quote E'\\x01', delimiter E'\\x02')`,
    ),
  )
}

/** What stands for a name of `arrives` in the statement below. */
export type Arrivals = { importer: string }

/**
 * Rows as they come in, in one statement. Rows of a table without a workspace of its own go in only below a row that has this
 * one. Answers how many did.
 */
export async function insertRows(
  client: Asks,
  table: ArchivedTable,
  {
    workspaceId,
    columns,
    rows,
    importer,
  }: { workspaceId: string; columns: string[]; rows: object[]; importer: string },
): Promise<number> {
  const arriving = Object.entries(table.arrives ?? {})
  const values: unknown[] = [JSON.stringify(rows)]
  const bound = (expression: string) => {
    if (expression === ':importer') {
      values.push(importer)
      return `$${values.length}::uuid`
    }
    // Sealed for each row by itself, and put into it.
    return expression === ':secret' ? 'r.sealed_secret' : expression
  }
  const plain = columns.filter((name) => !arriving.some(([column]) => column === name))
  const into = [...plain, ...arriving.map(([column]) => column)].map(quoted).join(', ')
  const given = [
    ...plain.map((name) => `r.${quoted(name)}`),
    ...arriving.map(([, expression]) => bound(expression)),
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

/** The first column of a table that names what the archive does not hold; null: none does. */
export async function findStray(client: Asks, table: ArchivedTable, workspaceId: string): Promise<string | null> {
  for (const [column, refs] of Object.entries(table.refs ?? {})) {
    const { rowCount } = await client.query(
      `select 1 from ${quoted(table.name)} t where t.workspace_id = $1 and t.${quoted(column)} is not null
         and not (${isThere(getParents(refs), `t.${quoted(column)}`, '$1')}) limit 1`,
      [workspaceId],
    )
    if (rowCount) return column
  }
  return null
}

/** What was found here of what the archive would bring: its own id, for a sentence. */
export async function findTaken(client: Asks, table: string, ids: string[]): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `select id from ${quoted(table)} where id = any($1::uuid[]) limit 1`,
    [ids],
  )
  return rows[0]?.id ?? null
}

export async function insertOwner(client: Asks, workspaceId: string, userId: string) {
  await client.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'owner')`, [
    workspaceId,
    userId,
  ])
}

/** A list that is clustered anew takes a unit a keyword: of those that came, not of those that were said. */
export async function countUnitsAnew(client: Asks, workspaceId: string) {
  await client.query(
    `update reports t set units = greatest(t.units, n.count)
     from (select report_id, count(*)::int as count from report_rows where workspace_id = $1 group by 1) n
     where t.workspace_id = $1 and t.is_list and n.report_id = t.id`,
    [workspaceId],
  )
}

/** Members of a workspace, as an archive names them. */
export async function findPeople(client: Asks, workspaceId: string) {
  const { rows } = await client.query<{ id: string; email: string; name: string; role: string; since: Date }>(
    `select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name, m.role, m.created_at as since
     from members m join users u on u.id = m.user_id where m.workspace_id = $1 order by u.email`,
    [workspaceId],
  )
  return rows
}

/**
 * Of these addresses, the people here that somebody knows of already: themselves, and who is in a workspace with them. Whether
 * anybody else has an account is not theirs to learn from an archive.
 */
export async function findAcquainted(client: Asks, userId: string, emails: string[]) {
  const { rows } = await client.query<{ id: string; email: string }>(
    `select u.id, u.email from users u where u.email = any($2) and (u.id = $1 or exists (
       select 1 from members a join members b on b.workspace_id = a.workspace_id where a.user_id = $1 and b.user_id = u.id))`,
    [userId, emails],
  )
  return rows
}

export async function findImageRows(client: Asks, workspaceId: string) {
  const { rows } = await client.query<{ id: string; files: { name: string; bytes: number }[] }>(
    'select id, files from images where workspace_id = $1 order by id',
    [workspaceId],
  )
  return rows
}

export type Written = { id: string; front: Record<string, unknown>; body: string }

const written = {
  documents: `select id, json_build_object('id', id, 'title', title, 'template', template, 'status', status,
      'language', briefing ->> 'language', 'keywords', briefing -> 'keywords', 'report', report_id,
      'created_at', created_at, 'updated_at', updated_at) as front, content_md as body
    from documents where workspace_id = $1 and id > $2 order by id limit 20`,
  posts: `select id, json_build_object('id', id, 'title', title, 'slug', slug, 'excerpt', excerpt, 'status', status,
      'publish_at', publish_at, 'tags', to_json(tags), 'language', lang, 'cover', cover, 'document', document_id,
      'updated_at', updated_at) as front, body_md as body
    from posts where workspace_id = $1 and id > $2 order by id limit 20`,
}

/** Texts of a workspace with what is known of them, a few at a time. */
export async function* everyText(
  client: Asks,
  kind: keyof typeof written,
  workspaceId: string,
): AsyncGenerator<Written> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await client.query<Written>(written[kind], [workspaceId, after])
    yield* rows
    if (rows.length < 20) return
    after = rows.at(-1)!.id
  }
}

/** The name of a workspace, for somebody who is in it. */
export async function findNameForMember(client: Asks, workspaceId: string, userId: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    'select w.name from workspaces w join members m on m.workspace_id = w.id where w.id = $1 and m.user_id = $2',
    [workspaceId, userId],
  )
  return rows[0]?.name ?? null
}

/** The name of a workspace that is there. */
export async function findName(client: Asks, workspaceId: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>('select name from workspaces where id = $1', [workspaceId])
  return rows[0]?.name ?? null
}

/** Until the transaction ends, whoever brings this workspace too waits. */
export async function holdId(client: Asks, workspaceId: string) {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('bringing ' || $1, 0))`, [workspaceId])
}

/** Files of a picture that are there before its row is: taken away in a day, unless it comes. */
export async function markFiles(
  client: Asks,
  { workspaceId, imageId, names }: { workspaceId: string; imageId: string; names: string[] },
) {
  await client.query(
    `insert into image_files_to_remove (workspace_id, image_id, names, due_at) values ($1, $2, $3, now() + interval '1 day')
     on conflict (image_id) do update set names = excluded.names, due_at = excluded.due_at
     where image_files_to_remove.workspace_id = excluded.workspace_id`,
    [workspaceId, imageId, names],
  )
}

export async function dropFileMarks(client: Asks, imageId: string) {
  await client.query('delete from image_files_to_remove where image_id = $1', [imageId])
}
