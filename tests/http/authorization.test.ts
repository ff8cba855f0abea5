import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { importsContract, listsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { researchContract } from '../../src/features/research/contract.ts'
import { requestFor } from '../../src/kit/client.ts'
import { type Role, roleAtLeast, type Scope, scopes } from '../../src/kit/endpoint.ts'
import { hashToken, newToken } from '../../src/platform/secrets.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Every call as every kind of caller. What is expected stands in `table`, not in the contracts: both have to agree. */

const callers = [
  'signed out',
  'other workspace',
  'viewer',
  'editor',
  'admin',
  'owner',
  'staff',
  'support',
  'key without',
  'key with',
] as const
type Caller = (typeof callers)[number]

/** What staff in support access at the owner's account may not do; in all else they are answered as the owner is. */
const notInSupport = new Set([
  'POST /ai/models/save',
  'POST /ai/models/test',
  'POST /ai/models/remove',
  'POST /user/verifytoken',
  'POST /user/authenticate/google',
  'POST /user/update',
  'POST /user/twofactor/begin',
  'POST /user/twofactor/confirm',
  'POST /user/twofactor/disable',
  'POST /user/export',
  'POST /user/documents/put',
  'POST /user/documents/delete',
  'POST /user/delete',
  'POST /user/sessions/revoke',
  'POST /user/workspace/remove',
  'POST /user/workspace/archive',
  'POST /user/workspace/archive/remove',
  'GET /user/workspace/archive/:id',
  'POST /user/workspace/import',
  'POST /user/workspace/import/cancel',
  'POST /user/team/add',
  'POST /user/team/remove',
  'POST /user/team/role',
  'POST /user/team/transfer',
  'POST /user/team/transfer/accept',
  'POST /user/team/transfer/cancel',
  'POST /user/team/accept',
  'POST /user/keys/add',
  'POST /user/keys/remove',
  'POST /user/add_code',
  'POST /user/add_code_annual',
  'POST /stripe/paylink',
  'POST /stripe_ae/paylink_noauth',
  'POST /stripe/billingportal',
  'POST /coinbase_link',
  'POST /payments/keep',
])

type Row = {
  expected: (caller: Caller, allowed: number) => number
  scope: Scope | null
  /** A valid body; what a call uses up is made anew for each. */
  input: () => object | Promise<object>
  /** What whoever may call is answered. */
  allowed: number
}

const row = (expected: Row['expected'], scope: Scope | null, input: Row['input'] = () => ({}), allowed = 200): Row => ({
  expected,
  scope,
  input,
  allowed,
})
const anyone = (input?: Row['input'], allowed?: number) => row((_caller, answer) => answer, null, input, allowed)
const signedIn = (input?: Row['input'], allowed?: number) =>
  row(
    (caller, answer) => (caller === 'signed out' ? 401 : caller.startsWith('key') ? 403 : answer),
    null,
    input,
    allowed,
  )
const staffOnly = (input?: Row['input'], allowed?: number) =>
  row((caller, answer) => (caller === 'signed out' ? 401 : caller === 'staff' ? answer : 403), null, input, allowed)
/** A member from this role on; a key only with the scope, none with null. Staff are strangers in a workspace. */
const member = (role: Role, scope: Scope | null, input?: Row['input'], allowed?: number) =>
  row(
    (caller, answer) => {
      if (caller === 'signed out') return 401
      if (caller === 'other workspace' || caller === 'staff' || caller === 'support') return 404
      if (caller === 'key without') return 403
      if (caller === 'key with') return scope ? answer : 403
      return roleAtLeast(caller, role) ? answer : 403
    },
    scope,
    input,
    allowed,
  )

const nobody = randomUUID()
const us = { country: 'US', language: 'en' }
const ours = () => ({ workspace_id: world.workspaceId })
const report = () => ({ _id: world.reportId })
const reportInPath = () => ({ id: world.reportId })
const credentials = () => ({
  email: `${randomUUID()}@example.com`,
  password: 'correct horse battery',
  first_name: 'Eve',
})

const table: Record<string, Row> = {
  'POST /user/signup': anyone(credentials),
  'POST /user/login': anyone(() => ({ email: world.owner.email, password: world.owner.password })),
  'POST /user/setup': anyone(() => ({ ...credentials(), token: 'own_unknown' }), 404),
  'POST /user/authenticate': anyone(() => ({ email: world.owner.email, password: world.owner.password })),
  // No Google account can sign in where none is set up.
  'POST /user/authenticate/google': anyone(() => ({ credential: 'unknown' }), 503),
  // For staff an email alone asks for support access, and this one has no account.
  'POST /user/_carnatic': row(
    (caller) => (caller === 'staff' ? 404 : 200),
    null,
    () => ({ email: credentials().email }),
  ),
  'POST /user/forgotpassword': anyone(() => ({ email: credentials().email })),
  'POST /user/verifytoken': anyone(() => ({ token: 'unknown', purpose: 'email' }), 404),
  'POST /user/resendverification': signedIn(),
  'POST /user/update': signedIn(() => ({ timezone: 'Europe/Berlin' })),
  'POST /user/twofactor/begin': signedIn(),
  'POST /user/twofactor/confirm': signedIn(() => ({ otp: '000000' }), 400),
  'POST /user/twofactor/disable': signedIn(() => ({ otp: '000000' }), 400),
  'POST /user/export': signedIn(),
  // With a wrong password: the right one would end the account.
  'POST /user/delete': signedIn(() => ({ password: 'not the password' }), 400),
  'POST /user/userdata': signedIn(),
  'POST /user/logout': signedIn(),
  'POST /user/sessions/list': signedIn(),
  'POST /user/sessions/revoke': signedIn(() => ({ _id: nobody }), 404),
  'POST /user/workspacedata': member('viewer', null, ours),
  'POST /user/workspace/add': signedIn(() => ({ name: 'Another', color: '#c2410c' })),
  'POST /user/workspace/rename': member('admin', null, () => ({ _id: world.workspaceId, name: 'Renamed' })),
  'POST /user/workspace/remove': member('owner', null, async () => ({ _id: await newWorkspace() })),
  'POST /user/workspace/archive': member('owner', null, async () => ({ workspace_id: await newWorkspace() })),
  'POST /user/workspace/archives': member('owner', null, ours),
  'POST /user/workspace/archive/remove': member('owner', null, async () => ({ _id: await newArchive() })),
  // It is still to be made.
  'GET /user/workspace/archive/:id': member('owner', null, async () => ({ id: await newArchive() }), 404),
  // Its body is an archive, and this is none.
  'POST /user/workspace/import': signedIn(undefined, 415),
  'POST /user/workspace/imports': signedIn(),
  'POST /user/workspace/import/cancel': signedIn(() => ({ _id: nobody }), 404),
  'POST /user/team/add': member('admin', null, () => ({ ...ours(), email: credentials().email, role: 'viewer' })),
  'POST /user/team/remove': member('admin', null, async () => ({ ...ours(), member_id: await newMember() })),
  'POST /user/team/role': member('admin', null, async () => ({
    ...ours(),
    member_id: await newMember(),
    role: 'editor',
  })),
  'POST /user/team/transfer': member('owner', null, async () => ({
    workspace_id: await newWorkspace(),
    member_id: world.people.admin,
  })),
  // Only the member it is offered to accepts; here it is offered to nobody.
  'POST /user/team/transfer/accept': member('viewer', null, ours, 404),
  'POST /user/team/transfer/cancel': member('viewer', null, ours, 404),
  'POST /user/team/invitation': anyone(() => ({ token: 'unknown' }), 404),
  'POST /user/team/accept': signedIn(() => ({ token: 'unknown' }), 404),
  'POST /user/keys/add': member('admin', null, () => ({ ...ours(), name: 'Key', scopes: ['research'] })),
  'POST /user/keys/list': member('admin', null, ours),
  'POST /user/keys/remove': member('admin', null, async () => ({ _id: (await newKey(['research']))._id })),
  'POST /user/add_code': signedIn(() => ({ code: 'ES-UNKNOWN' }), 404),
  'POST /user/add_code_annual': signedIn(() => ({ code: 'ES-UNKNOWN' }), 404),
  'POST /plans/list': anyone(),
  // Nothing to pay with is set up here; a signature is not even looked at.
  'POST /stripe/paylink': signedIn(() => ({ feature: 'pro', interval: 'month' }), 503),
  'POST /stripe_ae/paylink_noauth': anyone(() => ({ feature: 'code', qty: 1 }), 503),
  'POST /stripe_ae/csinfo': anyone(() => ({ id: 'cs_test_unknown' }), 503),
  'POST /stripe/billingportal': signedIn(() => ({}), 503),
  'POST /coinbase_link': signedIn(() => ({ qty: 1 }), 503),
  'POST /stripe/webhook': anyone(() => ({ raw: '{}' }), 503),
  'POST /stripe_ae/webhook': anyone(() => ({ raw: '{}' }), 503),
  'POST /coinbase/webhook': anyone(() => ({ raw: '{}' }), 503),
  'POST /payments/catalogue': anyone(),
  'POST /payments/status': anyone(() => ({ reference: nobody }), 404),
  'POST /payments/billing': signedIn(),
  'POST /payments/keep': signedIn(() => ({ _id: 'sub_unknown' }), 503),
  'POST /__admin/prices/update': staffOnly(() => ({ feature: 'code', price: { once: 59 } })),
  'POST /__admin/users/list': staffOnly(),
  'POST /__admin/users/plan': staffOnly(() => ({ user_id: world.other, plan: 'self_hosted' })),
  'POST /__admin/users/disable': staffOnly(() => ({ user_id: world.other, disabled: false })),
  'POST /__admin/plans/list': staffOnly(),
  'POST /__admin/plans/update': staffOnly(() => ({ name: 'free', label: 'Free' })),
  'POST /__admin/codes/create': staffOnly(() => ({ interval: 'annual', count: 1 })),
  'POST /__admin/audit/list': staffOnly(),
  'POST /__admin/events/list': staffOnly(),
  'POST /__admin/events/settings': staffOnly(),
  'POST /__admin/events/summary': staffOnly(),
  'POST /__admin/events/funnel': staffOnly(() => ({ steps: ['Signed up'] })),
  'POST /__admin/events/person': staffOnly(() => ({ person: 'nobody' })),
  // By the public key of the installation, whoever is signed in; without it a stranger to everyone.
  'POST /v1/public/batch': anyone(() => ({ public_key: 'wrong', workspace_id: 'wrong', messages: [] }), 401),
  'POST /user/documents/list': signedIn(),
  'POST /user/documents/get': signedIn(() => ({ path: 'preferences/none' })),
  'POST /user/documents/put': signedIn(() => ({ path: `drafts/${randomUUID()}`, version: 0, content: {} })),
  'POST /user/documents/delete': signedIn(() => ({ path: 'preferences/none' })),
  'POST /v1/public/settings': anyone(),
  'POST /__admin/jobs/list': staffOnly(),
  'POST /__admin/jobs/retry': staffOnly(() => ({ _id: nobody }), 404),
  'POST /__admin/health/check': staffOnly(() => ({ ids: ['database'] })),
  'POST /imports/add': member('editor', 'reports:write', () => ({ ...ours(), file: keywordFile() })),
  'POST /imports/list': member('viewer', 'reports:read', ours),
  'POST /imports/delete': member('editor', 'reports:write', async () => ({ _id: await newImport() })),
  'POST /reports/new': member('editor', 'reports:write', () => ({ ...ours(), ...topic, dry_run: true })),
  'POST /reports/checkstatus': member('viewer', 'reports:read', report),
  'GET /reports/events/:id': member('viewer', 'reports:read', reportInPath),
  'GET /reports/get/:id': member('viewer', 'reports:read', reportInPath),
  'POST /reports/rows': member('viewer', 'reports:read', report),
  'POST /reports/find': member('viewer', 'reports:read', ours),
  'POST /reports/hide': member('editor', 'reports:write', report),
  'POST /reports/overview': member('viewer', 'reports:read', ours),
  'POST /reports/cancel': member('editor', 'reports:write', report, 409),
  'POST /reports/retry': member('editor', 'reports:write', report, 409),
  'GET /reports/export/:id': member('viewer', 'reports:read', reportInPath),
  'POST /reports/share': member('editor', 'reports:write', report),
  'POST /reports/unshare': member('editor', 'reports:write', report),
  'POST /reports/sharing': member('viewer', 'reports:read', report),
  'POST /reports/compare': member('viewer', 'reports:read', () => ({ a: world.reportId, b: world.reportId })),
  'POST /reports/sources': signedIn(),
  'POST /shared/open': anyone(() => ({ token: 'unknown' }), 404),
  'POST /demoreports/basic': anyone(() => ({ query: 'cold brew', ...us })),
  'POST /ai/new': member('editor', 'content:write', () => ({ ...ours(), template: 'social_post', title: 'Coffee' })),
  'POST /stream': member('editor', 'content:write', async () => ({ _id: await newDocument() })),
  'POST /ai/edit': member('editor', 'content:write', async () => ({ _id: await newDocument(), ...shortening })),
  'POST /ai/find': member('viewer', 'content:read', ours),
  'POST /ai/single': member('viewer', 'content:read', async () => ({ _id: await newDocument() })),
  'POST /ai/version': member('viewer', 'content:read', async () => ({ _id: await newDocument(), version: 1 })),
  'POST /ai/update': member('editor', 'content:write', async () => ({ _id: await newDocument(), version: 1 })),
  'POST /ai/delete': member('editor', 'content:write', async () => ({ _id: await newDocument() })),
  // No model is set up here, and the built-in writer makes no variations.
  'POST /ai/more': member('editor', 'content:write', async () => ({ _id: await newDocument(), count: 1 }), 503),
  'POST /ai/check': member('viewer', 'content:read', async () => ({ _id: await newDocument() })),
  'POST /ai/target': member('viewer', 'content:read', async () => ({ _id: await newDocument() })),
  'GET /ai/export/:id': member('viewer', 'content:read', async () => ({ id: await newDocument() })),
  'GET /ai/events/:id': member('viewer', 'content:read', async () => ({ id: await newDocument() })),
  'POST /ai/voices/list': member('viewer', 'content:read', ours),
  'POST /ai/voices/add': member('editor', 'content:write', () => ({ ...ours(), name: 'House', samples: [sample] })),
  'POST /ai/voices/remove': member('editor', 'content:write', async () => ({ _id: await newVoice() })),
  'POST /ai/models/get': member('viewer', 'content:read', ours),
  'POST /ai/models/save': member('admin', null, () => ({ ...ours(), provider: 'ollama', model: 'small' })),
  'POST /ai/models/test': member('admin', null, () => ({ ...ours(), provider: 'ollama', model: 'small' })),
  'POST /ai/models/remove': member('admin', null, ours),
  // Refused by the one source asked by name: nothing is set up here.
  'POST /extra/trends': member('editor', 'research', () => ({ ...ours(), keywords: ['tea'], source: 'serpapi' }), 503),
  'POST /extra/sv': member('editor', 'research', () => ({ ...ours(), keywords: ['tea'], ...us })),
  'POST /extra/history': member('viewer', 'research', () => ({ ...ours(), kind: 'sv' })),
  'POST /extra/sources': member('viewer', 'research', ours),
  'POST /extra/get': member('viewer', 'research', async () => ({ _id: await newLookup() })),
  'POST /extra/remove': member('editor', 'research', async () => ({ _id: await newLookup() })),
  'GET /extra/export/:id': member('viewer', 'research', async () => ({ id: await newLookup() })),
  'POST /lists/add': member('editor', 'research', () => ({ ...ours(), name: randomUUID() })),
  'POST /lists/list': member('viewer', 'research', ours),
  'POST /lists/get': member('viewer', 'research', async () => ({ _id: await newList() })),
  'POST /lists/texts': member('viewer', 'research', async () => ({ _id: await newList() })),
  'POST /lists/rename': member('editor', 'research', async () => ({ _id: await newList(), name: randomUUID() })),
  'POST /lists/remove': member('editor', 'research', async () => ({ _id: await newList() })),
  'POST /lists/restore': member('editor', 'research', async () => ({ _id: await newList() })),
  'POST /lists/items/add': member('editor', 'research', async () => ({
    _id: await newList(),
    items: [{ text: 'tea' }],
  })),
  'POST /lists/items/remove': member('editor', 'research', async () => ({ _id: await newList(), item_ids: [nobody] })),
  'GET /lists/export/:id': member('viewer', 'research', async () => ({ id: await newList() })),
  'POST /humanize': member('editor', 'content:write', () => ({ ...ours(), text: sample, strength: 'light' })),
  'POST /humanizer/find': member('viewer', 'content:read', ours),
  'POST /humanizer/single': member('viewer', 'content:read', async () => ({ _id: await newHumanizerRun() })),
  'POST /humanizer/delete': member('editor', 'content:write', async () => ({ _id: await newHumanizerRun() })),
  'POST /__cms/add': staffOnly(() => newPost()),
  'POST /__cms/update': staffOnly(async () => ({ _id: world.postId, excerpt: 'Changed.' })),
  'POST /__cms/get': staffOnly(() => ({ _id: world.postId })),
  'POST /__cms/version': staffOnly(() => ({ _id: world.postId, version: 1 })),
  'POST /__cms/list': staffOnly(),
  'GET /cms/get': anyone(() => ({ slug: world.postSlug })),
  'GET /cms/list': anyone(),
  'GET /cms/sitemap': anyone(),
  'POST /cms/preview': anyone(() => ({ token: 'unknown' }), 404),
  'POST /cms/like/:id': anyone(() => ({ id: world.postId })),
  'POST /blog_posts/publish': member('editor', 'content:write', async () => ({
    _id: await newDocument(),
    status: 'draft',
  })),
  'POST /blog_posts/single': member('viewer', 'content:read', async () => ({ _id: await newDocument() })),
  'POST /blog_posts/find': member('viewer', 'content:read', ours),
  'POST /search_listener/add': member('editor', 'listeners:write', () => ({ ...ours(), ...listening })),
  'POST /search_listener/list': member('viewer', 'listeners:read', ours),
  'POST /search_listener/single': member('viewer', 'listeners:read', async () => ({ _id: await newListener() })),
  'POST /search_listener/changes': member('viewer', 'listeners:read', async () => ({ _id: await newListener() })),
  'POST /search_listener/update': member('editor', 'listeners:write', async () => ({ _id: await newListener() })),
  'POST /search_listener/status': member('editor', 'listeners:write', async () => ({
    _id: await newListener(),
    status: 'paused',
  })),
  'POST /search_listener/run': member('editor', 'listeners:write', async () => ({ _id: await newListener() })),
  'POST /search_listener/delete': member('editor', 'listeners:write', async () => ({ _id: await newListener() })),
  'POST /search_listener/deliveries': member('viewer', 'listeners:read', async () => ({ _id: await newListener() })),
  // It has no webhook.
  'POST /search_listener/resend': member(
    'editor',
    'listeners:write',
    async () => ({ _id: await newListener(), delivery_id: nobody }),
    409,
  ),
  'GET /feeds/:token/rss': anyone(() => ({ token: 'unknown' }), 404),
  'GET /feeds/:token/json': anyone(() => ({ token: 'unknown' }), 404),
  'POST /notifications/list': signedIn(),
  'POST /notifications/unread': signedIn(),
  'POST /notifications/read': signedIn(() => ({ all: true })),
  'POST /notifications/unsubscribe': anyone(() => ({ token: 'unknown' }), 404),
  'POST /imageupload': member('editor', 'images', () => ({ ...ours(), file: pixel() })),
  'POST /images/list': member('viewer', 'images', ours),
  'POST /images/update': member('editor', 'images', async () => ({ _id: await newImage(), alt: 'A pixel' })),
  'POST /images/uses': member('viewer', 'images', async () => ({ _id: await newImage() })),
  'POST /imagedelete': member('editor', 'images', async () => ({ _id: await newImage() })),
  'GET /imagedownload/:id': member('viewer', 'images', async () => ({ id: await newImage() })),
  'GET /images/:id/:size': anyone(async () => ({ id: await newImage(), size: 'full' })),
  // Only a key with its scope; people and their sessions have the calls themselves.
  'POST /mcp': row(
    (caller, answer) => (caller === 'signed out' ? 401 : caller === 'key with' ? answer : 403),
    'mcp',
    () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  ),
  'GET /mcp': anyone(undefined, 405),
  'POST /__cms/delete': staffOnly(() => ({ _id: nobody }), 404),
  'POST /blog_posts/unpublish': member('editor', 'content:write', async () => ({ _id: await newOwnPost() })),
  'POST /blog_posts/delete': member('editor', 'content:write', async () => ({ _id: await newOwnPost() })),
  'GET /__skylark/updown': anyone(),
  'POST /__skylark/updown': staffOnly(() => ({ status: 'up' })),
  'GET /__skylark/history': anyone(),
  'GET /__skylark/incidents': anyone(),
  'POST /__skylark/incidents/add': staffOnly(() => ({ title: 'Slow reports', message: 'We are looking.' })),
  'POST /__skylark/incidents/update': staffOnly(() => ({ _id: nobody, resolved: true }), 404),
  'POST /__skylark/incidents/delete': staffOnly(() => ({ _id: nobody }), 404),
  // Without a domain in it: nothing is set up for one here.
  'POST /cname/addupdate': member('admin', null, () => ({ ...ours(), domain: null })),
  'POST /cname/find': member('viewer', null, ours),
  'GET /cname/allowed': anyone(() => ({ domain: 'unknown.example' }), 404),
  'GET /healthz': anyone(),
  'GET /readyz': anyone(),
  // The test stands on the same machine, without a forwarding header.
  'GET /metrics': anyone(),
  'GET /openapi.json': anyone(),
  'GET /openapi/reference': anyone(),
}

const topic = { type: 'topic' as const, query: 'coffee', ...us, sources: ['sample' as const] }
const listening = { keyword: 'coffee', ...us, frequency: 'weekly' as const, sources: ['sample' as const] }
const shortening = { action: 'shorten', text: 'Coffee is coffee. Tea is tea.' }
const sample = 'We brew it cold and we wait for it. '.repeat(20)
/** A picture of one dot. */
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
const keywordFile = () => new File(['cold brew\n'], 'list.txt')

let server: TestServer
let world: Awaited<ReturnType<typeof makeWorld>>
beforeAll(async () => {
  // No network: live sources are pointed at a port nobody listens on.
  const live = [
    'GOOGLE_SUGGEST',
    'BING_SUGGEST',
    'DUCKDUCKGO_SUGGEST',
    'YOUTUBE_SUGGEST',
    'WIKIPEDIA',
    'STACKEXCHANGE',
    'REDDIT',
  ]
  server = await startTestServer(Object.fromEntries(live.map((name) => [`${name}_URL`, 'http://127.0.0.1:9'])))
  world = await makeWorld()
})
afterAll(() => server.close())

const query = (text: string, values: unknown[]) => server.database.pool.query(text, values)
const join = (workspaceId: string, userId: string, role: Role) =>
  query('insert into members (workspace_id, user_id, role) values ($1, $2, $3)', [workspaceId, userId, role])

async function makeWorld() {
  const person = () => server.signUp('self_hosted')
  const owner = await person()
  const { workspaceId } = owner
  const people = { viewer: '', editor: '', admin: '', owner: owner.user.id }
  for (const role of ['viewer', 'editor', 'admin'] as const) {
    people[role] = (await person()).user.id
    await join(workspaceId, people[role], role)
  }
  const other = (await person()).user.id
  const staff = (await person()).user.id
  await query('update users set staff = true where id = $1', [staff])
  const { report: made } = await owner.call(reportsContract.new, { workspace_id: workspaceId, ...topic })
  await until('the report to finish', async () => {
    const { status } = await owner.call(reportsContract.checkstatus, { _id: made!._id })
    return status === 'done' ? true : null
  })
  const { postId, postSlug } = await makePost(staff)
  return { owner, workspaceId, people, other, staff, reportId: made!._id, postId, postSlug }
}

const newPost = () => ({ slug: `post-${randomUUID()}`, title: 'Coffee', status: 'published' as const })

async function makePost(staff: string) {
  const { post } = await server.as(await newSession(staff))(cmsContract.add, newPost())
  return { postId: post._id, postSlug: post.slug }
}

/** Of the workspace, waiting to be made for ever. */
async function newArchive() {
  const id = randomUUID()
  await query(
    `insert into workspace_transfers (id, kind, user_id, workspace_id, status) values ($1, 'export', $2, $3, 'cancelled')`,
    [id, world.people.owner, world.workspaceId],
  )
  return id
}

/** A workspace with the same people, to be used up. */
async function newWorkspace() {
  const id = randomUUID()
  await query(`insert into workspaces (id, owner_id, name, color) values ($1, $2, 'Short-lived', '#c2410c')`, [
    id,
    world.people.owner,
  ])
  for (const role of ['viewer', 'editor', 'admin', 'owner'] as const) await join(id, world.people[role], role)
  return id
}

async function newMember() {
  const { user } = await server.signUp()
  await join(world.workspaceId, user.id, 'viewer')
  return user.id
}

async function newImport() {
  const input = { workspace_id: world.workspaceId, file: keywordFile() }
  return (await world.owner.call(importsContract.add, input)).import._id
}

async function newLookup() {
  const input = { workspace_id: world.workspaceId, keywords: ['tea'], ...us }
  return (await world.owner.call(researchContract.volumes, input)).lookup_id!
}

async function newList() {
  const input = { workspace_id: world.workspaceId, name: randomUUID() }
  return (await world.owner.call(listsContract.add, input)).list._id
}

async function newListener() {
  const input = { workspace_id: world.workspaceId, ...listening }
  return (await world.owner.call(listenersContract.add, input)).listener._id
}

/** The same file is the same picture, until it is deleted. */
async function newImage() {
  const input = { workspace_id: world.workspaceId, file: pixel() }
  return (await world.owner.call(imagesContract.upload, input)).image._id
}

async function newDocument() {
  const input = { workspace_id: world.workspaceId, template: 'social_post' as const, title: 'Coffee', model: 'builtin' }
  return (await world.owner.call(aiContentContract.new, input)).item._id
}

async function newOwnPost() {
  const { item } = await world.owner.call(aiContentContract.single, { _id: await newDocument() })
  const content = { _id: item._id, version: item.version, content_md: 'Tea steeps for three minutes.' }
  await world.owner.call(aiContentContract.update, content)
  return (await world.owner.call(cmsContract.publish, { _id: item._id, status: 'published' })).post._id
}

/** One that is through, in the owner's name. */
async function newHumanizerRun() {
  const id = randomUUID()
  await query(
    `insert into humanizer_runs (workspace_id, id, status, text, word_count, strength, language, frozen, provider, model,
       prompt_version, payer_id, units, units_period)
     values ($1, $2, 'done', 'Tea.', 1, 'light', 'en', '[]', 'builtin', 'builtin', 'test', $3, 1, now())`,
    [world.workspaceId, id, world.people.owner],
  )
  return id
}

async function newVoice() {
  const input = { workspace_id: world.workspaceId, name: 'House', samples: [sample] }
  return (await world.owner.call(aiContentContract.addVoice, input)).voice._id
}

async function newKey(given: Scope[]) {
  const input = { workspace_id: world.workspaceId, name: 'Key', scopes: given }
  const { key, item } = await world.owner.call(apiKeysContract.add, input)
  return { key, _id: item._id }
}

/** A fresh token each time: some calls end the session they are made with. */
async function getToken(caller: Caller, scope: Scope | null): Promise<string | null> {
  if (caller === 'signed out') return null
  if (caller === 'key with') return (await newKey(scope ? [scope] : [...scopes])).key
  if (caller === 'key without') return (await newKey(scopes.filter((one) => one !== scope))).key
  const userId =
    caller === 'other workspace'
      ? world.other
      : caller === 'staff'
        ? world.staff
        : world.people[caller === 'support' ? 'owner' : caller]
  return newSession(userId, caller === 'support' ? 'support' : 'session')
}

async function newSession(userId: string, kind: 'session' | 'support' = 'session') {
  const token = newToken('es')
  await query(
    `insert into access_tokens (id, kind, token_hash, user_id, expires_at) values ($1, $2, $3, $4, now() + interval '30 minutes')`,
    [randomUUID(), kind, hashToken(token), userId],
  )
  return token
}

const toName = ({ endpoint }: TestServer['app']['routes'][number]) => `${endpoint.method} ${endpoint.path}`

test('every call has a row, and every row a call', () => {
  expect(Object.keys(table).sort()).toEqual(server.app.routes.map(toName).sort())
})

test.for(Object.keys(table))('%s', async (name) => {
  const { expected, scope, input, allowed } = table[name]!
  const { endpoint } = server.app.routes.find((route) => toName(route) === name)!
  const answers: Partial<Record<Caller, number>> = {}
  for (const caller of callers) {
    const token = await getToken(caller, scope)
    const request = requestFor(endpoint, await input())
    const response = await fetch(server.url + request.path, {
      method: endpoint.method,
      body: request.body,
      headers: { ...request.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    })
    // Some streams stay open as long as somebody listens.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body!.cancel()
    else await response.text()
    answers[caller] = response.status
  }
  const getExpected = (caller: Caller) =>
    caller !== 'support' ? expected(caller, allowed) : notInSupport.has(name) ? 403 : expected('owner', allowed)
  expect(answers).toEqual(Object.fromEntries(callers.map((caller) => [caller, getExpected(caller)])))
})
