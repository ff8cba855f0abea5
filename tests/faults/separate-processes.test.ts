import { afterAll, beforeAll, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { createClient } from '../../src/kit/client.ts'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { until } from '../support/wait-until.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** The same code in four processes on one database: pages, API and two workers. */

let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>
const directories: Awaited<ReturnType<typeof makeDataDir>>[] = []
const processes: RunningEarshot[] = []

async function start(roles: string, env: Record<string, string> = {}) {
  const data = await makeDataDir({ empty: true })
  directories.push(data)
  const running = await startEarshot(data.dataDir, {
    ROLES: roles,
    DATABASE_URL: database.url,
    SECRET_KEY: 'the same secret for every process of it',
    ...env,
  })
  processes.push(running)
  return running
}

beforeAll(async () => {
  const data = await makeDataDir()
  directories.push(data)
  database = await startEmbeddedPostgres(data.dataDir, createLog('warn'))
})
afterAll(async () => {
  await Promise.all(processes.map((running) => running.kill('SIGTERM')))
  await database?.stop()
  await Promise.all(directories.map((data) => data.remove()))
})

test('pages, API and workers work as separate processes, and another worker takes over from a dead one', async () => {
  const api = await start('api')
  const web = await start('web', { API_URL: api.url })
  const worker = await start('worker')

  const browser = createClient({ baseUrl: web.url })
  const { token, user } = await browser(authContract.signup, {
    email: 'apart@example.com',
    password: 'a long enough one',
    first_name: 'Ada',
  })
  const cookie = { Cookie: `app_token=${token}`, Origin: web.url }
  const call = createClient({ baseUrl: web.url, headers: () => cookie })
  expect((await call(authContract.userdata, {})).user.email).toBe('apart@example.com')
  const foreign = createClient({ baseUrl: web.url, headers: () => ({ ...cookie, Origin: 'https://evil.example' }) })
  await expect(foreign(authContract.userdata, {})).rejects.toMatchObject({ code: 'forbidden' })

  const page = await fetch(`${web.url}/app`, { headers: cookie })
  expect(await page.text()).toContain('Ada')

  const begin = () =>
    call(reportsContract.new, {
      workspace_id: user.workspaces[0]!._id,
      type: 'topic',
      query: 'cold brew coffee',
      country: 'US',
      language: 'en',
      sources: ['sample'],
    })
  const { report } = await begin()
  const events = await (await fetch(`${web.url}/reports/events/${report!._id}`, { headers: cookie })).text()
  expect(events).toMatch(/event: done\n/)

  await worker.kill('SIGKILL')
  const second = (await begin()).report!
  await start('worker')
  await until(
    'the second worker to finish it',
    async () => (await call(reportsContract.checkstatus, { _id: second._id })).status === 'done',
    25_000,
  )
})
