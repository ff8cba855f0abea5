import { afterAll, beforeAll, expect, test } from 'vitest'
import { archivedTables, excludedTables } from '../../src/features/portability/rules/archived-tables.ts'
import { rowRules } from '../../src/features/portability/rules/validate-archive/row-rules.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** Compares the list of archived tables with the database, so that a new table or column needs a decision. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function columns() {
  const { rows } = await server.database.pool.query<{ table: string; column: string; type: string }>(
    `select t.table_name as table, c.column_name as column, c.udt_name as type
     from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
     where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'`,
  )
  return rows
}

/** Tables whose rows belong to a workspace: they have a workspace_id or are deleted with a row that does. */
async function tablesOfWorkspaces() {
  const named = (await columns()).filter(({ column }) => column === 'workspace_id').map(({ table }) => table)
  const { rows: keys } = await server.database.pool.query<{ child: string; parent: string }>(
    `select c.relname as child, p.relname as parent from pg_constraint k join pg_class c on c.oid = k.conrelid
     join pg_class p on p.oid = k.confrelid where k.contype = 'f' and k.confdeltype = 'c'`,
  )
  const found = new Set([...named, 'workspaces'])
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const { child, parent } of keys) if (found.has(parent)) found.add(child)
  }
  return [...found]
}

test('every table with workspace data is in the archive or excluded with a reason', async () => {
  const decided = new Set([...archivedTables.map(({ name }) => name), ...Object.keys(excludedTables)])
  expect((await tablesOfWorkspaces()).filter((name) => !decided.has(name))).toEqual([])
  const there = new Set((await columns()).map(({ table }) => table))
  expect(archivedTables.map(({ name }) => name).filter((name) => !there.has(name))).toEqual([])
  expect(archivedTables.filter(({ name }) => name in excludedTables)).toEqual([])
})

test('every id in an archived row is its own, a person’s, or refers to the archive, and rules name existing columns', async () => {
  const all = await columns()
  for (const table of archivedTables) {
    const here = all.filter((column) => column.table === table.name)
    const names = new Set(here.map(({ column }) => column))
    const {
      scope,
      people = [],
      refs = {},
      internalIds: inner = {},
      excluded: stays = {},
      importValues: arrives = {},
      exportValues: leaves = {},
      order,
    } = table
    const ruled = [...people, ...[refs, inner, stays, arrives, leaves].flatMap((each) => Object.keys(each)), ...order]
    expect({ [table.name]: ruled.filter((name) => !names.has(name)) }).toEqual({ [table.name]: [] })
    const decided = new Set([
      'id',
      'workspace_id',
      typeof scope === 'object' ? scope.column : '',
      ...people,
      ...[refs, inner, stays].flatMap((each) => Object.keys(each)),
    ])
    const ids = here.filter(({ column, type }) => type === 'uuid' && !decided.has(column)).map(({ column }) => column)
    expect({ [table.name]: ids }).toEqual({ [table.name]: [] })
    // A column named for who paid or did something refers to a person.
    const persons = here.filter(
      ({ column }) => /(^|_)(by|payer_id|user_id|owner_id)$/.test(column) && column !== 'by_hand',
    )
    for (const { column } of persons) expect(people.includes(column) || column in stays).toBe(true)
  }
})

test('every column with text, numbers or JSON has a validation rule', async () => {
  const plain = new Set(['uuid', 'timestamptz', 'bool', 'date'])
  const all = await columns()
  for (const { name, excluded: stays = {} } of archivedTables) {
    const without = all
      .filter(({ table, column, type }) => table === name && !plain.has(type) && !(column in stays))
      .filter(({ column }) => !(column in (rowRules[name] ?? {})))
      .map(({ column }) => column)
    expect({ [name]: without }).toEqual({ [name]: [] })
    const known = new Set(all.filter(({ table }) => table === name).map(({ column }) => column))
    expect(Object.keys(rowRules[name] ?? {}).filter((column) => !known.has(column))).toEqual([])
  }
})
