import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { bulkWritingContract } from '../../src/features/bulk-writing/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { domainsContract } from '../../src/features/domains/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { portabilityContract } from '../../src/features/portability/contract.ts'
import { archivedTables } from '../../src/features/portability/rules/archived-tables.ts'
import { portabilityErrorTexts } from '../../src/features/portability/web/error-texts.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { phonePhoto, png } from '../support/hostile-images.ts'
import { wrongInReportLists } from '../support/report-lists.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { hasSentence } from '../support/stored-errors.ts'
import { getArchive, getSentence, importArchive, openArchive, type Rows, send } from '../support/workspace-archive.ts'
import { fillWorkspace } from '../support/workspace-fixture.ts'

const offline = Object.fromEntries(
  [
    'GOOGLE_SUGGEST',
    'BING_SUGGEST',
    'DUCKDUCKGO_SUGGEST',
    'YOUTUBE_SUGGEST',
    'WIKIPEDIA',
    'STACKEXCHANGE',
    'REDDIT',
  ].map((name) => [`${name}_URL`, 'http://127.0.0.1:9']),
)

type Person = Awaited<ReturnType<TestServer['signUp']>>

let here: TestServer
let there: TestServer
let me: Person
let content: Awaited<ReturnType<typeof fillWorkspace>>
let archive: Uint8Array

