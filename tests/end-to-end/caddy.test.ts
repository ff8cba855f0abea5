import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { domainsContract } from '../../src/features/domains/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { type NameServer, startNameServer } from '../doubles/dns.ts'
import { freePort, makeDataDir, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { until } from '../support/wait-until.ts'

/** The guide's Caddyfile with Caddy's own CA: https for mapped domains, and no certificate for others. */

const root = path.resolve(import.meta.dirname, '..', '..')
const caddyPath = process.env.CADDY_PATH ?? 'caddy'
const hasCaddy = (() => {
  try {
    return execFileSync(caddyPath, ['version']).length > 0
  } catch {
    return false
  }
})()
const target = 'cname.earshot.example'
const startsWithinMs = 60_000
const [reportsName, blogName] = ['reports.acme.example', 'blog.acme.example']

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let dns: NameServer
let caddy: ChildProcess
let caddyHome: string
let httpsPort: number
let authority: string

beforeAll(async () => {
  if (!hasCaddy) return
  dns = await startNameServer()
  data = await makeDataDir()
  caddyHome = await mkdtemp(path.join(tmpdir(), 'earshot-caddy-'))
  earshot = await startEarshot(data.dataDir, {
    PUBLIC_URL: 'https://earshot.example',
    TRUSTED_PROXIES: '127.0.0.1',
    CNAME_TARGET: target,
    DNS_SERVER: dns.address,
  })
  httpsPort = await freePort()
  caddy = spawn(caddyPath, ['run', '--config', path.join(root, 'docs', 'caddy', 'Caddyfile')], {
    env: {
      PATH: process.env.PATH,
      HOME: caddyHome,
      XDG_DATA_HOME: caddyHome,
      XDG_CONFIG_HOME: caddyHome,
      HTTP_PORT: String(await freePort()),
      HTTPS_PORT: String(httpsPort),
      EARSHOT_ADDRESS: 'earshot.example',
      EARSHOT_UPSTREAM: `127.0.0.1:${earshot.port}`,
      EARSHOT_ASK: `127.0.0.1:${earshot.port}`,
      CADDY_ISSUER: 'internal',
    },
    stdio: 'ignore',
  })
  authority = await until(
    'Caddy’s authority',
    () => readFile(path.join(caddyHome, 'caddy', 'pki', 'authorities', 'local', 'root.crt'), 'utf8').catch(() => null),
    startsWithinMs,
  )
  await until(
    'Caddy to answer',
    () =>
      visit('earshot.example', '/healthz').then(
        ({ status }) => status === 200,
        () => null,
      ),
    startsWithinMs,
  )
})
afterAll(async () => {
  if (!hasCaddy) return
  caddy?.kill('SIGTERM')
  await earshot?.kill('SIGTERM')
  await dns?.close()
  await data?.remove()
  await rm(caddyHome, { recursive: true, force: true })
})

type Answer = { status: number; text: string; cookies: string[]; location: string | undefined }
type Sent = { method?: string; headers?: Record<string, string>; body?: string }

/** Connects like a browser that resolved the name to this server, and checks the certificate. */
function visit(name: string, at: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        servername: name,
        port: httpsPort,
        path: at,
        method,
        ca: authority,
        agent: false,
        headers: { Host: `${name}:${httpsPort}`, ...headers },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            text,
            cookies: answer.headers['set-cookie'] ?? [],
            location: answer.headers.location,
          }),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

async function sharedReport(call: Call, workspaceId: string, password?: string) {
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'topic',
    query: 'cold brew coffee',
    country: 'US',
    language: 'en',
    sources: ['sample'],
  })
  return (await call(sharingContract.share, { _id: report!._id, password })).share
}

