import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answersContract } from '../../src/features/answers/contract.ts'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { domainsContract } from '../../src/features/domains/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { ranksContract } from '../../src/features/ranks/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { sitesContract } from '../../src/features/sites/contract.ts'
import { teamsContract } from '../../src/features/teams/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { fillSites } from '../support/fill-sites.ts'
import { readOutbox } from '../support/outbox.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'
import { fillAnswers, fillRanks } from '../support/workspace-fixture.ts'

/** Reports emailed as PDF: schedule, recipients, the PDF or what stands in for it, failures, unsubscribing. */

let server: TestServer
let stop: () => Promise<void>
let folder: string
let call: Call
let workspaceId: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-mailings-'))
  // Stands in for Chromium: prints what `page.pdf` has, and fails without it.
  const program = path.join(folder, 'chromium')
  await writeFile(
    program,
    `#!/bin/sh\nfor a in "$@"; do case "$a" in --print-to-pdf=*) exec cp ${folder}/page.pdf "\${a#*=}";; esac; done\n`,
  )
  await chmod(program, 0o755)
  server = await startTestServer({ CHROMIUM_PATH: program })
  stop = await server.app.start({ alone: true })
  ;({ call, workspaceId } = await server.signUp('self_hosted'))
})
beforeEach(() => writeFile(path.join(folder, 'page.pdf'), '%PDF-1.7 pages'))
afterAll(async () => {
  await stop()
  await server.close()
  await rm(folder, { recursive: true })
})

const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)

async function newReport(): Promise<string> {
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    queries: ['kettle', 'how to clean a kettle'],
    country: 'US',
    language: 'en',
  })
  const { _id } = report!
  await until('the report', async () => (await call(reportsContract.checkstatus, { _id })).status === 'done', 90_000)
  return _id
}

let people = 0
const newAddress = () => `reader${++people}@outside.example`
const save = (_id: string, more: object = {}) =>
  call(sharingContract.saveMailing, {
    _id,
    frequency: 'weekly',
    recipients: [{ email: newAddress(), name: 'Ada' }],
    ...more,
  })
const get = async (_id: string) => (await call(sharingContract.getMailing, { _id })).mailing
const setDue = (_id: string) =>
  query(`update report_mailings set next_at = now() - interval '1 second' where report_id = $1`, [_id])
const emailTo = (address: string, count = 1) =>
  until('the email', async () => {
    const emails = await readOutbox(server.dataDir, address)
    return emails.length >= count ? emails.at(-1)! : null
  })
/** The plain-text part, without line breaks of the encoding. */
const flat = (email: string) => email.replace(/\s+/g, ' ')

