import { randomUUID } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { answersContract } from '../../src/features/answers/contract.ts'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { bulkWritingContract } from '../../src/features/bulk-writing/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { defaultWeights } from '../../src/features/content-plan/rules/priority.ts'
import { dataFeedsContract } from '../../src/features/data-feeds/contract.ts'
import { eventsOutContract } from '../../src/features/events-out/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { importsContract, listsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { publishingContract } from '../../src/features/publishing/contract.ts'
import { ranksContract } from '../../src/features/ranks/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { researchContract } from '../../src/features/research/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { commentsContract } from '../../src/features/review/contract-comments.ts'
import { planReviewContract } from '../../src/features/review/contract-plans.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { sitesContract } from '../../src/features/sites/contract.ts'
import { requestFor } from '../../src/kit/client.ts'
import { type Endpoint, type Role, roleAtLeast, type Scope, scopes } from '../../src/kit/endpoint.ts'
import { getOperationId, isSpending } from '../../src/kit/endpoint-facts.ts'
import { statusOfCode } from '../../src/kit/errors.ts'
import { hashToken, newToken } from '../../src/platform/secrets.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/**
 * Every call as every kind of caller. The expected result is in `table`, not in the contracts, and both have to agree.
 */

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
  'guest',
  'plan guest',
] as const
type Caller = (typeof callers)[number]