beforeAll(async () => {
  ;[here, there] = await Promise.all([
    startTestServer({ ...offline, OUTBOUND_ALLOW: '127.0.0.1' }),
    startTestServer({ ...offline, OUTBOUND_ALLOW: '127.0.0.1', ARCHIVE_MAX_MB: '3' }),
  ])
  me = await here.signUp('self_hosted')
  const colleague = await here.signUp()
  await here.database.pool.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'editor')`, [
    me.workspaceId,
    colleague.user.id,
  ])
  content = await fillWorkspace(here, me)
  await here.database.pool.query('update documents set created_by = $1 where workspace_id = $2', [
    colleague.user.id,
    me.workspaceId,
  ])
  // A lost keyword, as a run would store it.
  await here.database.pool.query(
    `insert into listener_changes (workspace_id, listener_id, source, no, kind, run_no, seen_at, keys)
     select workspace_id, listener_id, source, first_run, 'removed', run_no, now(), split_part(coalesce(keys, texts), e'\\n', 1)
     from listener_items where workspace_id = $1 limit 1`,
    [me.workspaceId],
  )
  // One item of the batch is done, as a worker would store it; the other one waits.
  await here.database.pool.query(
    `update writing_batch_items i set status = 'done', step = null, document_id = $2, words = 120, score = 71, spent_nano = 1500,
       ai_held = 0, ai_used = 1, finished_at = now(), checks = jsonb_build_object('unsupported', '[]'::jsonb, 'unsourced', 2,
         'empty_sections', '["Sources"]'::jsonb, 'overlaps', (select jsonb_build_array(jsonb_build_object('item_id', o.id,
           'title', o.title, 'share', 0.3, 'kind', 'text')) from writing_batch_items o where o.batch_id = i.batch_id and o.position = 1))
     where workspace_id = $1 and position = 0`,
    [me.workspaceId, content.documentId],
  )
  // A document about a keyword that is in no topic.
  await here.database.pool.query(
    `update documents set briefing = briefing || '{"keyword": "loose leaf tea"}' where workspace_id = $1 and id = $2`,
    [me.workspaceId, content.documentId],
  )
  archive = await getArchive(here, me)
}, 180_000)
afterAll(() => Promise.all([here.close(), there.close()]))

/** Columns that depend on the installation and differ after an import. */
const differs: Record<string, string[]> = { listeners: ['status', 'next_run_at'] }

/** Rows of an archive without what may differ, such as people's ids. */
function comparable(table: (typeof archivedTables)[number], rows: Rows) {
  const left = [...(table.people ?? []), ...(differs[table.name] ?? [])]
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name))))
}

test('a workspace that is exported, imported and exported again has the same data', async () => {
  const you = await there.signUp('self_hosted')
  const imported = await importArchive(there, you, archive)
  expect(imported).toMatchObject({
    status: 'done',
    progress: 1,
    error: null,
    workspace: { _id: me.workspaceId, name: me.user.workspaces[0]!.name },
  })
  expect(imported.outcome!.notes.join('\n')).toMatch(
    /^2 members .* shown as yours\. .*\n1 listener that was active is paused\. /,
  )
  const again = openArchive(await getArchive(there, { ...you, workspaceId: me.workspaceId }))
  const first = openArchive(archive)
  let compared = 0
  for (const table of archivedTables) {
    expect({ [table.name]: comparable(table, again.rows(table.name)) }).toEqual({
      [table.name]: comparable(table, first.rows(table.name)),
    })
    compared += first.rows(table.name).length
    // Every table has rows, or the comparison proves nothing.
    expect({ [table.name]: first.rows(table.name).length }).not.toEqual({ [table.name]: 0 })
  }
  expect(compared).toBeGreaterThan(400)
  const imageNames = Object.keys(first.files).filter((name) => name.startsWith('images/'))
  expect(imageNames.length).toBeGreaterThan(4)
  for (const name of imageNames) expect(Buffer.from(again.files[name]!).equals(first.files[name]!)).toBe(true)
  expect(again.manifest.tables).toEqual(first.manifest.tables)
  expect(imported.outcome!.counts).toMatchObject({ reports: 3, documents: 1, posts: 1, images: 2, rows: compared })

  // The imported workspace can be used.
  const { user } = await you.call(authContract.userdata, {})
  expect(user.workspaces.find(({ _id }) => _id === me.workspaceId)).toMatchObject({ role: 'owner' })
  expect(user.usage).toMatchObject({ reports: 0, clusters: 0, ai: 0, humanizer: 0, search_listener: 0 })
  const share = await you.call(sharingContract.sharing, { _id: content.reportIds[0]! })
  const opened = await there.anonymous(sharingContract.open, { token: share.share!.token })
  expect(opened.report!.sections.keywords!.length).toBeGreaterThan(20)
  // A password-protected share isn't public after the import.
  expect((await you.call(sharingContract.sharing, { _id: content.reportIds[1]! })).share).toBeNull()
  const blog = await there.anonymous(cmsContract.publicGet, {
    workspace_id: me.workspaceId,
    slug: 'cold-brew-at-home',
  })
  expect(blog.post.body_html).toContain(`/images/${content.image._id}/`)
  expect(blog.post.likes).toBe(1)
  const found = await there.anonymous(cmsContract.publicList, { workspace_id: me.workspaceId, q: 'waiting home' })
  expect(found.items).toHaveLength(
    (await here.anonymous(cmsContract.publicList, { workspace_id: me.workspaceId, q: 'waiting home' })).items.length,
  )
  const byTitle = await there.anonymous(cmsContract.publicList, { workspace_id: me.workspaceId, q: 'cold brew' })
  expect(byTitle.items).toHaveLength(1)
  expect((await fetch(`${there.url}/images/${content.image._id}/640`)).headers.get('content-type')).toBe('image/webp')
  const { brand } = await you.call(domainsContract.find, { workspace_id: me.workspaceId, look: false })
  expect(brand).toMatchObject({ name: 'Hollow Oak', logo: expect.stringContaining(content.image._id) })
  const { item } = await you.call(aiContentContract.single, { _id: content.documentId })
  expect(item.keyword).toBe('loose leaf tea')
  const saved = await you.call(aiContentContract.update, { _id: item._id, version: item.version, title: 'Renamed' })
  expect(saved.item.versions.length).toBe(item.versions.length + 1)
  const [batch] = (await you.call(bulkWritingContract.find, { workspace_id: me.workspaceId })).items
  expect(batch).toMatchObject({ status: 'cancelled', counts: { done: 1, cancelled: 1 }, units: { held: 0, used: 1 } })
  const { items: written } = (await you.call(bulkWritingContract.get, { _id: batch!._id })).batch
  expect(written[0]).toMatchObject({ document_id: content.documentId, score: 71, checks: { unsourced: 2 } })
  expect(written[0]!.keyword).not.toBeNull()
  const { listener, items } = await you.call(listenersContract.single, { _id: content.listener._id })
  expect(items.length).toBeGreaterThan(10)
  expect(listener).toMatchObject({ status: 'paused', webhook_secret: expect.stringMatching(/^whsec_/) })
  expect(listener.webhook_secret).not.toBe(content.listener.webhook_secret)
  expect(listener.rss_url).not.toBe(content.listener.rss_url)
  await you.call(listenersContract.status, { _id: listener._id, status: 'active' })
  expect((await you.call(authContract.userdata, {})).user.usage.search_listener).toBe(1)
  await you.call(reportsContract.hide, { _id: content.reportIds[0]!, hidden: true })
  expect(await wrongInReportLists(there.database.pool)).toEqual([])
}, 120_000)

test('an altered archive is rejected with one sentence and leaves nothing behind', async () => {
  const you = await there.signUp('self_hosted')
  const victim = await there.signUp('self_hosted')
  // A different workspace from the one imported above.
  const other = '0197a3b4-0000-7000-8000-000000000001'
  const rid = (n: number) => `0197a3b4-0000-7000-9000-${String(n).padStart(12, '0')}`
  /** The archive with new ids, so that nothing exists here, and only the first rows of long tables. */
  const base = openArchive(archive)
  const ids = new Map<string, string>([[me.workspaceId, other]])
  const renamed = (text: string) =>
    text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      if (!ids.has(id)) ids.set(id, rid(ids.size))
      return ids.get(id)!
    })
  for (const [name, bytes] of Object.entries(base.files)) {
    if (name.startsWith('images/') || name.startsWith('readable/')) delete base.files[name]
    if (name.startsWith('images/')) base.files[renamed(name)] = bytes
    if (name.startsWith('data/')) base.files[name] = Buffer.from(renamed(Buffer.from(bytes).toString()))
  }
  base.manifest.workspace.id = other
  for (const { name } of base.manifest.tables as { name: string }[])
    if (/^report_|_rows$|_items$/.test(name)) base.set(name, base.rows(name).slice(0, 3))
  const fresh = (imageNames = false) => {
    const opened = base.copy()
    // Decoding takes most of the time of an attempt.
    if (!imageNames) removeImages(opened)
    return opened
  }
  const foreign = victim.workspaceId
  const { image: theirs } = await victim.call(imagesContract.upload, {
    workspace_id: victim.workspaceId,
    file: new File([await png(60, 40)], 'theirs.png'),
  })
  const theirPost = await getPost(victim)
  const svg = strToU8(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ) as Uint8Array<ArrayBuffer>

  const cases: [string, RegExp, (opened: Opened) => Uint8Array | Promise<Uint8Array>][] = [
    ['no ZIP', /isn’t a ZIP archive/, () => Buffer.from('hello, this is no archive at all')],
    ['cut off', /isn’t a ZIP archive, or it’s damaged or cut off/, (a) => a.zip().subarray(0, 20_000)],
    ['no manifest', /has no manifest\.json/, () => zipSync({ 'README.txt': strToU8('hello') })],
    ['manifest no JSON', /manifest\.json isn’t valid JSON/, () => zipSync({ 'manifest.json': strToU8('{') })],
    [
      'a way out',
      /isn’t a ZIP archive|which isn’t part of a workspace/,
      (a) => zipSync({ ...unzipSync(a.zip()), '../../evil.txt': strToU8('x') }),
    ],
    [
      'an absolute path',
      /isn’t a ZIP archive|which isn’t part of a workspace/,
      (a) => zipSync({ ...unzipSync(a.zip()), '/etc/evil': strToU8('x') }),
    ],
    [
      'a file of another kind',
      /“data\/evil\.sh”, which isn’t part of a workspace/,
      (a) => zipSync({ ...unzipSync(a.zip()), 'data/evil.sh': strToU8('x') }),
    ],
    [
      'a file the manifest does not name',
      /which its manifest doesn’t list/,
      (a) => zipSync({ ...unzipSync(a.zip()), 'readable/more.txt': strToU8('x') }),
    ],
    [
      'a link',
      /which isn’t part of a workspace/,
      (a) =>
        zipSync({ ...unzipSync(a.zip()), 'readable/link': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] }),
    ],
    [
      'a bomb',
      /is larger than the 0\.075 GB/,
      (a) => {
        a.files['readable/zeros.csv'] = new Uint8Array(90_000_000)
        return a.zip()
      },
    ],
    [
      'file was changed',
      /doesn’t match its manifest \(SHA-256\)/,
      (a) => {
        a.zip()
        a.files['data/documents.jsonl'] = Buffer.from(
          a.text('data/documents.jsonl').replace('Cold brew at home', 'Warm brew at home'),
        )
        return a.zip({ hashes: false })
      },
    ],
    [
      'a missing file',
      /lacks data\/posts\.jsonl, which its manifest lists/,
      (a) => {
        a.zip()
        delete a.files['data/posts.jsonl']
        return a.zip({ hashes: false })
      },
    ],
    [
      'fewer rows than said',
      /says 5 rows of documents, but has 1/,
      (a) => {
        a.manifest.tables.find((each: { name: string }) => each.name === 'documents').rows = 5
        return a.zip()
      },
    ],
    [
      'a newer Earshot',
      /from a newer version of Earshot \(9\.9\.9\). Ask your administrator to upgrade/,
      (a) => {
        Object.assign(a.manifest, { migration: '9999_wonders', version: '9.9.9' })
        return a.zip()
      },
    ],
    [
      'a newer format',
      /from a newer version of Earshot. Ask your administrator to upgrade/,
      (a) => {
        a.manifest.format = 2
        return a.zip()
      },
    ],
    [
      'an unknown table',
      /a table users that isn’t part of a workspace/,
      (a) => {
        a.files['data/users.jsonl'] = strToU8('{}\n')
        a.manifest.tables.push({ name: 'users', columns: ['id'], rows: 1, file: 'data/users.jsonl' })
        return a.zip()
      },
    ],
    [
      'a table of plans',
      /a table user_plans that isn’t part of a workspace/,
      (a) => {
        a.files['data/user_plans.jsonl'] = strToU8('{}\n')
        a.manifest.tables.push({
          name: 'user_plans',
          columns: ['user_id', 'plan'],
          rows: 1,
          file: 'data/user_plans.jsonl',
        })
        return a.zip()
      },
    ],
    [
      'an unknown column',
      /a column reports\.payer_id that can’t be imported/,
      (a) => {
        a.manifest.tables.find((each: { name: string }) => each.name === 'reports').columns.push('payer_id')
        a.set(
          'reports',
          a.rows('reports').map((row) => ({ ...row, payer_id: victim.user.id })),
        )
        return a.zip()
      },
    ],
    [
      'more in a row than said',
      /Row 1 of reports in the archive has different columns/,
      (a) => changed(a, 'reports', { units_returned: false }),
    ],
    [
      'a row of another workspace',
      /Row 1 of report_rows in the archive belongs to another workspace/,
      (a) => changed(a, 'report_rows', { workspace_id: foreign }),
    ],
    [
      'another workspace as its own',
      /Row 1 of workspaces in the archive belongs to another workspace/,
      (a) => changed(a, 'workspaces', { id: foreign }),
    ],
    [
      'two workspaces',
      /belongs to another workspace|twice/,
      (a) => {
        a.set('workspaces', [...a.rows('workspaces'), ...a.rows('workspaces')])
        return a.zip()
      },
    ],
    [
      'a row of a report that is not there',
      // Distributed tables have no foreign key: what is missing is found after all rows are in.
      /(?:one belongs to|A row of report_rows names) something (?:in report_id )?that isn’t in the archive/,
      (a) => changed(a, 'report_rows', { report_id: rid(99_999) }),
    ],
    [
      'a version of somebody’s post',
      /A row of post_versions up to row 1 belongs to something that isn’t in the archive/,
      (a) => {
        a.set('post_versions', [{ ...a.rows('post_versions')[0]!, post_id: theirPost, version: 77 }])
        return a.zip()
      },
    ],
    [
      'somebody’s picture as the logo',
      /A row of brands names something in logo/,
      (a) => changed(a, 'brands', { logo: theirs._id }),
    ],
    [
      'somebody’s report behind a document',
      /A row of documents names something in report_id/,
      (a) => changed(a, 'documents', { report_id: rid(99_999) }),
    ],
    [
      'somebody’s picture as its own',
      /An image of the archive .* already exists on this server/,
      (a) => {
        const rows = a.rows('images')
        const [imageRow] = rows
        for (const file of Object.keys(a.files))
          if (file.startsWith(`images/${imageRow!.id}/`)) {
            a.files[file.replace(imageRow!.id, theirs._id)] = a.files[file]!
            delete a.files[file]
          }
        imageRow!.id = theirs._id
        a.set('images', rows)
        return a.zip()
      },
    ],
    [
      'the same row twice',
      /already exists on this server or is in the archive twice/,
      (a) => {
        a.set('documents', [...a.rows('documents'), ...a.rows('documents')])
        return a.zip()
      },
    ],
    [
      'free units',
      /Row 1 of reports in the archive has a value in units that can’t be imported/,
      (a) => changed(a, 'reports', { units: 0 }),
    ],
    [
      'work that goes on',
      /Row 1 of generations .* status that can’t be imported/,
      (a) => changed(a, 'generations', { status: 'running' }),
    ],
    [
      'a listener that mails everybody',
      /Row 1 of listeners .* notify_emails/,
      (a) => changed(a, 'listeners', { notify_emails: Array.from({ length: 500 }, (_, n) => `a${n}@example.com`) }),
    ],
    [
      'a link that runs',
      /Row 1 of report_pages .* url that can’t be imported/,
      (a) => changed(a, 'report_pages', { url: 'java\nscript:alert(1)' }),
    ],
    [
      'a cover that runs',
      /Row 1 of posts .* cover that can’t be imported/,
      (a) => changed(a, 'posts', { cover: 'javascript:alert(1)' }),
    ],
    [
      'a source that runs',
      /Row 1 of posts .* sources that can’t be imported/,
      (a) => changed(a, 'posts', { sources: [{ n: 1, url: ' javascript:alert(1)', title: 'x' }] }),
    ],
    [
      'a text beyond its length',
      /Row 1 of documents .* content_md that can’t be imported/,
      (a) => changed(a, 'documents', { content_md: 'x'.repeat(400_001) }),
    ],
    [
      'a shape that no screen knows',
      /Row 1 of documents .* citations that can’t be imported/,
      (a) => changed(a, 'documents', { citations: { evil: true } }),
    ],
    [
      'a failure of no known kind',
      /Row 1 of documents .* failure that can’t be imported/,
      (a) => changed(a, 'documents', { error: 'x', failure: { code: 'evil', reason: 'x' } }),
    ],
    [
      'a time that never comes',
      /Row 1 of documents .* created_at that doesn’t belong there/,
      (a) => changed(a, 'documents', { created_at: 'infinity' }),
    ],
    [
      'half a character',
      /has a value that doesn’t fit its column/,
      (a) => changed(a, 'documents', { title: 'a\u0000b' }),
    ],
    ['a name with two lines', /Row 1 of workspaces .* name/, (a) => changed(a, 'workspaces', { name: '  padded  ' })],
    ['a picture that is none', /isn’t a supported image|is an SVG/, (a) => replaceImage(a, svg)],
    [
      'a picture with more in it',
      /contains more than the image/,
      async (a) => replaceImage(a, new Uint8Array(await phonePhoto(200, 100)), 'image/jpeg', 'jpg', 200, 100),
    ],
    [
      'a key that leads elsewhere',
      /Row 1 of images .* files that can’t be imported/,
      (a) => {
        const rows = a.rows('images')
        rows[0]!.files[0].name = '../../../evil.png'
        a.set('images', rows)
        return a.zip()
      },
    ],
  ]
  const before = await countEverything()
  for (const [what, sentence, make] of cases) {
    const hostile = await make(fresh(/picture|logo|key that/.test(what)))
    // Lifts the limit of twenty imports per hour.
    await there.database.pool.query(`delete from rate_counts where bucket like 'workspace-import:%'`)
    const refused = await importArchive(there, you, hostile)
    expect({ [what]: refused.error }).toEqual({ [what]: expect.stringMatching(sentence) })
    // What a screen says about it comes from the reason.
    expect({ [what]: hasSentence(refused, portabilityErrorTexts) }).toEqual({ [what]: true })
  }
  // Rejected imports leave nothing but their record.
  expect(await countEverything()).toEqual(before)

  // An archive with only its ids changed is accepted.
  expect(await importArchive(there, you, fresh(true).zip())).toMatchObject({ status: 'done', error: null })
  // A second import of it is rejected.
  const again = await importArchive(there, you, fresh().zip())
  expect(again).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^The workspace “.*” already exists on this server. Nothing was imported/),
    failure: { code: 'conflict', field: 'file', reason: 'workspace_exists' },
  })
  expect(await getSentence(importArchive(there, await there.signUp('self_hosted'), fresh().zip()))).toMatch(
    /^This workspace \(0197a3b4-.*\) already exists on this server/,
  )

  async function countEverything() {
    const { rows } = await there.database.pool.query(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind = 'r' and c.relname <> all ($1)`,
      [
        [
          'workspace_transfers',
          'audit_log',
          'rate_counts',
          'image_files_to_remove',
          'transfer_files_to_remove',
          'worker_beats',
          'status_outcomes',
          'status_samples',
          'access_tokens',
        ],
      ],
    )
    const counts: Record<string, number> = {}
    for (const { name } of rows)
      counts[name] = Number((await there.database.pool.query(`select count(*) as n from "${name}"`)).rows[0].n)
    return counts
  }
}, 300_000)

