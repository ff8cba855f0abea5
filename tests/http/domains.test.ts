import { randomUUID } from 'node:crypto'
import { request, type Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { domainsContract } from '../../src/features/domains/contract.ts'
import { domainErrorTexts } from '../../src/features/domains/web/error-texts.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import type { InputOf } from '../../src/kit/endpoint.ts'
import { AppError } from '../../src/kit/errors.ts'
import { createForwarder } from '../../src/platform/api-proxy.ts'
import { createLog } from '../../src/platform/log.ts'
import { type NameServer, startNameServer } from '../doubles/dns.ts'
import { readOutbox } from '../support/outbox.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { hasSentence } from '../support/stored-errors.ts'
import { until } from '../support/wait-until.ts'

/** Custom domains over HTTP with a simulated name server. */

const target = 'cname.earshot.test'

let dns: NameServer
let server: TestServer
beforeAll(async () => {
  dns = await startNameServer()
  dns.set(target, 'A', '203.0.113.10')
  server = await startTestServer({
    DNS_SERVER: dns.address,
    CNAME_TARGET: target,
    CHROMIUM_PATH: '/nowhere/chromium',
    PUBLIC_URL: 'https://earshot.test',
    TRUSTED_PROXIES: '127.0.0.1',
  })
})
afterAll(async () => {
  await server?.close()
  await dns?.close()
})

const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)
type Person = Awaited<ReturnType<TestServer['signUp']>>
type Input = Omit<InputOf<typeof domainsContract.addUpdate>, 'workspace_id'>
const newName = () => `reports-${randomUUID().slice(0, 8)}.acme.test`
const save = ({ call, workspaceId }: Person, input: Input) =>
  call(domainsContract.addUpdate, { workspace_id: workspaceId, ...input })
const find = ({ call, workspaceId }: Person) => call(domainsContract.find, { workspace_id: workspaceId })

/** A person with an active domain. */
async function mapped(domain = newName(), input: Partial<Input> = {}) {
  const person = await server.signUp('pro')
  dns.set(domain, 'CNAME', target)
  expect((await save(person, { domain, target: 'reports', ...input })).status).toBe('active')
  return { ...person, domain }
}

async function getRefusal(answer: Promise<unknown>) {
  try {
    await answer
  } catch (error) {
    if (error instanceof AppError) return { ...error.toBody(), status: error.status }
    throw error
  }
  throw new Error('It was not refused')
}

type Sent = { method?: string; headers?: Record<string, string>; port?: number }

/** A request to this host. */
function send(
  host: string,
  at: string,
  { method = 'GET', headers = {}, port = Number(new URL(server.url).port) }: Sent = {},
) {
  return new Promise<{ status: number; text: string; location: string | undefined }>((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: at, method, headers: { Host: host, ...headers } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode!, text, location: answer.headers.location }))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}
const fromOutside = { 'X-Forwarded-For': '198.51.100.7' }

/** Runs the job of a workspace's domain. */
async function look(workspaceId: string) {
  await query(`update domains set check_at = now() where workspace_id = $1`, [workspaceId])
  await server.app.domains.checkDue(workspaceId)
}
const pixel = () =>
  new File(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    'pixel.png',
  )