test.skipIf(!hasCaddy)(
  'a mapped domain serves only its workspace over https, and an unknown domain gets no certificate',
  async () => {
    const { call, token, workspaceId } = await earshot.signIn()
    const second = (await call(workspacesContract.add, { name: 'Second Street', color: '#4338ca' })).workspace._id
    dns.set(reportsName, 'CNAME', target)
    dns.set(blogName, 'CNAME', target)
    const map = (workspace_id: string, domain: string, what: 'reports' | 'blog', name: string) =>
      call(domainsContract.addUpdate, { workspace_id, domain, target: what, brand: { name, color: '#0f766e' } })

    // Before the domain belongs to a workspace, Caddy refuses the TLS handshake.
    const refused = /tlsv1 alert internal error/
    await expect(visit(reportsName, '/')).rejects.toThrow(refused)
    expect((await map(workspaceId, reportsName, 'reports', 'Acme Research')).status).toBe('active')
    expect((await map(second, blogName, 'blog', 'Acme Journal')).status).toBe('active')

    const [share, foreign] = [await sharedReport(call, workspaceId, 'open sesame'), await sharedReport(call, second)]
    expect(share.url).toBe(`https://${reportsName}/r/${share.token}`)
    expect(foreign.url).toBe(`https://earshot.example/r/${foreign.token}`)

    // The report with its password form, which returns to the same domain.
    const at = `/r/${share.token}`
    const origin = `https://${reportsName}:${httpsPort}`
    const asked = await visit(reportsName, at)
    expect(asked.text).toContain('This report is password-protected')
    const opened = await visit(reportsName, at, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'password=open+sesame',
    })
    expect([opened.status, opened.location]).toEqual([303, at])
    expect(opened.cookies.join()).toMatch(/^share_pass=[^;]+; Path=\/r\/.*; Secure$/)
    const pass = { Cookie: opened.cookies[0]!.split(';')[0]! }
    const report = await visit(reportsName, at, { headers: pass })
    expect(report.status).toBe(200)
    expect(report.text).toContain('Acme Research')
    expect(report.text).toContain(`<link rel="canonical" href="${share.url}"`)
    expect(report.text).not.toMatch(/SEO research and AI writing|Earshot report/)
    expect(report.text).toMatch(/<meta property="og:description"/)
    // Its preview is on the same name, and there is no icon of ours.
    const preview = new URL(/<meta property="og:image" content="([^"]+)"/.exec(report.text)![1]!)
    expect(preview.hostname).toBe(reportsName)
    expect((await visit(reportsName, preview.pathname)).status).toBe(200)
    for (const icon of ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png'])
      expect([icon, (await visit(reportsName, icon)).status]).toEqual([icon, 404])
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(report.text)![1]!
    expect((await visit(reportsName, style)).status).toBe(200)

    // Nothing else of ours, whoever requests it, and no other workspace's report.
    const session = { Cookie: `app_token=${token}` }
    for (const elsewhere of ['/', '/app', '/login', '/blog', `/r/${foreign.token}`, '/sitemap.xml']) {
      const answer = await visit(reportsName, elsewhere, { headers: session })
      expect([elsewhere, answer.status, answer.cookies]).toEqual([elsewhere, 404, []])
      expect(answer.text).not.toMatch(/Sign in|Go to your workspace/)
    }
    expect((await visit(reportsName, '/robots.txt')).text).toContain('Disallow: /')

    // The other domain is a blog.
    const { item } = await call(aiContentContract.new, {
      workspace_id: second,
      template: 'blog_post',
      title: 'Cold brew',
    })
    await call(aiContentContract.update, { _id: item._id, version: 1, content_md: 'It steeps for sixteen hours.' })
    const { post } = await call(cmsContract.publish, { _id: item._id, status: 'published', tags: ['Coffee'] })
    expect(post.url).toBe(`https://${blogName}/cold-brew`)
    const home = await visit(blogName, '/')
    expect(home.text).toMatch(/href="\/cold-brew"/)
    expect(home.text).toContain('Acme Journal')
    const page = await visit(blogName, '/cold-brew')
    expect(page.text).toContain(`<link rel="canonical" href="https://${blogName}/cold-brew"`)
    expect(page.text).toMatch(/href="\/tag\/coffee"/)
    expect(page.text).not.toMatch(/\/b\/[0-9a-f-]{36}|Published with/)
    expect((await visit(blogName, '/tag/coffee')).status).toBe(200)
    expect((await visit(blogName, '/feed.xml')).text).toContain(`<link>https://${blogName}/cold-brew</link>`)
    expect((await visit(blogName, '/sitemap.xml')).text).toContain(`<loc>https://${blogName}/cold-brew</loc>`)
    expect((await visit(blogName, '/robots.txt')).text).toContain(`Sitemap: https://${blogName}/sitemap.xml`)
    const liked = await visit(blogName, '/cold-brew', {
      method: 'POST',
      headers: { Origin: `https://${blogName}:${httpsPort}`, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `id=${post._id}`,
    })
    expect([liked.status, liked.location]).toEqual([303, '/cold-brew#like'])
    for (const elsewhere of ['/login', '/app', `/r/${foreign.token}`, `/b/${workspaceId}`, '/stream'])
      expect([elsewhere, (await visit(blogName, elsewhere, { headers: session })).status]).toEqual([elsewhere, 404])

    // Our own domain still works, and an unknown one fails the TLS handshake.
    // (Its URL has no port, as with the default ports.)
    const ours = await visit('earshot.example', '/login', { headers: { Host: 'earshot.example' } })
    expect(ours.status).toBe(200)
    await expect(visit('nobody.example', '/')).rejects.toThrow(refused)
    const certified = await readdir(path.join(caddyHome, 'caddy', 'certificates', 'local'))
    expect(certified.sort()).toEqual([blogName, 'earshot.example', reportsName])
  },
)