type Opened = ReturnType<typeof openArchive>

function removeImages(opened: Opened) {
  for (const file of Object.keys(opened.files)) if (file.startsWith('images/')) delete opened.files[file]
  opened.set('images', [])
  opened.set(
    'brands',
    opened.rows('brands').map((row) => ({ ...row, logo: null })),
  )
}

function changed(opened: Opened, table: string, change: Record<string, unknown>) {
  opened.change(table, change)
  return opened.zip()
}

/** Replaces the first image's file, with a matching row and name. */
function replaceImage(
  opened: Opened,
  bytes: Uint8Array<ArrayBuffer>,
  mime = 'image/png',
  extension = 'png',
  width = 10,
  height = 10,
) {
  const rows = opened.rows('images')
  const { id, files } = rows[0]!
  for (const file of files) delete opened.files[`images/${id}/${file.name}`]
  const name = `full-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${extension}`
  rows[0]!.files = [{ size: 'full', name, width, height, bytes: bytes.byteLength, mime }]
  opened.files[`images/${id}/${name}`] = bytes
  opened.set('images', rows)
  return opened.zip()
}

async function getPost({ call, workspaceId }: Person) {
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'social_post',
    title: 'Tea',
  })
  await call(aiContentContract.update, { _id: item._id, version: item.version, content_md: 'Three minutes.' })
  return (await call(cmsContract.publish, { _id: item._id, status: 'published' })).post._id
}

