import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Databases on a server that outlives the test run: names that say whose they are and since when, and their removal. */

const stamp = () => Math.floor(Date.now() / 1000).toString(36)

/** Of one run of tests. The part that all names of its databases begin with. */
export const newRunPrefix = () => `test_${randomUUID().slice(0, 8)}_`

/** @param prefix of the run */
export const newDatabaseName = (prefix: string) => `${prefix}${stamp()}_${randomUUID().slice(0, 8)}`

/** The database that those of a run are copies of. */
export const toTemplateName = (prefix: string) => `${prefix}prepared`

/** Younger ones may belong to a test that hasn’t connected yet. */
const minSecondsUnused = 60

/** Databases of tests that ended, of this run and of earlier ones that were killed. */
export async function findUnusedDatabases(serverUrl: string): Promise<string[]> {
  return withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database d where datname ~ '^test_[0-9a-f]{8}_[0-9a-z]+_[0-9a-f]{8}$' and not exists (
         select from pg_stat_activity a where a.datid = d.oid and a.application_name like 'earshot%')`,
    )
    const now = Number.parseInt(stamp(), 36)
    return rows
      .map(({ name }) => name)
      .filter((name) => now - Number.parseInt(name.split('_')[2]!, 36) > minSecondsUnused)
  })
}

export async function findDatabasesOfRun(serverUrl: string, prefix: string): Promise<string[]> {
  return withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    return rows.map(({ name }) => name)
  })
}

export async function dropDatabases(serverUrl: string, names: readonly string[]) {
  if (names.length === 0) return
  await withClient(serverUrl, async (client) => {
    // Another run may remove the same ones at the same time.
    for (const name of names) await client.query(`drop database if exists ${name} with (force)`).catch(() => undefined)
  })
}

export const withDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
