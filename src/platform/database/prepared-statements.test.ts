import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { prepared, prepareMarkedQueries } from './prepared-statements.ts'

const db = new Kysely<{ things: { id: number } }>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

test('marked queries get one name for each text, others are sent as they are', () => {
  const sent: unknown[][] = []
  const client = { query: (...args: unknown[]) => sent.push(args) } as unknown as pg.ClientBase
  prepareMarkedQueries(client)
  const find = (id: number) => db.selectFrom('things').select('id').where('id', '=', id).modifyEnd(prepared).compile()
  const add = db.insertInto('things').values({ id: 1 }).returning('id').modifyEnd(prepared).compile()
  for (const { sql, parameters } of [find(1), find(2), add]) void client.query(sql, [...parameters])
  void client.query('select 1', [])
  const [first, second, third, plain] = sent as [unknown[], unknown[], unknown[], unknown[]]
  expect([first, second].map(([config]) => (config as pg.QueryConfig).values)).toEqual([[1], [2]])
  const names = [first, second, third].map(([config]) => (config as pg.QueryConfig).name)
  expect(names[0]).toBe(names[1])
  expect(names[2]).not.toBe(names[0])
  expect(plain.slice(0, 2)).toEqual(['select 1', []])
})