test('a domain goes from pending through an error to active, with the value found for each record', async () => {
  const person = await server.signUp('pro')
  const domain = newName()
  const added = await save(person, { domain: ` ${domain.toUpperCase()}. `, target: 'reports' })
  expect(added).toMatchObject({ domain, target: 'reports', status: 'pending_dns', verified_at: null, error: null })
  const proof = { type: 'TXT', name: `_earshot.${domain}`, value: expect.stringMatching(/^earshot-domain=\S{32}$/) }
  expect(added.records).toEqual([
    { type: 'CNAME', name: domain, value: target, found: null, state: 'none' },
    { ...proof, found: null, state: 'none' },
  ])

  dns.set(domain, 'CNAME', 'shop.elsewhere.test')
  const wrong = await find(person)
  expect(wrong.status).toBe('error')
  expect(wrong.error).toBe(`${domain} points to shop.elsewhere.test instead of ${target}.`)
  expect(wrong.failure).toEqual({ code: 'conflict', reason: 'record_wrong', params: { name: domain } })
  expect(hasSentence(wrong, domainErrorTexts)).toBe(true)
  expect(wrong.records[0]).toMatchObject({ found: 'shop.elsewhere.test', state: 'wrong' })

  dns.set(domain, 'CNAME', target)
  const active = await find(person)
  expect(active).toMatchObject({
    status: 'active',
    error: null,
    failure: null,
    verified_at: expect.stringMatching(/Z$/),
  })
  expect(active.records[0]).toMatchObject({ found: target, state: 'right' })
  const { domain: head } = await person.call(workspacesContract.data, { workspace_id: person.workspaceId })
  expect(head).toMatchObject({ domain, target: 'reports', status: 'active' })

  expect(await save(person, { domain: null })).toMatchObject({ domain: null, status: null, records: [] })
  const { rows } = await query(`select action from audit_log where subject = $1 order by at, id`, [domain])
  expect(rows.map(({ action }) => action)).toEqual(['domain.added', 'domain.verified', 'domain.removed'])
})

test('CNAME chains, equal IP addresses or the proof alone are accepted, and other addresses aren’t', async () => {
  const person = await server.signUp('pro')
  const domain = newName()
  dns.set(domain, 'CNAME', 'edge.acme.test')
  dns.set('edge.acme.test', 'CNAME', target)
  expect((await save(person, { domain, target: 'reports' })).status).toBe('active')

  const apex = `acme-${randomUUID().slice(0, 8)}.test`
  dns.set(apex, 'A', '198.51.100.1')
  const wrong = await save(person, { domain: apex })
  expect(wrong).toMatchObject({ status: 'error', target: 'reports' })
  expect(wrong.records.map(({ type, value, found }) => [type, value, found])).toEqual([
    ['CNAME', target, '198.51.100.1'],
    ['A', '203.0.113.10', '198.51.100.1'],
    ['TXT', expect.any(String), null],
  ])
  dns.set(apex, 'A', '203.0.113.10')
  expect((await find(person)).status).toBe('active')

  const proxied = newName()
  dns.set(proxied, 'A', '192.0.2.80')
  const { records } = await save(person, { domain: proxied })
  const proof = records.find(({ type }) => type === 'TXT')!
  dns.set(proof.name, 'TXT', 'something else', proof.value)
  expect((await find(person)).status).toBe('active')
})

test('jobs check automatically until the records exist', async () => {
  const person = await server.signUp('pro')
  const domain = newName()
  await save(person, { domain, target: 'reports' })
  dns.set(domain, 'CNAME', target)
  await query(`update domains set check_at = now() - interval '3 minutes' where domain = $1`, [domain])
  // The job is due in fifteen seconds; the scheduled check finds it overdue.
  await server.app.domains.cleanUp()
  await until('the job', async () => (await server.app.domains.head(person.workspaceId))?.status === 'active')
  expect(await server.app.domains.allowed(domain)).toEqual({ domain })
})

test.for([
  ['acme.test/path', 'domain must be a domain name such as'],
  ['app.earshot.test', 'belongs to this server'],
  [target, 'belongs to this server'],
])('%s can’t be a custom domain', async ([domain, words]) => {
  const person = await server.signUp('pro')
  const refusal = await getRefusal(save(person, { domain: domain!, target: 'reports' }))
  expect(refusal).toMatchObject({ code: 'invalid_input', field: 'domain' })
  expect(refusal.message).toContain(words)
})

test('the plan limits domains with the message from the specification', async () => {
  const poor = await server.signUp()
  const domain = newName()
  expect(await getRefusal(save(poor, { domain, target: 'reports' }))).toMatchObject({
    status: 402,
    code: 'limit_insufficient',
    message: 'You have used up all your limits for this tool.\nYour available limit : 0\nYour requested query : 1',
    details: { tool: 'domain', available: 0, requested: 1 },
  })
  expect(await getRefusal(save(poor, { brand: { name: 'Acme' } }))).toMatchObject({ status: 402 })
  expect(await find(poor)).toMatchObject({ domain: null, status: null, allowed: false, brand: null })

  const rich = await mapped()
  const { workspace } = await rich.call(workspacesContract.add, { name: 'Second', color: '#c2410c' })
  const second = { ...rich, workspaceId: workspace._id }
  expect(await getRefusal(save(second, { domain: newName(), target: 'blog' }))).toMatchObject({ status: 402 })

  await query(`update user_plans set plan = 'free' where user_id = $1`, [rich.user.id])
  await look(rich.workspaceId)
  expect(await server.app.domains.head(rich.workspaceId)).toMatchObject({ status: 'error' })
})