test('an archive from an earlier version is imported, with database defaults for what is missing', async () => {
  const you = await there.signUp('self_hosted')
  await there.database.pool.query('delete from workspaces where id = $1', [me.workspaceId])
  const older = openArchive(archive)
  older.manifest.migration = '0019_user_documents'
  const reports = older.manifest.tables.find((each: { name: string }) => each.name === 'reports')
  reports.columns = reports.columns.filter((column: string) => column !== 'hidden')
  older.set(
    'reports',
    older.rows('reports').map(({ hidden: _, ...row }) => row),
  )
  older.manifest.tables = older.manifest.tables.filter((each: { name: string }) => each.name !== 'brands')
  delete older.files['data/brands.jsonl']
  expect(await importArchive(there, you, older.zip())).toMatchObject({ status: 'done', error: null })
  const { items } = await you.call(reportsContract.find, { workspace_id: me.workspaceId, hidden: true })
  expect(items).toEqual([])
})

test('an invalid request is rejected before the body is read', async () => {
  const you = await there.signUp()
  // The free plan allows one workspace, which exists.
  expect((await send(there, you.token, archive)).status).toBe(402)
  const rich = await there.signUp('self_hosted')
  const tooLarge = await send(there, rich.token, new Uint8Array(3_000_001))
  expect(await tooLarge.json()).toMatchObject({
    error: { code: 'too_large', message: 'The archive is larger than the 3 MB this server accepts.' },
  })
  expect((await send(there, rich.token, archive, { 'Content-Type': 'text/html' })).status).toBe(415)
  expect((await send(there, 'es_nobody-at-all', archive)).status).toBe(401)
})