/** What support access to the owner's account may not do. Everything else is answered like the owner's call. */
const notInSupport = new Set([
  'POST /ai/models/save',
  'POST /ai/models/test',
  'POST /ai/models/remove',
  'POST /sites/search_console/connect',
  'POST /sites/search_console/finish',
  'POST /sites/search_console/disconnect',
  'POST /google/connect',
  'POST /google/finish',
  'POST /google/disconnect',
  'POST /google/export',
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
  /** A valid body. Resources that a call consumes are created for each caller. */
  input: () => object | Promise<object>
  /** The status for allowed callers. */
  allowed: number
}

const row = (expected: Row['expected'], scope: Scope | null, input: Row['input'] = () => ({}), allowed = 200): Row => ({
  expected,
  scope,
  input,
  allowed,
})
/** A guest's link opens another document than any that a row names. */
const openToGuests = new Set([
  'POST /ai/review',
  'POST /ai/review/get',
  'POST /ai/comments/add',
  'POST /ai/comments/list',
  'POST /ai/comments/resolve',
  'POST /ai/update',
  'POST /ai/suggestions/list',
  'POST /ai/suggestions/text',
  'POST /ai/brief',
])
/** The same, of a guest whose link opens another content plan. */
const openToPlanGuests = new Set(['POST /plan/comments/add', 'POST /plan/comments/list', 'POST /plan/comments/resolve'])
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
/** Members from this role up; a key with the scope, or no key for null. Staff aren't members of a workspace. */
const member = (role: Role, scope: Scope | null, input?: Row['input'], allowed?: number) =>
  row(
    (caller, answer) => {
      if (caller === 'signed out' || caller === 'guest' || caller === 'plan guest') return 401
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
const view = () => ({ name: randomUUID(), filter: {}, sort: null, columns: null })
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
  // Google sign-in isn't configured.
  'POST /user/authenticate/google': anyone(() => ({ credential: 'unknown' }), 503),
  // For staff, an email alone requests support access, and this one has no account.
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
  // With a wrong password, because the right one would delete the account.
  'POST /user/delete': signedIn(() => ({ password: 'not the password' }), 400),
  'POST /user/userdata': signedIn(),
  'POST /user/logout': signedIn(),
  'POST /user/sessions/list': signedIn(),
  'POST /user/sessions/revoke': signedIn(() => ({ _id: nobody }), 404),
  'POST /user/workspacedata': member('viewer', null, ours),
  'POST /user/workspace/add': signedIn(() => ({ name: 'Another', color: '#c2410c' })),
  'POST /user/workspace/rename': member('admin', null, () => ({ _id: world.workspaceId, name: 'Renamed' })),
  'POST /user/workspace/update': member('admin', null, () => ({ _id: world.workspaceId, require_approval: false })),
  'POST /user/workspace/remove': member('owner', null, async () => ({ _id: await newWorkspace() })),
  'POST /user/workspace/archive': member('owner', null, async () => ({ workspace_id: await newWorkspace() })),
  'POST /user/workspace/archives': member('owner', null, ours),
  'POST /user/workspace/archive/remove': member('owner', null, async () => ({ _id: await newArchive() })),
  // The archive isn't finished.
  'GET /user/workspace/archive/:id': member('owner', null, async () => ({ id: await newArchive() }), 404),
  // The body has to be an archive.
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
  // Only the member who got an offer can accept it, and here nobody did.
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
  // No payment provider is configured, so signatures aren't checked.
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
  // Requires the public key of the installation, with any session.
  'POST /v1/public/batch': anyone(() => ({ public_key: 'wrong', workspace_id: 'wrong', messages: [] }), 401),
  'POST /user/documents/list': signedIn(),
  'POST /user/documents/get': signedIn(() => ({ path: 'preferences/none' })),
  'POST /user/documents/put': signedIn(() => ({ path: `drafts/${randomUUID()}`, version: 0, content: {} })),
  'POST /user/documents/delete': signedIn(() => ({ path: 'preferences/none' })),
  'POST /v1/public/settings': anyone(),
  'POST /__admin/jobs/list': staffOnly(),
  'POST /__admin/jobs/retry': staffOnly(() => ({ _id: nobody }), 404),
  'POST /__admin/emails/list': staffOnly(() => ({})),
  'POST /__admin/models/list': staffOnly(),
  'POST /__admin/models/save': staffOnly(() => ({
    provider: 'ollama',
    model: 'small',
    context_tokens: null,
    output_tokens: null,
    price: null,
    as_of: '2026-11-24',
    source: 'A test',
  })),
  'POST /__admin/models/restore': staffOnly(() => ({ provider: 'ollama', model: 'never-added' }), 404),
  'POST /__admin/health/check': staffOnly(() => ({ ids: ['database'] })),
  'POST /imports/add': member('editor', 'reports:write', () => ({ ...ours(), file: keywordFile() })),
  'POST /imports/list': member('viewer', 'reports:read', ours),
  'POST /imports/read': member('editor', 'reports:write', async () => ({ _id: await newImport() })),
  'POST /imports/rows': member('viewer', 'reports:read', async () => ({ _id: await newImport() })),
  'POST /imports/delete': member('editor', 'reports:write', async () => ({ _id: await newImport() })),
  'POST /reports/new': member('editor', 'reports:write', () => ({ ...ours(), ...topic, dry_run: true })),
  'POST /outlines/get': member('viewer', 'reports:read', ours),
  // Of another topic for each caller, since a new outline can be saved once.
  'POST /outlines/save': member('editor', 'reports:write', () => ({
    ...{ ...ours(), report_id: world.reportId, cluster_id: crypto.randomUUID() },
    ...{ headings: [], version: 0 },
  })),
  'POST /reports/checkstatus': member('viewer', 'reports:read', report),
  'GET /reports/events/:id': member('viewer', 'reports:read', reportInPath),
  'GET /reports/get/:id': member('viewer', 'reports:read', reportInPath),
  'POST /reports/rows': member('viewer', 'reports:read', report),
  'POST /reports/rows/hide': member('editor', 'reports:write', () => ({ ...report(), row_ids: [nobody] })),
  'POST /reports/keyword': member('viewer', 'reports:read', () => ({ ...report(), row_id: nobody }), 404),
  'POST /reports/findings': member('viewer', 'reports:read', report),
  'POST /reports/views/list': member('viewer', 'reports:read', ours),
  'POST /reports/views/add': member('editor', 'reports:write', () => ({ ...ours(), ...view() })),
  'POST /reports/views/update': member('editor', 'reports:write', async () => ({ _id: await newView(), sort: null })),
  'POST /reports/views/remove': member('editor', 'reports:write', async () => ({ _id: await newView() })),
  'POST /reports/find': member('viewer', 'reports:read', ours),
  'POST /reports/hide': member('editor', 'reports:write', report),
  'POST /reports/update': member('editor', 'reports:write', report),
  'POST /reports/delete': member('editor', 'reports:write', async () => ({ _id: await newReport() })),
  'POST /reports/restore': member('editor', 'reports:write', report),
  'POST /reports/tags': member('viewer', 'reports:read', ours),
  'POST /reports/overview': member('viewer', 'reports:read', ours),
  'POST /workspace/home': member('viewer', 'reports:read', ours),
  'POST /reports/cancel': member('editor', 'reports:write', report, 409),
  'POST /reports/retry': member('editor', 'reports:write', report, 409),
  'GET /reports/pdf/:id': member('viewer', 'reports:read', reportInPath, 303),
  'GET /shared/pdf/:token': anyone(() => ({ token: 'unknown' }), 404),
  'POST /shared/print': anyone(() => ({ pass: 'unknown' }), 404),
  'GET /reports/export/:id': member('viewer', 'reports:read', reportInPath),
  'POST /reports/share': member('editor', 'reports:write', report),
  'POST /reports/unshare': member('editor', 'reports:write', report),
  'POST /reports/mailing/get': member('viewer', 'reports:read', report),
  'POST /reports/mailing/save': member('editor', 'reports:write', () => ({
    ...report(),
    frequency: 'weekly',
    recipients: [{ email: 'reader@example.com' }],
    paused: true,
  })),
  'POST /reports/mailing/preview': member('editor', 'reports:write', () => ({ ...report(), frequency: 'weekly' })),
  'POST /reports/mailing/send': member('editor', 'reports:write', async () => {
    const recipients = [{ email: 'reader@example.com' }]
    await world.owner.call(sharingContract.saveMailing, { ...report(), frequency: 'weekly', recipients, paused: true })
    return report()
  }),
  'POST /reports/mailing/remove': member('editor', 'reports:write', report),
  'POST /reports/mailing/unsubscribe': anyone(() => ({ token: 'unknown' }), 404),
  'POST /reports/sharing': member('viewer', 'reports:read', report),
  'POST /reports/compare': member('viewer', 'reports:read', () => ({ a: world.reportId, b: world.reportId })),
  'POST /reports/recluster': member('editor', 'reports:write', () => ({
    ...report(),
    strictness: 'strict',
    dry_run: true,
  })),
  // The report has another version of its topics.
  'POST /reports/topics/edit': member(
    'editor',
    'reports:write',
    () => ({ ...report(), version: 99, edits: [{ op: 'rename', topic_ids: [nobody], name: 'Tea' }] }),
    409,
  ),
  'POST /reports/sources': signedIn(),
  'POST /ai/share/open': anyone(() => ({ token: 'unknown' }), 404),
  'POST /ai/share': member('editor', 'content:write', async () => ({ _id: await newDocument(), may: 'read' })),
  'POST /ai/unshare': member('editor', 'content:write', async () => ({ _id: await newDocument() })),
  'POST /ai/sharing': member('editor', 'content:read', async () => ({ _id: await newDocument() })),
  'POST /ai/review': member('editor', 'content:write', async () => ({ _id: await newDocument(), state: 'review' })),
  'POST /ai/review/get': member('viewer', 'content:read', async () => ({ _id: await newDocument() })),
  'POST /ai/comments/add': member('viewer', 'content:write', async () => ({
    document_id: await newDocument(),
    text: 'Hm.',
  })),
  'POST /ai/comments/list': member('viewer', 'content:read', async () => ({ document_id: await newDocument() })),
  'POST /ai/comments/resolve': member('viewer', 'content:write', async () => ({ _id: await newComment() })),
  'POST /ai/brief': member('viewer', 'content:read', async () => ({ _id: await newDocument() })),
  'POST /ai/brief/update': member('editor', 'content:write', async () => ({ _id: await newDocument() })),
  'GET /ai/brief/export/:id': member('viewer', 'content:read', async () => ({ id: await newDocument() })),
  'POST /ai/brief/print': anyone(() => ({ pass: 'unknown' }), 404),
  'POST /ai/suggestions/list': member('viewer', 'content:read', async () => ({ document_id: await newDocument() })),
  'POST /ai/suggestions/text': member('viewer', 'content:read', async () => ({ document_id: await newDocument() })),
  'POST /ai/suggestions/accept': member('editor', 'content:write', async () => ({
    document_id: await newDocument(),
  })),
  'POST /ai/suggestions/reject': member('editor', 'content:write', async () => ({
    document_id: await newDocument(),
  })),
  'POST /shared/open': anyone(() => ({ token: 'unknown' }), 404),
  'POST /demoreports/basic': anyone(() => ({ query: 'cold brew', ...us })),
  'POST /ai/new': member('editor', 'content:write', () => ({ ...ours(), template: 'social_post', title: 'Coffee' })),
  'POST /stream': member('editor', 'content:write', async () => ({ _id: await newDocument() })),
  'POST /ai/edit': member('editor', 'content:write', async () => ({ _id: await newDocument(), ...shortening })),
  'POST /workspace/activity': member('viewer', 'content:read', ours),
  'POST /documents/activity': member('viewer', 'content:read', async () => ({ _id: await newDocument() })),
  'POST /ai/assign': member('editor', 'content:write', async () => ({ _id: await newDocument() })),
  'POST /ai/find': member('viewer', 'content:read', ours),
  'POST /ai/single': member('viewer', 'content:read', async () => ({ _id: await newDocument() })),
  'POST /ai/version': member('viewer', 'content:read', async () => ({ _id: await newDocument(), version: 1 })),
  'POST /ai/update': member('editor', 'content:write', async () => ({ _id: await newDocument(), version: 1 })),
  'POST /ai/delete': member('editor', 'content:write', async () => ({ _id: await newDocument() })),
  // No model is configured, and the built-in writer has no variations.
  'POST /ai/more': member('editor', 'content:write', async () => ({ _id: await newDocument(), count: 1 }), 503),
  'POST /ai/proposal': member('viewer', 'content:read', () => ({ ...ours(), report_id: world.reportId })),
  'POST /ai/check': member('viewer', 'content:read', async () => ({ _id: await newDocument() })),
  'POST /ai/target': member('viewer', 'content:read', async () => ({ _id: await newDocument() })),
  'POST /ai/links': member('editor', 'content:write', async () => ({ _id: await newDocument() })),
  'GET /ai/export/:id': member('viewer', 'content:read', async () => ({ id: await newDocument() })),
  'GET /ai/events/:id': member('viewer', 'content:read', async () => ({ id: await newDocument() })),
  'POST /ai/live/join': member('editor', null, async () => ({
    _id: await newDocument(),
    client: randomUUID(),
    version: 1,
  })),
  // The document has no live session.
  'POST /ai/live/update': member(
    'editor',
    null,
    async () => ({ _id: await newDocument(), client: randomUUID(), epoch: randomUUID(), update: 'AAA=' }),
    409,
  ),
  'POST /ai/live/presence': member('editor', null, async () => ({
    ...{ _id: await newDocument(), client: randomUUID(), caret: null },
  })),
  'GET /ai/live/:id': member('editor', null, async () => ({ id: await newDocument(), client: randomUUID() })),
  'POST /ai/batch': member('editor', 'content:write', () => ({ ...ours(), ...batchInput })),
  'POST /ai/batch/find': member('viewer', 'content:read', ours),
  'POST /ai/batch/get': member('viewer', 'content:read', async () => ({ _id: await newBatch() })),
  'POST /ai/batch/pause': member('editor', 'content:write', async () => ({ _id: await newBatch() })),
  'POST /ai/batch/resume': member('editor', 'content:write', async () => ({ _id: await newBatch('pause') })),
  'POST /ai/batch/cancel': member('editor', 'content:write', async () => ({ _id: await newBatch() })),
  // No worker runs here, so no item has failed.
  'POST /ai/batch/retry': member('editor', 'content:write', async () => ({ _id: await newBatch() }), 409),
  'GET /ai/batch/events/:id': member('viewer', 'content:read', async () => ({ id: await newBatch('cancel') })),
  'POST /ai/voices/list': member('viewer', 'content:read', ours),
  'POST /ai/voices/add': member('editor', 'content:write', () => ({ ...ours(), name: 'House', samples: [sample] })),
  'POST /ai/voices/remove': member('editor', 'content:write', async () => ({ _id: await newVoice() })),
  'POST /ai/models/get': member('viewer', 'content:read', ours),
  'POST /ai/models/save': member('admin', null, () => ({ ...ours(), provider: 'ollama', model: 'small' })),
  'POST /ai/models/test': member('admin', null, () => ({ ...ours(), provider: 'ollama', model: 'small' })),
  'POST /ai/models/remove': member('admin', null, ours),
  // The only requested source isn't configured.
  'POST /extra/trends': member('editor', 'research', () => ({ ...ours(), keywords: ['tea'], source: 'serpapi' }), 503),
  'POST /extra/sv': member('editor', 'research', () => ({ ...ours(), keywords: ['tea'], ...us })),
  'POST /extra/history': member('viewer', 'research', () => ({ ...ours(), kind: 'sv' })),
  'POST /extra/sources': member('viewer', 'research', ours),
  'POST /extra/get': member('viewer', 'research', async () => ({ _id: await newLookup() })),
  'POST /extra/remove': member('editor', 'research', async () => ({ _id: await newLookup() })),
  'GET /extra/export/:id': member('viewer', 'research', async () => ({ id: await newLookup() })),
  'POST /plan/new': member('editor', 'plan:write', async () => ({
    ...ours(),
    name: 'Plan',
    list_id: await newFullList(),
  })),
  'POST /plan/find': member('viewer', 'plan:read', ours),
  'POST /plan/get': member('viewer', 'plan:read', async () => ({ _id: (await newPlan()).plan })),
  'POST /plan/items': member('viewer', 'plan:read', async () => ({ _id: (await newPlan()).plan })),
  'POST /plan/item': member('viewer', 'plan:read', async () => {
    const { plan, item } = await newPlan()
    return { _id: plan, item_id: item }
  }),
  'POST /plan/map': member('viewer', 'plan:read', async () => ({ _id: (await newPlan()).plan })),
  'POST /plan/changes': member('viewer', 'plan:read', async () => ({ _id: (await newPlan()).plan, since: 1 })),
  'POST /plan/links': member('viewer', 'plan:read', async () => ({ _id: await newDocument() })),
  'POST /plan/update': member('editor', 'plan:write', async () => ({
    _id: (await newPlan()).plan,
    version: 1,
    items: [{ title: 'Another page' }],
  })),
  'POST /plan/share/open': anyone(() => ({ token: 'unknown' }), 404),
  'POST /plan/share': member('editor', 'plan:write', async () => ({ _id: (await newPlan()).plan, may: 'read' })),
  'POST /plan/unshare': member('editor', 'plan:write', async () => ({ _id: (await newPlan()).plan })),
  'POST /plan/sharing': member('editor', 'plan:read', async () => ({ _id: (await newPlan()).plan })),
  'POST /plan/comments/add': member('viewer', 'plan:write', async () => ({
    plan_id: (await newPlan()).plan,
    text: 'Hm.',
  })),
  'POST /plan/comments/list': member('viewer', 'plan:read', async () => ({ plan_id: (await newPlan()).plan })),
  'POST /plan/comments/resolve': member('viewer', 'plan:write', async () => ({ _id: await newPlanComment() })),
  'POST /plan/undo': member('editor', 'plan:write', async () => ({ _id: (await newPlan(true)).plan, version: 2 })),
  'POST /plan/propose_links': member('editor', 'plan:write', async () => ({
    _id: (await newPlan()).plan,
    version: 1,
  })),
  'POST /plan/remove': member('editor', 'plan:write', async () => ({ _id: (await newPlan()).plan })),
  'POST /plan/import': member('editor', 'plan:write', () => ({
    ...ours(),
    file: new File(['Title,Keywords\nCold brew,cold brew\n'], 'plan.csv', { type: 'text/csv' }),
  })),
  'POST /plan/import/preview': member('editor', 'plan:write', () => ({
    ...ours(),
    file: new File(['Title,Keywords\nCold brew,cold brew\n'], 'plan.csv', { type: 'text/csv' }),
  })),
  'POST /plan/weights': member('viewer', 'plan:read', ours),
  'POST /plan/weights/update': member('editor', 'plan:write', () => ({ ...ours(), weights: defaultWeights })),
  'GET /plan/export/:id': member('viewer', 'plan:read', async () => ({ id: (await newPlan()).plan })),
  'POST /lists/add': member('editor', 'research', () => ({ ...ours(), name: randomUUID() })),
  'POST /lists/list': member('viewer', 'research', ours),
  'POST /lists/get': member('viewer', 'research', async () => ({ _id: await newList() })),
  'POST /lists/rows': member('viewer', 'research', async () => ({ _id: await newList() })),
  'POST /lists/texts': member('viewer', 'research', async () => ({ _id: await newList() })),
  'POST /lists/rename': member('editor', 'research', async () => ({ _id: await newList(), name: randomUUID() })),
  'POST /lists/remove': member('editor', 'research', async () => ({ _id: await newList() })),
  'POST /lists/restore': member('editor', 'research', async () => ({ _id: await newList() })),
  'POST /lists/items/add': member('editor', 'research', async () => ({
    _id: await newList(),
    items: [{ text: 'tea' }],
  })),
  'POST /lists/items/paste': member('editor', 'research', async () => ({ _id: await newList(), text: 'cold brew' })),
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
  'POST /search_listener/volumes': member('viewer', 'listeners:read', async () => ({
    _id: await newListener(),
    texts: ['cold brew'],
  })),
  'POST /search_listener/update': member('editor', 'listeners:write', async () => ({ _id: await newListener() })),
  'POST /search_listener/status': member('editor', 'listeners:write', async () => ({
    _id: await newListener(),
    status: 'paused',
  })),
  'POST /search_listener/run': member('editor', 'listeners:write', async () => ({ _id: await newListener() })),
  'POST /search_listener/delete': member('editor', 'listeners:write', async () => ({ _id: await newListener() })),
  'POST /search_listener/deliveries': member('viewer', 'listeners:read', async () => ({ _id: await newListener() })),
  // The listener has no webhook.
  'POST /search_listener/resend': member(
    'editor',
    'listeners:write',
    async () => ({ _id: await newListener(), delivery_id: nobody }),
    409,
  ),
  // Nothing answers at the address.
  'POST /destinations/add': member(
    'admin',
    'publish',
    () => ({
      ...ours(),
      kind: 'webhook',
      url: 'http://127.0.0.1:9/posts',
      credentials: { secret: 'a secret of 16 signs' },
    }),
    502,
  ),
  'POST /destinations/update': member('admin', 'publish', async () => ({
    _id: await newBlogDestination(),
    defaults: {},
  })),
  'POST /destinations/list': member('viewer', 'publish', ours),
  'POST /destinations/check': member('editor', 'publish', async () => ({ _id: await newBlogDestination() })),
  // A workspace keeps its own blog.
  'POST /destinations/remove': member('admin', 'publish', async () => ({ _id: await newBlogDestination() }), 409),
  'POST /publications/publish': member('editor', 'publish', async () => ({
    document_id: await newDocument(),
    destination_id: await newBlogDestination(),
    status: 'draft',
  })),
  'POST /publications/find': member('viewer', 'publish', ours),
  'POST /publications/refresh': member('editor', 'publish', async () => ({ _id: await newPublication() })),
  'POST /publications/unpublish': member('editor', 'publish', async () => ({ _id: await newPublication() })),
  'POST /sites/add': member('admin', 'sites:write', () => ({ ...ours(), url: `${randomUUID()}.example` })),
  'POST /sites/list': member('viewer', 'sites:read', ours),
  'POST /sites/get': member('viewer', 'sites:read', async () => ({ _id: await newSite() })),
  'POST /sites/remove': member('admin', 'sites:write', async () => ({ _id: await newSite() })),
  'POST /sites/crawl': member('editor', 'sites:write', async () => ({ _id: await newSite() })),
  'POST /sites/crawl/cancel': member('editor', 'sites:write', async () => ({ _id: await newSite() }), 409),
  'GET /sites/crawl/events/:id': member('viewer', 'sites:read', async () => ({ id: await newSite() })),
  'POST /sites/pages': member('viewer', 'sites:read', async () => ({ _id: await newSite() })),
  'POST /sites/overview': member('viewer', 'sites:read', async () => ({ _id: await newSite() })),
  'POST /sites/queries': member('viewer', 'sites:read', async () => ({ _id: await newSite() })),
  // No client of Google is set up, and nothing is connected.
  'POST /sites/search_console/connect': member('admin', null, async () => ({ _id: await newSite() }), 503),
  'POST /sites/search_console/finish': signedIn(() => ({ state: 'unknown', code: 'unknown' }), 409),
  'POST /sites/search_console/properties': member('admin', null, async () => ({ _id: await newSite() }), 409),
  'POST /sites/search_console/disconnect': member('admin', null, async () => ({ _id: await newSite() })),
  'POST /sites/search_console/sync': member('editor', 'sites:write', async () => ({ _id: await newSite() }), 409),
  'POST /sites/uploads': member('viewer', 'sites:read', async () => ({ _id: await newSite() })),
  'POST /sites/uploads/remove': member('editor', 'sites:write', async () => ({ _id: await newUpload() })),
  'POST /sites/bots': member('viewer', 'sites:read', async () => ({ _id: await newSite() })),
  'POST /sites/bots/upload': member('editor', 'sites:write', async () => ({ _id: await newSite(), file: accessLog() })),
  'POST /sites/bots/pages': member('viewer', 'sites:read', async () => ({ _id: await newSite(), bot: 'GPTBot' })),
  'POST /sites/bots/remove': member('editor', 'sites:write', async () => ({ _id: await newSite() })),
  'POST /sites/referrals': member('viewer', 'sites:read', async () => ({ _id: await newSite() })),
  'POST /sites/referrals/upload': member('editor', 'sites:write', async () => ({
    ...{ _id: await newSite(), file: new File(['Session source,Sessions\nchatgpt.com,3\n'], 'traffic.csv') },
  })),
  'POST /sites/referrals/remove': member('editor', 'sites:write', async () => ({ _id: await newSite() })),
  'POST /sites/decay': member('viewer', 'sites:read', async () => ({ _id: await newSite() })),
  'POST /sites/decay/draft': member('editor', 'sites:write', async () => ({ _id: await newDecay() }), 502),
  'POST /sites/decay/update': member('editor', 'sites:write', async () => ({
    _id: await newDecay(),
    state: 'dismissed',
  })),
  'POST /sites/outcomes': member('viewer', 'sites:read', async () => ({ _id: await newSite() })),
  'POST /sites/outcomes/add': member('editor', 'sites:write', async () => {
    const { items } = await world.owner.call(sitesContract.list, ours())
    const _id = items[0]?._id ?? (await newSite())
    const { site } = await world.owner.call(sitesContract.get, { _id })
    return { _id, action: 'linked', page: `https://${site.url}/ratio`, at: '2026-10-01' }
  }),
  'POST /sites/changes': member('viewer', 'sites:read', async () => ({ _id: await newSite() })),
  'POST /events_out/add': member('admin', 'events_out', () => ({
    ...ours(),
    url: 'https://hooks.example.com/events',
    events: ['report.done'],
  })),
  'POST /events_out/list': member('admin', 'events_out', ours),
  'POST /events_out/update': member('admin', 'events_out', async () => ({ _id: await newWebhook(), active: false })),
  'POST /events_out/remove': member('admin', 'events_out', async () => ({ _id: await newWebhook() })),
  'POST /events_out/test': member('admin', 'events_out', async () => ({ _id: await newWebhook() })),
  'POST /events_out/deliveries': member('admin', 'events_out', async () => ({ _id: await newWebhook() })),
  'POST /events_out/replay': member('admin', 'events_out', async () => ({ _id: await newWebhookDelivery() })),
  'POST /ranks/add': member('editor', 'visibility:write', () => ({ ...ours(), ...rankInput, dry_run: true })),
  'POST /ranks/list': member('viewer', 'visibility:read', ours),
  'POST /ranks/single': member('viewer', 'visibility:read', async () => ({ _id: await newRankTracker() })),
  'POST /ranks/run': member('editor', 'visibility:write', async () => ({ _id: await newRankTracker() })),
  'POST /ranks/status': member('editor', 'visibility:write', async () => ({
    _id: await newRankTracker(),
    status: 'paused',
  })),
  'POST /ranks/delete': member('editor', 'visibility:write', async () => ({ _id: await newRankTracker() })),
  'POST /data_feeds/add': member('editor', null, () => ({ ...ours(), kind: 'report', source_id: world.reportId })),
  'POST /data_feeds/list': member('editor', null, ours),
  'POST /data_feeds/remove': member('editor', null, async () => ({ _id: await newFeed() })),
  'POST /google/connection': member('viewer', null, ours),
  'POST /google/connect': member('viewer', null, ours, 503),
  'POST /google/finish': signedIn(() => ({ state: 'unknown', code: 'unknown' }), 409),
  'POST /google/disconnect': member('viewer', null, ours),
  'POST /google/export': member('viewer', null, () => ({ ...ours(), kind: 'report', source_id: world.reportId }), 503),
  'GET /feeds/data/:token/:file': anyone(() => ({ token: 'unknown', file: 'data.csv' }), 404),
  'POST /answers/add': member('editor', 'visibility:write', () => ({ ...ours(), ...watchInput, dry_run: true })),
  'POST /answers/list': member('viewer', 'visibility:read', ours),
  'POST /answers/single': member('viewer', 'visibility:read', async () => ({ _id: await newWatch() })),
  'POST /answers/answer': member('viewer', 'visibility:read', async () => ({ _id: await newAnswer() })),
  'POST /answers/cited_pages': member('editor', 'visibility:write', async () => ({
    _id: await newWatch(),
    ...{ prompt: watchInput.prompts[0], period: 1 },
  })),
  'POST /answers/run': member('editor', 'visibility:write', async () => ({ _id: await newWatch() })),
  'POST /answers/status': member('editor', 'visibility:write', async () => ({
    _id: await newWatch(),
    status: 'paused',
  })),
  'POST /answers/delete': member('editor', 'visibility:write', async () => ({ _id: await newWatch() })),
  'GET /feeds/:token/rss': anyone(() => ({ token: 'unknown' }), 404),
  'GET /feeds/:token/json': anyone(() => ({ token: 'unknown' }), 404),
  'POST /notifications/list': signedIn(),
  'POST /notifications/unread': signedIn(),
  'POST /notifications/read': signedIn(() => ({ all: true })),
  'POST /notifications/unsubscribe': anyone(() => ({ token: 'unknown' }), 404),
  'POST /imageupload': member('editor', 'images', () => ({ ...ours(), file: pixel() })),
  'POST /images/copy': member('editor', 'images', () => ({ ...ours(), url: 'http://10.0.0.1/pixel.png' }), 400),
  'POST /images/list': member('viewer', 'images', ours),
  'POST /images/update': member('editor', 'images', async () => ({ _id: await newImage(), alt: 'A pixel' })),
  'POST /images/uses': member('viewer', 'images', async () => ({ _id: await newImage() })),
  'POST /imagedelete': member('editor', 'images', async () => ({ _id: await newImage() })),
  'GET /imagedownload/:id': member('viewer', 'images', async () => ({ id: await newImage() })),
  'GET /og/:workspace/posts/:id': anyone(() => ({ workspace: 'own', id: world.postId })),
  'GET /og/:workspace/blog': anyone(() => ({ workspace: 'own' })),
  'GET /og/:workspace/reports/:token': anyone(() => ({ workspace: nobody, token: 'unknown' }), 404),
  'GET /og/pages/:name': anyone(() => ({ name: 'pricing' })),
  'GET /images/:id/:size': anyone(async () => ({ id: await newImage(), size: 'full' })),
  // Only for keys with the scope, because people have the API itself.
  'POST /mcp': row(
    (caller, answer) => (caller === 'signed out' ? 401 : caller === 'key with' ? answer : 403),
    'mcp',
    () => ({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  ),
  'GET /mcp': anyone(undefined, 405),
  'POST /__cms/delete': staffOnly(() => ({ _id: nobody }), 404),
  'POST /blog_posts/address': member('admin', null, () => ({ ...ours(), slug: `blog-${randomUUID().slice(0, 8)}` })),
  'POST /blog_posts/update': member('editor', 'content:write', async () => ({ _id: await newOwnPost() })),
  'POST /blog_posts/unpublish': member('editor', 'content:write', async () => ({ _id: await newOwnPost() })),
  'POST /blog_posts/delete': member('editor', 'content:write', async () => ({ _id: await newOwnPost() })),
  'GET /__skylark/updown': anyone(),
  'POST /__skylark/updown': staffOnly(() => ({ status: 'up' })),
  'GET /__skylark/history': anyone(),
  'GET /__skylark/incidents': anyone(),
  'POST /__skylark/incidents/add': staffOnly(() => ({ title: 'Slow reports', message: 'We are looking.' })),
  'POST /__skylark/incidents/update': staffOnly(() => ({ _id: nobody, resolved: true }), 404),
  'POST /__skylark/incidents/delete': staffOnly(() => ({ _id: nobody }), 404),
  // Without a domain, because custom domains aren't configured.
  'POST /cname/addupdate': member('admin', null, () => ({ ...ours(), domain: null })),
  'POST /cname/find': member('viewer', null, ours),
  'GET /cname/allowed': anyone(() => ({ domain: 'unknown.example' }), 404),
  'GET /healthz': anyone(),
  'GET /readyz': anyone(),
  // The test runs on the same machine, without a forwarding header.
  'GET /metrics': anyone(),
  'GET /openapi.json': anyone(),
  'GET /openapi/reference': anyone(),
}

const topic = { type: 'topic' as const, query: 'coffee', ...us, sources: ['sample' as const] }
const listening = { keyword: 'coffee', ...us, frequency: 'weekly' as const, sources: ['sample' as const] }
const shortening = { action: 'shorten', text: 'Coffee is coffee. Tea is tea.' }
const sample = 'We brew it cold and we wait for it. '.repeat(20)
/** An image with one pixel. */
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
  // No network: live sources use a port without a listener.
  const live = [
    'GOOGLE_SUGGEST',
    'BING_SUGGEST',
    'DUCKDUCKGO_SUGGEST',
    'YOUTUBE_SUGGEST',
    'WIKIPEDIA',
    'STACKEXCHANGE',
    'SEARXNG',
    'REDDIT',
  ]
  server = await startTestServer({
    ...Object.fromEntries(live.map((name) => [`${name}_URL`, 'http://127.0.0.1:9'])),
    ...{ PERPLEXITY_ANSWERS_URL: 'http://127.0.0.1:9', PERPLEXITY_ANSWERS_KEY: 'none' },
  })
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
  const { item } = await owner.call(aiContentContract.new, {
    ...{ workspace_id: workspaceId, template: 'social_post', title: 'Shared', model: 'builtin' },
  })
  const { share } = await owner.call(reviewContract.share, { _id: item._id, may: 'write' })
  const { list } = await owner.call(listsContract.add, {
    ...{ workspace_id: workspaceId, name: 'Shared', items: [{ text: 'cold brew ratio' }] },
  })
  const { plan } = await owner.call(contentPlanContract.new, {
    ...{ workspace_id: workspaceId, name: 'Shared', list_id: list._id },
  })
  const { share: planShare } = await owner.call(planReviewContract.share, { _id: plan._id, may: 'comment' })
  return {
    ...{ owner, workspaceId, people, other, staff, reportId: made!._id, postId, postSlug },
    ...{ guestToken: share.token, planGuestToken: planShare.token },
  }
}

const newPost = () => ({ slug: `post-${randomUUID()}`, title: 'Coffee', status: 'published' as const })

async function makePost(staff: string) {
  const { post } = await server.as(await newSession(staff))(cmsContract.add, newPost())
  return { postId: post._id, postSlug: post.slug }
}

/** An unfinished archive of the workspace. */
async function newArchive() {
  const id = randomUUID()
  await query(
    `insert into workspace_transfers (id, kind, user_id, workspace_id, status) values ($1, 'export', $2, $3, 'cancelled')`,
    [id, world.people.owner, world.workspaceId],
  )
  return id
}

/** A workspace with the same people that a call may delete. */
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

async function newReport() {
  const input = { workspace_id: world.workspaceId, ...topic }
  return (await world.owner.call(reportsContract.new, input)).report!._id
}

async function newImport() {
  const input = { workspace_id: world.workspaceId, file: keywordFile() }
  return (await world.owner.call(importsContract.add, input)).import._id
}

async function newFullList() {
  const input = { workspace_id: world.workspaceId, name: randomUUID(), items: [{ text: 'cold brew ratio' }] }
  return (await world.owner.call(listsContract.add, input)).list._id
}

const batchInput = { items: [{ title: 'Cold brew' }], chain: ['article' as const] }

/** A batch of one item, paused or canceled if asked. */
async function newBatch(then?: 'pause' | 'cancel') {
  const { batch } = await world.owner.call(bulkWritingContract.create, { ...ours(), ...batchInput })
  if (then) await world.owner.call(bulkWritingContract[then], { _id: batch!._id })
  return batch!._id
}

/** A plan of one item; changed once if asked. */
async function newPlan(changed = false) {
  const input = { workspace_id: world.workspaceId, name: 'Plan', list_id: await newFullList() }
  const { plan } = await world.owner.call(contentPlanContract.new, input)
  const { items } = await world.owner.call(contentPlanContract.get, { _id: plan._id })
  if (changed) await world.owner.call(contentPlanContract.update, { _id: plan._id, version: 1, name: 'Changed' })
  return { plan: plan._id, item: items[0]!._id }
}

async function newComment() {
  const input = { document_id: await newDocument(), text: 'Hm.' }
  return (await world.owner.call(commentsContract.add, input)).comment._id
}

async function newPlanComment() {
  const input = { plan_id: (await newPlan()).plan, text: 'Hm.' }
  return (await world.owner.call(planReviewContract.addComment, input)).comment._id
}

async function newView() {
  return (await world.owner.call(reportsContract.addView, { workspace_id: world.workspaceId, ...view() })).view._id
}

async function newLookup() {
  const input = { workspace_id: world.workspaceId, keywords: ['tea'], ...us }
  return (await world.owner.call(researchContract.volumes, input)).lookup_id!
}

async function newList() {
  const input = { workspace_id: world.workspaceId, name: randomUUID() }
  return (await world.owner.call(listsContract.add, input)).list._id
}

async function newFeed() {
  const input = { ...ours(), kind: 'report' as const, source_id: world.reportId }
  return (await world.owner.call(dataFeedsContract.add, input)).feed._id
}

async function newListener() {
  const input = { workspace_id: world.workspaceId, ...listening }
  return (await world.owner.call(listenersContract.add, input)).listener._id
}

const watchInput = {
  ...{ brand: { name: 'Hollow Oak' }, prompts: ['best cold brew'], engines: ['perplexity' as const] },
  frequency: 'monthly' as const,
}

async function newWatch() {
  // A workspace has only so many.
  const { items } = await world.owner.call(answersContract.list, { ...ours(), limit: 100 })
  for (const { _id } of items.slice(5)) await world.owner.call(answersContract.delete, { _id })
  return (await world.owner.call(answersContract.add, { ...ours(), ...watchInput })).watch!._id
}

/** An answer as an engine leaves it. */
async function newAnswer() {
  const ids = [world.workspaceId, await newWatch()]
  const { pool } = server.database
  await pool.query('insert into answer_periods (workspace_id, watch_id, no, by_hand) values ($1, $2, 1, false)', ids)
  const { rows } = await pool.query<{ id: string }>(
    `insert into answer_runs (workspace_id, watch_id, id, period, prompt_no, engine, run_no, state, text, model, at)
     values ($1, $2, gen_random_uuid(), 1, 1, 'perplexity', 1, 'done', 'An answer.', 'sonar', now()) returning id`,
    ids,
  )
  return rows[0]!.id
}

const rankInput = {
  ...{ domain: 'example.com', keywords: ['cold brew'], country: 'US', language: 'en' },
  ...{ frequency: 'weekly' as const, source: 'searxng' as const },
}

async function newRankTracker() {
  // A workspace has only so many.
  const { items } = await world.owner.call(ranksContract.list, { ...ours(), limit: 100 })
  for (const { _id } of items.slice(10)) await world.owner.call(ranksContract.delete, { _id })
  return (await world.owner.call(ranksContract.add, { ...ours(), ...rankInput })).tracker!._id
}

/** A workspace has only so many sites. */
async function newSite() {
  const { items } = await world.owner.call(sitesContract.list, ours())
  for (const { _id } of items.slice(10)) await world.owner.call(sitesContract.remove, { _id })
  return (await world.owner.call(sitesContract.add, { ...ours(), url: `${randomUUID()}.example` })).site._id
}

const accessLog = () =>
  new File(['192.0.2.7 - - [19/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "GPTBot/1.2"\n'], 'access.log')

/** A Search Console export that was uploaded for a site. */
async function newUpload() {
  const file = new File(
    ['Top queries,Clicks,Impressions,CTR,Position\ncold brew ratio,9,210,4.3%,5.5\n'],
    'Queries.csv',
  )
  const input = { ...ours(), site_id: await newSite(), file }
  return (await world.owner.call(importsContract.add, input)).site_upload!._id
}

/** A page of a site that loses clicks, as an analysis leaves it. */
async function newDecay() {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `insert into site_decays (workspace_id, site_id, id, page, against, change, low, high, clicks, clicks_before, demand, position, ctr,
       since, last_day)
     values ($1, $2, gen_random_uuid(), 'https://' || gen_random_uuid() || '.example/', 'before', -0.5, -0.6, -0.4, 50, 100, -5, -40,
       -5, '2026-10-01', '2026-11-20') returning id`,
    [world.workspaceId, await newSite()],
  )
  return rows[0]!.id
}

async function newWebhook() {
  const input = { url: 'https://hooks.example.com/events', events: ['report.done' as const] }
  // A workspace has only so many.
  const { items } = await world.owner.call(eventsOutContract.list, ours())
  for (const { _id } of items.slice(10)) await world.owner.call(eventsOutContract.remove, { _id })
  return (await world.owner.call(eventsOutContract.add, { ...ours(), ...input })).endpoint._id
}

const newWebhookDelivery = async () =>
  (await world.owner.call(eventsOutContract.test, { _id: await newWebhook() })).delivery._id

async function newBlogDestination() {
  const { items } = await world.owner.call(publishingContract.listDestinations, ours())
  return items[0]!._id
}

async function newPublication() {
  const input = {
    document_id: await newDocument(),
    destination_id: await newBlogDestination(),
    status: 'draft' as const,
  }
  return (await world.owner.call(publishingContract.publish, input)).publication._id
}

/** The same file is the same image until it is deleted. */
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

/** A finished run that the owner paid for. */
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

/** A new token for each call, because some calls end their session. */
async function getToken(caller: Caller, scope: Scope | null): Promise<string | null> {
  if (caller === 'signed out') return null
  if (caller === 'guest') return world.guestToken
  if (caller === 'plan guest') return world.planGuestToken
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

test('every call has a row, and every row has a call', () => {
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
      redirect: 'manual',
      headers: { ...request.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    })
    // Some streams stay open as long as they are read.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body!.cancel()
    else await response.text()
    answers[caller] = response.status
  }
  const getExpected = (caller: Caller) => {
    if (caller === 'support') return notInSupport.has(name) ? 403 : expected('owner', allowed)
    // The token of a review link is nobody's elsewhere, and doesn't open another document.
    if (caller === 'guest') return openToGuests.has(name) ? 404 : expected('signed out', allowed)
    if (caller === 'plan guest') return openToPlanGuests.has(name) ? 404 : expected('signed out', allowed)
    return expected(caller, allowed)
  }
  expect(answers).toEqual(Object.fromEntries(callers.map((caller) => [caller, getExpected(caller)])))
})

/** Status of an API error, from the code a tool answers. */
const toStatus = (answer: { isError?: boolean; structuredContent?: unknown }) =>
  answer.isError
    ? statusOfCode[(answer.structuredContent as { error: { code: keyof typeof statusOfCode } }).error.code]
    : 200

async function connectAssistant(given: Scope[]) {
  const client = new Client({ name: 'a test', version: '1.0.0' })
  const { key } = await newKey(given)
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  )
  return client
}