test('a schedule is saved with its next date, changed, paused and deleted', async () => {
  const _id = await newReport()
  expect(await get(_id)).toBeNull()
  const { mailing } = await save(_id, { message: 'For Monday’s call', sections: ['overview', 'questions'] })
  expect(mailing).toMatchObject({
    frequency: 'weekly',
    sections: ['overview', 'questions'],
    paused: false,
    can_pdf: true,
  })
  const days = (Date.parse(mailing.next_at!) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(0)
  expect(days).toBeLessThanOrEqual(7)
  expect(await get(_id)).toEqual(mailing)
  const paused = (await save(_id, { frequency: 'monthly', paused: true })).mailing
  expect(paused).toMatchObject({ frequency: 'monthly', paused: true, next_at: null })
  await call(sharingContract.removeMailing, { _id })
  expect(await get(_id)).toBeNull()
  const { rows } = await query(`select action from audit_log where details ->> 'report_id' = $1 order by id`, [_id])
  expect(rows.map(({ action }) => action)).toEqual([
    'report.mailing_saved',
    'report.mailing_saved',
    'report.mailing_removed',
  ])
})

test('the email and its attachment have the title for readers, the report’s own name without one', async () => {
  const _id = await newReport()
  await call(reportsContract.update, { _id, title: 'Kettles, spring' })
  const recipient = newAddress()
  await save(_id, { recipients: [{ email: recipient }] })
  await call(sharingContract.sendMailing, { _id })
  expect(flat(await emailTo(recipient))).toContain('Subject: Report: Kettles, spring')
  const { mailing } = await save(_id, { recipients: [{ email: recipient }], title: 'Kettles people ask about' })
  expect(mailing.title).toBe('Kettles people ask about')
  await call(sharingContract.sendMailing, { _id })
  const email = flat(await emailTo(recipient, 2))
  expect(email).toContain('Subject: Report: Kettles people ask about')
  expect(email).toContain('kettles-people-ask-about.pdf')
})

test('on its date everyone gets the PDF, with the date of the data, and the next date follows', async () => {
  const _id = await newReport()
  const [one, two] = [newAddress(), newAddress()]
  const recipients = [{ email: one, name: 'Ada' }, { email: two.toUpperCase() }, { email: two }]
  await save(_id, { recipients, message: 'See the questions.' })
  await setDue(_id)
  const email = flat(await emailTo(one))
  expect(email).toContain('Hello Ada,')
  expect(email).toContain('See the questions.')
  expect(email).toMatch(/The data is from \w+ \d+, \d{4}\./)
  expect(email).toContain('Content-Type: application/pdf')
  expect(email).toContain(Buffer.from('%PDF-1.7 pages').toString('base64url'))
  expect(email).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  await emailTo(two)
  expect(await readOutbox(server.dataDir, two)).toHaveLength(1)
  const mailing = await until('the result', async () => {
    const found = await get(_id)
    return found!.recipients.every(({ state }) => state === 'sent') ? found : null
  })
  expect(Date.parse(mailing!.next_at!)).toBeGreaterThan(Date.now())
})

test('the email and the PDF carry the brand: its name, its color, and its logo on white', async () => {
  const _id = await newReport()
  const address = newAddress()
  const file = new File([await transparentLogo()], 'logo.png', { type: 'image/png' })
  const { image } = await call(imagesContract.upload, { workspace_id: workspaceId, file })
  const brand = { name: 'Hollow Oak', logo: image._id, color: '#0f766e' }
  await call(domainsContract.addUpdate, { workspace_id: workspaceId, brand })
  await save(_id, { recipients: [{ email: address }] })
  await call(sharingContract.sendMailing, { _id })
  const email = await emailTo(address)
  await call(domainsContract.addUpdate, { workspace_id: workspaceId, brand: null })
  expect(email).toContain('Hollow Oak')
  const [, background, logo] = /background:(#\w+)[^>]*>\s*<img src="([^"]+)"/.exec(email)!
  expect(background).toBe('#ffffff')
  expect(new URL(logo!).origin).toBe('http://earshot.test')
  // The corner stays transparent: it isn't drawn on black.
  const served = await fetch(server.url + new URL(logo!).pathname)
  const corner = await sharp(Buffer.from(await served.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer()
  expect(corner[3]).toBe(0)
})

/** A dark disc on nothing. */
const transparentLogo = async () =>
  new Uint8Array(
    await sharp(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120"><circle cx="60" cy="60" r="50" fill="#222"/></svg>',
      ),
    )
      .png()
      .toBuffer(),
  )

test('an email with old data says so', async () => {
  const _id = await newReport()
  const address = newAddress()
  await query(`update reports set finished_at = now() - interval '40 days' where id = $1`, [_id])
  await save(_id, { recipients: [{ email: address }] })
  await call(sharingContract.sendMailing, { _id })
  expect(flat(await emailTo(address))).toContain('40 days ago')
})

test('a PDF that can’t be made is tried again, and then sent', async () => {
  const _id = await newReport()
  const address = newAddress()
  await rm(path.join(folder, 'page.pdf'))
  await save(_id, { recipients: [{ email: address }] })
  await call(sharingContract.sendMailing, { _id })
  const failed = await until('the failure', async () => {
    const [one] = (await get(_id))!.recipients
    return one!.attempts === 1 && one!.state === 'waiting' ? one : null
  })
  expect(Date.parse(failed!.retry_at!)).toBeGreaterThan(Date.now() + 30_000)
  await writeFile(path.join(folder, 'page.pdf'), '%PDF-1.7 later')
  await query('update report_mail_recipients set retry_at = now() where report_id = $1', [_id])
  expect(flat(await emailTo(address))).toContain(Buffer.from('%PDF-1.7 later').toString('base64url'))
})

test('a PDF too large for email is linked, and its link ends with the schedule', async () => {
  const _id = await newReport()
  const address = newAddress()
  await writeFile(path.join(folder, 'page.pdf'), Buffer.alloc(10_500_000, '%PDF'))
  await save(_id, { recipients: [{ email: address }], sections: ['keywords'] })
  await call(sharingContract.sendMailing, { _id })
  const email = await emailTo(address)
  expect(flat(email)).toContain('The PDF has 11 MB, more than an email can carry.')
  expect(email).not.toContain('Content-Type: application/pdf')
  const pass = /\/print\/report\/([\w.~%-]+)/.exec(email)![1]!
  const print = () => server.anonymous(sharingContract.printable, { pass: decodeURIComponent(pass) })
  expect((await print()).report.sections).toMatchObject({ keywords: expect.anything() })
  await call(sharingContract.removeMailing, { _id })
  await expect(print()).rejects.toMatchObject({ code: 'not_found' })
})

test('sections beyond the report are in the preview and the email, and what can’t be read is said', async () => {
  const _id = await newReport()
  const owner = { workspace_id: workspaceId }
  const { site } = await call(sitesContract.add, { ...owner, url: 'hollowoak.example' })
  const { site: gone } = await call(sitesContract.add, { ...owner, url: 'old.example' })
  const { plan } = await call(contentPlanContract.new, { ...owner, name: 'Kettles, winter', report_id: _id })
  const chosen = [
    { kind: 'site' as const, id: site._id },
    { kind: 'plan' as const, id: plan._id },
    { kind: 'site' as const, id: gone._id },
  ]
  const address = newAddress()
  const { mailing } = await save(_id, { recipients: [{ email: address }], extras: chosen, sections: ['overview'] })
  expect(mailing.extras).toEqual(chosen)
  expect((await get(_id))!.extras).toEqual(chosen)
  await call(sitesContract.remove, { _id: gone._id })
  const stranger = await server.signUp()
  const theirs = await stranger.call(sitesContract.add, { workspace_id: stranger.workspaceId, url: 'their.example' })
  await expect(save(_id, { extras: [{ kind: 'site', id: theirs.site._id }] })).rejects.toMatchObject({
    ...{ code: 'invalid_input', options: { field: 'extras', reason: 'extra_missing' } },
  })

  const open = async (extras: typeof chosen) => {
    const { url } = await call(sharingContract.previewMailing, { _id, frequency: 'monthly', extras, title: 'Kettles' })
    const pass = decodeURIComponent(new URL(url).pathname.split('/').at(-1)!)
    return server.anonymous(sharingContract.printable, { pass })
  }
  const shown = await open(chosen.slice(0, 2))
  expect(shown.report.title).toBe('Kettles')
  expect(shown.extras).toMatchObject([
    { kind: 'site', failure: null, data: { url: 'hollowoak.example', totals: null, search_failure: null, decays: 0 } },
    { kind: 'plan', failure: null, data: { name: 'Kettles, winter', items: plan.items } },
  ])
  // A preview names only what is there; a saved schedule may outlive it.
  await expect(open(chosen)).rejects.toMatchObject({ code: 'invalid_input' })

  // A part whose data can’t be read is a bug or an outage: the report goes out and says so.
  await query('alter table plan_items rename to plan_items_away')
  try {
    await call(sharingContract.sendMailing, { _id })
    const email = flat(await emailTo(address)).replaceAll('=\n', '')
    expect(email).toContain('Also in it: searches of hollowoak.example.')
    expect(email).toContain('missing from it: a content plan, searches of a site.')
    const pass = /\/print\/report\/([\w.~%-]+)/.exec(await emailTo(address))![1]!
    const { extras } = await server.anonymous(sharingContract.printable, { pass: decodeURIComponent(pass) })
    expect(extras.map(({ kind, data, failure }) => [kind, data !== null, failure?.reason ?? null])).toEqual([
      ['site', true, null],
      ['plan', false, 'extra_failed'],
      ['site', false, 'extra_deleted'],
    ])
  } finally {
    await query('alter table plan_items_away rename to plan_items')
  }
  expect((await save(_id, { extras: [] })).mailing.extras).toEqual([])
})

test('ranks, AI answers, searches and new keywords come with their gaps, dates and method', async () => {
  const _id = await newReport()
  await fillRanks(server, workspaceId)
  await fillAnswers(server, workspaceId)
  await fillSites(server, workspaceId)
  const { listener } = await call(listenersContract.add, {
    ...{ workspace_id: workspaceId, keyword: 'cold brew coffee', country: 'US', language: 'en', frequency: 'weekly' },
    sources: ['sample'],
  })
  await until('the first run', async () => {
    const { runs } = await call(listenersContract.single, { _id: listener._id })
    return runs.length > 0 ? true : null
  })
  const [tracker] = (await call(ranksContract.list, { workspace_id: workspaceId })).items
  const [watch] = (await call(answersContract.list, { workspace_id: workspaceId })).items
  const { items: sites } = await call(sitesContract.list, { workspace_id: workspaceId })
  const filled = sites.find(({ url }) => url === 'https://hollowoak.example/')!
  const extras = [
    { kind: 'ranks' as const, id: tracker!._id },
    { kind: 'answers' as const, id: watch!._id },
    { kind: 'site' as const, id: filled._id },
    { kind: 'listener' as const, id: listener._id },
  ]
  const { url } = await call(sharingContract.previewMailing, { _id, frequency: 'weekly', extras })
  const pass = decodeURIComponent(new URL(url).pathname.split('/').at(-1)!)
  const shown = (await server.anonymous(sharingContract.printable, { pass })).extras
  expect(shown.map(({ kind, failure }) => [kind, failure])).toEqual(extras.map(({ kind }) => [kind, null]))
  const [ranks, answers, site, changes] = shown.map(({ data }) => data)
  expect(ranks).toMatchObject({
    ...{ kind: 'ranks', domain: 'hollowoak.example/shop', country: 'US', device: 'mobile', depth: 20 },
    ...{ summary: tracker!.summary, last_run_at: expect.any(String) },
  })
  expect(answers).toMatchObject({ kind: 'answers', brand: 'Hollow Oak', runs: 1, engines: ['openai', 'perplexity'] })
  expect((answers as { at: string | null }).at).not.toBeNull()
  expect(site).toMatchObject({ kind: 'site', uploaded: true, to: '2026-11-20', totals: { clicks: 12 }, decays: 1 })
  // The first run finds everything, which is no change.
  expect(changes).toMatchObject({ kind: 'listener', keyword: 'cold brew coffee', runs: 1, new: 0, lost: 0, items: [] })
})

test('an unsubscribed recipient gets no email until they resubscribe, even if the schedule is saved again', async () => {
  const _id = await newReport()
  const [gone, stays] = [newAddress(), newAddress()]
  const recipients = [{ email: gone }, { email: stays }]
  await save(_id, { recipients })
  await call(sharingContract.sendMailing, { _id })
  const token = decodeURIComponent(/unsubscribe\?report=([\w.~%-]+)/.exec(await emailTo(gone))![1]!)
  await emailTo(stays)
  const unsubscribe = (resume: boolean, given = token) =>
    server.anonymous(sharingContract.unsubscribeMailing, { token: given, resume })
  await expect(unsubscribe(false, `${token}x`)).rejects.toMatchObject({ code: 'not_found' })
  expect(await unsubscribe(false)).toEqual({ email_masked: 'r…@outside.example', subscribed: false })
  const { mailing } = await save(_id, { recipients })
  expect(mailing.recipients.map(({ email, declined }) => [email, declined])).toEqual(
    [
      [gone, true],
      [stays, false],
    ].sort(),
  )
  await until('both were sent', async () => (await get(_id))!.recipients.every(({ state }) => state === 'sent'))
  await call(sharingContract.sendMailing, { _id })
  await emailTo(stays, 2)
  expect(await readOutbox(server.dataDir, gone)).toHaveLength(1)
  expect(await unsubscribe(true)).toMatchObject({ subscribed: true })
})

test('a member who leaves the workspace no longer gets its reports', async () => {
  const _id = await newReport()
  const member = await server.signUp()
  const { email } = member
  const added = await call(teamsContract.add, { workspace_id: workspaceId, email, role: 'viewer' })
  const token = /token=(ei_[\w-]+)/.exec(await emailTo(email))![1]!
  await member.call(teamsContract.accept, { token })
  await save(_id, { recipients: [{ email }, { email: newAddress() }] })
  await call(teamsContract.remove, { workspace_id: workspaceId, member_id: added.member._id })
  expect((await get(_id))!.recipients.map((one) => one.email)).not.toContain(email)
})

test('a running schedule needs an address, and no more than 20', async () => {
  const _id = await newReport()
  const refuse = (recipients: object[]) =>
    expect(save(_id, { recipients })).rejects.toMatchObject({ code: 'invalid_input' })
  await refuse([])
  await refuse([{ email: 'no address' }])
  await refuse(Array.from({ length: 21 }, () => ({ email: newAddress() })))
})