test('another workspace’s domain is a conflict that names the proof, and the proof takes the domain over', async () => {
  const squatter = await server.signUp('pro')
  const owner = await server.signUp('pro')
  const domain = newName()
  await save(squatter, { domain, target: 'reports' })
  const refusal = await getRefusal(save(owner, { domain, target: 'reports' }))
  expect(refusal).toMatchObject({ status: 409, code: 'conflict', field: 'domain' })
  const [record] = (refusal.details as { records: { name: string; value: string }[] }).records
  expect(refusal.message).toContain(record!.value)

  // The owner points the domain here, as in the guide. Without the proof, the squatter would have it.
  dns.set(domain, 'CNAME', target)
  expect((await find(squatter)).status).toBe('active')
  dns.set(record!.name, 'TXT', record!.value)
  expect((await save(owner, { domain, target: 'reports' })).status).toBe('active')
  expect(await find(squatter)).toMatchObject({ domain: null, status: null })
  const email = await until('the email to the workspace that lost it', async () => findEmail(squatter.email, domain))
  expect(email).toContain('Another workspace proved')

  // A proven domain can't be taken.
  expect(await getRefusal(save(squatter, { domain, target: 'reports' }))).toMatchObject({ status: 409 })
})

test('an unproven claim lapses after a week', async () => {
  const squatter = await server.signUp('pro')
  const owner = await server.signUp('pro')
  const domain = newName()
  await save(squatter, { domain, target: 'reports' })
  await query(`update domains set claimed_at = now() - interval '8 days' where domain = $1`, [domain])
  expect((await save(owner, { domain, target: 'reports' })).domain).toBe(domain)
  expect((await find(squatter)).domain).toBeNull()
})

test('a released domain needs a proof by its next workspace, even if it still points here', async () => {
  const first = await mapped()
  await save(first, { domain: null })
  const next = await server.signUp('pro')
  const answer = await save(next, { domain: first.domain, target: 'reports' })
  expect(answer.status).toBe('pending_dns')
  expect(answer.error).toContain('Add the TXT record')
  expect((await send(first.domain, '/r/x', { headers: fromOutside })).status).toBe(421)
  const proof = answer.records.find(({ type }) => type === 'TXT')!
  dns.set(proof.name, 'TXT', proof.value)
  expect((await find(next)).status).toBe('active')
})

test('changed DNS switches the domain off after four checks with an email, and unresponsive DNS doesn’t', async () => {
  const person = await mapped()
  dns.trouble(person.domain, 'SERVFAIL')
  for (let looks = 0; looks < 6; looks++) await look(person.workspaceId)
  expect(await server.app.domains.head(person.workspaceId)).toMatchObject({ status: 'active' })

  dns.trouble(person.domain, null)
  dns.clear(person.domain)
  for (let looks = 0; looks < 4; looks++) await look(person.workspaceId)
  // Four checks, but within a short time.
  expect(await server.app.domains.head(person.workspaceId)).toMatchObject({ status: 'active' })
  expect((await send(person.domain, '/r/x', { headers: fromOutside })).status).not.toBe(421)
  await query(`update domains set left_since = now() - interval '45 minutes' where domain = $1`, [person.domain])
  await look(person.workspaceId)
  const off = await server.app.domains.head(person.workspaceId)
  expect(off).toMatchObject({ status: 'error', verified_at: null })
  expect(off!.error).toContain('switched off')
  expect(off!.failure).toMatchObject({ reason: 'domain_moved' })
  expect((await send(person.domain, '/r/x', { headers: fromOutside })).status).toBe(421)
  expect((await send('127.0.0.1', `/cname/allowed?domain=${person.domain}`)).status).toBe(404)
  const email = await until('the email', async () => findEmail(person.email, person.domain))
  expect(email).toContain('was switched off')
  expect(email.replace(/=\r?\n/g, '')).toContain('It no longer points to our server')

  dns.set(person.domain, 'CNAME', target)
  expect((await find(person)).status).toBe('active')
})