/** A valid body as a tool takes it: without the workspace, with files as text, and agreed to. */
async function toArguments(endpoint: Endpoint, input: object) {
  const { workspace_id: _, ...fields } = input as Record<string, unknown>
  for (const [name, value] of Object.entries(fields))
    if (value instanceof File)
      fields[name] = { name: value.name, base64: Buffer.from(await value.bytes()).toString('base64') }
  return {
    ...fields,
    ...(isSpending(endpoint) ? { confirm: true } : {}),
    ...(endpoint.kind === 'events' && endpoint.method === 'GET' ? { wait_seconds: 0.2 } : {}),
    ...(endpoint.path === '/reports/new' ? { wait_seconds: 0 } : {}),
  }
}

test('every call with a scope is a tool that answers as the call does, and only keys with the scope can use it', async () => {
  const answers: Record<string, [number, number]> = {}
  const wanted: typeof answers = {}
  const all = await connectAssistant([...scopes])
  const clientsWithout = new Map<Scope, Client>()
  for (const scope of scopes.filter((one) => one !== 'mcp'))
    clientsWithout.set(scope, await connectAssistant(scopes.filter((one) => one !== scope)))
  for (const [name, { scope, input, allowed }] of Object.entries(table)) {
    if (!scope || scope === 'mcp') continue
    const { endpoint } = server.app.routes.find((route) => toName(route) === name)!
    const call = async (client: Client) => {
      const given = await toArguments(endpoint, await input())
      return toStatus(await client.callTool({ name: getOperationId(endpoint), arguments: given }))
    }
    answers[name] = [await call(all), await call(clientsWithout.get(scope)!)]
    wanted[name] = [allowed < 400 ? 200 : allowed, 403]
  }
  // Over HTTP its stream begins and then says so. A tool reads it to the end.
  wanted['POST /stream'] = [503, 403]
  for (const [scope, client] of clientsWithout) {
    const { tools } = await client.listTools()
    expect(tools.filter(({ _meta }) => _meta?.['earshot/scope'] === scope)).toEqual([])
    await client.close()
  }
  await all.close()
  expect(answers).toEqual(wanted)
  expect(Object.keys(answers).length).toBeGreaterThan(100)
}, 120_000)