test('an archive can be downloaded by its owner only, until it expires', async () => {
  const { items } = await me.call(portabilityContract.archives, { workspace_id: me.workspaceId })
  const [{ _id, url }] = items as [(typeof items)[number]]
  expect(url).toBe(`http://earshot.test/user/workspace/archive/${_id}`)
  const ask = (token: string) =>
    fetch(`${here.url}/user/workspace/archive/${_id}`, { headers: { Authorization: `Bearer ${token}` } }).then(
      ({ status }) => status,
    )
  const editor = await here.signUp()
  await here.database.pool.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'admin')`, [
    me.workspaceId,
    editor.user.id,
  ])
  expect([await ask(me.token), await ask(editor.token), await ask((await here.signUp()).token)]).toEqual([
    200, 403, 404,
  ])
  await here.database.pool.query(
    `update workspace_transfers set expires_at = now() - interval '1 second' where id = $1`,
    [_id],
  )
  expect(await ask(me.token)).toBe(404)
  for (const cleanUp of here.app.cleanups) await cleanUp()
  expect(await Array.fromAsync(here.app.storage.list())).not.toContainEqual(expect.stringContaining(_id))
})

test('an archive has no secrets, hashes or links that grant access', async () => {
  const opened = openArchive(archive)
  const everything = Object.entries(opened.files)
    .filter(([name]) => !name.startsWith('images/'))
    .map(([, bytes]) => Buffer.from(bytes).toString())
    .join('\n')
  const { rows } = await here.database.pool.query(
    'select sealed_secret, feed_key from listeners where workspace_id = $1',
    [me.workspaceId],
  )
  for (const secret of [
    rows[0].sealed_secret,
    rows[0].feed_key,
    content.listener.webhook_secret!,
    content.share.token,
    '$argon2',
    'password_hash":"',
    me.token,
  ])
    expect(everything).not.toContain(secret)
  expect(opened.manifest.left_out.map(({ what }: { what: string }) => what)).toEqual(
    expect.arrayContaining([
      'members',
      'access_tokens',
      'workspace_models',
      'listeners.sealed_secret',
      'shares.password_hash',
    ]),
  )
  expect(opened.text('README.txt')).toContain('What isn’t included, and why:')
})

test('image URLs in texts change to this server’s address', async () => {
  const you = await there.signUp('self_hosted')
  await there.database.pool.query('delete from workspaces where id = $1', [me.workspaceId])
  const moved = openArchive(archive)
  moved.manifest.public_url = 'https://old.example'
  for (const table of ['documents', 'document_versions', 'posts', 'post_versions'])
    moved.files[`data/${table}.jsonl`] = strToU8(
      moved.text(`data/${table}.jsonl`).replaceAll('http://earshot.test/images/', 'https://old.example/images/'),
    )
  const imported = await importArchive(there, you, moved.zip())
  expect(imported.outcome!.notes.at(-1)).toMatch(/image URLs? in texts now point to this server/)
  const { item } = await you.call(aiContentContract.single, { _id: content.documentId })
  expect(item.content_md).toContain(`http://earshot.test/images/${content.image._id}/full`)
  expect(item.content_md).not.toContain('old.example')
})