test('only this machine can ask which certificates are allowed', async () => {
  const { domain } = await mapped()
  const ask = (name: string, headers?: Record<string, string>) =>
    send(new URL(server.url).host, `/cname/allowed?domain=${name}`, { headers })
  expect((await ask(domain)).status).toBe(200)
  expect((await ask(domain.toUpperCase())).status).toBe(200)
  expect((await ask('unknown.test')).status).toBe(404)
  expect((await ask('')).status).toBe(404)
  expect((await ask(target)).status).toBe(404)
  expect((await ask(domain, fromOutside)).status).toBe(421)
  expect((await send('earshot.test', `/cname/allowed?domain=${domain}`, { headers: fromOutside })).status).toBe(404)
})

test('a custom domain has no API, app or sign-in, only its own images', async () => {
  const { domain, call, workspaceId, token } = await mapped()
  const other = await server.signUp('pro')
  const upload = async (by: Person['call'], workspace_id: string) =>
    (await by(imagesContract.upload, { workspace_id, file: pixel() })).image._id
  const [own, theirs] = [await upload(call, workspaceId), await upload(other.call, other.workspaceId)]
  const headers = { Cookie: `app_token=${token}`, Authorization: `Bearer ${token}` }
  for (const at of ['/app', '/login', '/', '/openapi.json', '/metrics', '/cms/list', '/blog', '/b/x', '/readyz/x'])
    expect([at, (await send(domain, at, { headers })).status]).toEqual([at, 404])
  for (const at of ['/user/userdata', '/user/login', '/reports/new', '/stream', '/mcp', '/shared/open', '/cname/find'])
    expect([at, (await send(domain, at, { method: 'POST', headers })).status]).toEqual([at, 404])
  expect((await send(domain, `/images/${own}/full`)).status).toBe(200)
  expect((await send(domain, `/images/${theirs}/full`)).status).toBe(404)
  expect((await send(domain, '/app')).text).not.toMatch(/earshot/i)
  expect((await send(domain, `/og/${workspaceId}/blog`)).status).toBe(200)
  for (const at of [`/og/${other.workspaceId}/blog`, '/og/own/blog', '/og/pages/pricing'])
    expect([at, (await send(domain, at)).status]).toEqual([at, 404])
})

test('a process that serves only pages doesn’t proxy calls for a custom domain', async () => {
  const { domain } = await mapped(newName(), { target: 'blog' })
  const pages = createForwarder(server.app.routes, {
    apiUrl: server.url,
    csrf: server.app.csrf,
    guard: server.app.guard,
    streams: server.app.streams,
    log: createLog('silent'),
  })
  const listening = createAdaptorServer({ fetch: pages.fetch }) as Server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as { port: number }
  const ask = (host: string) => send(host, '/stream', { method: 'POST', port })
  // It would be a page of this domain, which has none.
  expect((await ask(domain)).status).toBe(404)
  expect((await ask('earshot.test')).status).not.toBe(404)
  await new Promise((resolve) => listening.close(resolve))
})

test('the host comes from a trusted proxy, and an unknown host is rejected', async () => {
  const { domain } = await mapped()
  const through = (asked: string) =>
    send('earshot.test', '/user/userdata', {
      method: 'POST',
      headers: { ...fromOutside, 'X-Forwarded-Host': asked },
    })
  expect((await through(`${domain}:8443`)).status).toBe(404)
  expect((await through('earshot.test')).status).toBe(401)
  expect((await through('nobody.test')).status).toBe(421)
  // On this machine it is served as our own host.
  expect((await send('nobody.test', '/user/userdata', { method: 'POST' })).status).toBe(401)
})

