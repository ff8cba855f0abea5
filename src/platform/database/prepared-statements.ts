import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'

/**
 * Put at the end of a query (`modifyEnd`), each connection prepares it once and PostgreSQL plans it a few times only: for queries that
 * users wait for one after another. Its text has to be the same each time, and its columns listed: after a migration of another
 * process, PostgreSQL refuses a prepared `select *`.
 */
export const prepared = sql`${sql.raw(mark)}`

const names = new Map<string, string>()

function getName(text: string): string {
  const name = names.get(text) ?? `q${names.size + 1}`
  names.set(text, name)
  return name
}

/** Prepares marked queries on this connection. Not for connections of a pooler, where each statement may meet another one. */
export function prepareMarkedQueries(client: pg.ClientBase) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const preparing = (text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.endsWith(mark)
      ? query({ name: getName(text), text, values }, ...rest)
      : query(text, values, ...rest)
  client.query = preparing as typeof client.query
}