test('a workspace has one export at a time, and canceled or deleted ones leave no file', async () => {
  const you = await here.signUp()
  const inIt = { workspace_id: you.workspaceId }
  const asked = await Promise.allSettled([
    you.call(portabilityContract.exportWorkspace, inIt),
    you.call(portabilityContract.exportWorkspace, inIt),
  ])
  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { items } = await you.call(portabilityContract.archives, inIt)
  await you.call(portabilityContract.removeArchive, { _id: items[0]!._id })
  await getArchive(here, you)
  const [latest, stopped] = (await you.call(portabilityContract.archives, inIt)).items
  expect(latest).toMatchObject({ status: 'done', url: expect.any(String) })
  expect(stopped).toMatchObject({ url: null })
  await you.call(portabilityContract.removeArchive, { _id: latest!._id })
  for (const cleanUp of here.app.cleanups) await cleanUp()
  const kept = (await Array.fromAsync(here.app.storage.list())).filter((key) => key.startsWith('transfers/'))
  expect(kept.filter((key) => key.includes(latest!._id) || key.includes(stopped!._id))).toEqual([])
})

/** Modes of a transfer's temporary files by kind, recorded whenever a file is stored. */
async function getTransferModes(server: TestServer, transfer: () => Promise<unknown>) {
  const { storage } = server.app
  const put = storage.put.bind(storage)
  const modes: Record<string, Set<string>> = {}
  const spy = vi.spyOn(storage, 'put').mockImplementation(async (key, body) => {
    const names = await readdir(path.join(server.dataDir, 'transfers'), { recursive: true }).catch(() => null)
    for (const name of names ? ['', ...names] : []) {
      const { mode } = await stat(path.join(server.dataDir, 'transfers', name))
      const kind = path.join('transfers', name).replace(/transfer-[^/]+/, 'transfer-…')
      modes[kind] = (modes[kind] ?? new Set()).add((mode & 0o777).toString(8))
    }
    return put(key, body)
  })
  try {
    await transfer()
  } finally {
    spy.mockRestore()
  }
  return Object.fromEntries(Object.entries(modes).map(([kind, found]) => [kind, [...found]]))
}

test('temporary files of a transfer are readable only by their owner', async () => {
  const ownerOnly = {
    transfers: ['700'],
    'transfers/transfer-…': ['700'],
    'transfers/transfer-…/workspace.zip': ['600'],
  }
  for (const server of [here, there]) await rm(path.join(server.dataDir, 'transfers'), { recursive: true, force: true })
  expect(await getTransferModes(here, () => getArchive(here, me))).toEqual(ownerOnly)
  const you = await there.signUp('self_hosted')
  await there.database.pool.query('delete from workspaces where id = $1', [me.workspaceId])
  const modes = await getTransferModes(there, async () => {
    expect(await importArchive(there, you, archive)).toMatchObject({ status: 'done' })
  })
  expect(modes).toEqual(ownerOnly)
})