test('a workspace has its own branding with separately editable fields and a logo from its images', async () => {
  const person = await server.signUp('pro')
  const stranger = await server.signUp('pro')
  const { image } = await person.call(imagesContract.upload, { workspace_id: person.workspaceId, file: pixel() })
  const { brand } = await save(person, { brand: { name: '  Hollow \n Oak ', logo: image.url, color: '#0F766E' } })
  expect(brand).toEqual({ name: 'Hollow Oak', logo: image.url, color: '#0f766e' })
  expect((await save(person, { brand: { color: null } })).brand).toEqual({ ...brand, color: null })
  expect((await save(person, { brand: { logo: image._id } })).brand!.logo).toBe(image.url)
  for (const logo of [image.url, 'https://elsewhere.test/logo.png', 'javascript:alert(1)'])
    expect(await getRefusal(save(stranger, { brand: { logo } }))).toMatchObject({ field: 'brand.logo' })
  expect((await person.call(imagesContract.uses, { _id: image._id })).used_in).toMatchObject([{ kind: 'brand' }])
  await person.call(imagesContract.delete, { _id: image._id, force: true })
  expect((await find(person)).brand!.logo).toBeNull()
  expect((await save(person, { brand: null })).brand).toBeNull()
})

test('a shared report has the branding and domain, and opens only on its workspace’s domain', async () => {
  const ours = await mapped(newName(), { brand: { name: 'Acme', color: '#0f766e' } })
  const theirs = await mapped()
  const toShare = async ({ call, workspaceId }: Person) => {
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'cold brew coffee',
      country: 'US',
      language: 'en',
      sources: ['sample'],
    })
    return (await call(sharingContract.share, { _id: report!._id })).share
  }
  const [mine, other] = [await toShare(ours), await toShare(theirs)]
  expect(mine.url).toBe(`https://${ours.domain}/r/${mine.token}`)
  const open = (token: string, workspace_id?: string) => server.anonymous(sharingContract.open, { token, workspace_id })
  expect(await open(mine.token, ours.workspaceId)).toMatchObject({
    brand: { name: 'Acme', logo: null, color: '#0f766e' },
    url: mine.url,
  })
  expect(await getRefusal(open(other.token, ours.workspaceId))).toMatchObject({ code: 'not_found' })
  // A domain without branding shows the workspace's name.
  expect((await open(other.token)).brand!.name).toContain('workspace')

  // Its PDF is there too, and only for links of this workspace. Without a Chromium it's a page to print.
  const pdfOf = (token: string, workspaceId?: string) =>
    send(ours.domain, `/shared/pdf/${token}${workspaceId ? `?workspace_id=${workspaceId}` : ''}`)
  const pdf = await pdfOf(mine.token, ours.workspaceId)
  expect(pdf).toMatchObject({ status: 303, location: expect.stringMatching(/^\/print\/report\/[^/]+$/) })
  for (const [token, workspaceId] of [[mine.token], [mine.token, theirs.workspaceId], [other.token, ours.workspaceId]])
    expect((await pdfOf(token!, workspaceId)).status).toBe(404)
  const pass = decodeURIComponent(pdf.location!.split('/').at(-1)!)
  const print = (workspace_id: string) => server.anonymous(sharingContract.printable, { pass, workspace_id })
  expect((await print(ours.workspaceId)).report.query).toBe('cold brew coffee')
  expect(await getRefusal(print(theirs.workspaceId))).toMatchObject({ code: 'not_found' })

  await save(ours, { domain: null })
  expect(await open(mine.token)).toMatchObject({
    brand: { name: 'Acme' },
    url: `https://earshot.test/r/${mine.token}`,
  })
  await save(ours, { brand: null })
  expect((await open(mine.token)).brand).toBeNull()
})

test('deleting a workspace deletes its domain and leaves no data for the next one', async () => {
  const person = await mapped()
  await person.call(workspacesContract.add, { name: 'Another', color: '#c2410c' })
  await save(person, { brand: { name: 'Acme' } })
  await person.call(workspacesContract.remove, { _id: person.workspaceId })
  expect((await send(person.domain, '/r/x', { headers: fromOutside })).status).toBe(421)
  const left = await query(
    `select (select count(*) from domains where workspace_id = $1) + (select count(*) from brands where workspace_id = $1) as left`,
    [person.workspaceId],
  )
  expect(Number(left.rows[0].left)).toBe(0)
})

async function findEmail(email: string, words: string): Promise<string | null> {
  return (await readOutbox(server.dataDir, email)).find((text) => text.includes(words)) ?? null
}
