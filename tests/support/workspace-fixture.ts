import { aiContentContract, assignmentContract } from '../../src/features/ai-content/contract.ts'
import { bulkWritingContract } from '../../src/features/bulk-writing/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { defaultWeights } from '../../src/features/content-plan/rules/priority.ts'
import { domainsContract } from '../../src/features/domains/contract.ts'
import { humanizerContract } from '../../src/features/humanizer/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { importsContract, listsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { outlinesContract } from '../../src/features/reports/contract-outlines.ts'
import { researchContract } from '../../src/features/research/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { commentsContract } from '../../src/features/review/contract-comments.ts'
import { planReviewContract } from '../../src/features/review/contract-plans.ts'
import { reviewStateContract } from '../../src/features/review/contract-state.ts'
import { suggestionsContract } from '../../src/features/review/contract-suggestions.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { fillSites } from './fill-sites.ts'
import { animation, png } from './hostile-images.ts'
import type { TestServer } from './server.ts'
import { until } from './wait-until.ts'

type Person = Awaited<ReturnType<TestServer['signUp']>>

const us = { country: 'US', language: 'en' }
const sample =
  'We brew it cold and we wait for it. You will not need a machine; a jar does the job just as well. '.repeat(8)
const csv = `Keyword,Volume,CPC,Trend
cold brew,12100,1.5,
cold brew ratio,880,,
"=cold brew, really",90,0.4,
espresso,,,
`

/**
 * A workspace with every kind of content, created through the API without a network: with sample data, files and the
 * built-in writer.
 */
export async function fillWorkspace(server: TestServer, { call, token, workspaceId, user }: Person) {
  const inIt = { workspace_id: workspaceId }
  const events = async (path: string, body: object) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!text.includes('event: done')) throw new Error(`${path} ended without done: ${text.slice(-500)}`)
  }
  const done = (id: string) =>
    until(`report ${id}`, async () => {
      const { status, error } = await call(reportsContract.checkstatus, { _id: id })
      if (status === 'failed') throw new Error(`The report failed: ${error}`)
      return status === 'done' ? true : null
    })

  const topic = await call(reportsContract.new, {
    ...inIt,
    type: 'topic',
    query: 'cold brew coffee',
    ...us,
    sources: ['sample', 'patterns'],
  })
  const file = new File([csv], 'keywords.csv')
  const { import: imported } = await call(importsContract.add, { ...inIt, file })
  const clusters = await call(reportsContract.new, { ...inIt, type: 'clusters', import_id: imported._id, ...us })
  const questions = await call(reportsContract.new, {
    ...inIt,
    type: 'questions',
    query: 'coffee',
    ...us,
    sources: ['sample'],
  })
  const reportIds = [topic.report!._id, clusters.report!._id, questions.report!._id]
  for (const id of reportIds) await done(id)
  await call(reportsContract.hide, { _id: reportIds[2]!, hidden: true })
  const headings = [{ type: 'h2' as const, text: 'How to make cold brew' }]
  await call(outlinesContract.save, { ...inIt, report_id: reportIds[0]!, headings, version: 0 })
  const { share } = await call(sharingContract.share, { _id: reportIds[0]! })
  await call(sharingContract.share, { _id: reportIds[1]!, password: 'a share password' })
  // Paused, as it is after an import.
  await call(sharingContract.saveMailing, {
    _id: reportIds[0]!,
    frequency: 'monthly',
    recipients: [{ email: 'client@example.com', name: 'Cleo' }],
    message: 'For our call',
    paused: true,
  })

  const { image } = await call(imagesContract.upload, {
    ...inIt,
    file: new File([await png(1400, 900)], 'kettle.png'),
    alt: 'A kettle',
  })
  await call(imagesContract.upload, { ...inIt, file: new File([await animation(700, 300, 4)], 'steam.gif') })
  await call(domainsContract.addUpdate, {
    ...inIt,
    brand: { name: 'Hollow Oak', logo: image.url, color: '#0f766e' },
  })

  const { voice } = await call(aiContentContract.addVoice, { ...inIt, name: 'House', samples: [sample] })
  const { item } = await call(aiContentContract.new, {
    ...inIt,
    template: 'blog_post',
    title: 'Cold brew at home',
    keywords: ['cold brew coffee'],
    report_id: reportIds[0]!,
    brand_voice_id: voice._id,
    model: 'builtin',
    words: 400,
  })
  await events('/stream', { _id: item._id })
  await call(assignmentContract.assign, { _id: item._id, owner_id: user.id, due_on: '2026-12-01' })
  const { share: link } = await call(reviewContract.share, { _id: item._id, may: 'write' })
  const mentioned = {
    mentions: [user.id],
    text: `Which, @${`${user.personal.first_name} ${user.personal.last_name}`.trim() || user.email}?`,
  }
  const { comment } = await call(commentsContract.add, { document_id: item._id, quote: 'Cold brew', ...mentioned })
  await call(commentsContract.add, { document_id: item._id, parent_id: comment._id, text: 'The coffee.' })
  await call(commentsContract.resolve, { _id: comment._id })
  await call(reviewStateContract.set, { _id: item._id, state: 'changes', note: 'Which coffee?' })
  const written = (await call(aiContentContract.single, { _id: item._id })).item
  await call(aiContentContract.update, {
    _id: item._id,
    version: written.version,
    content_md: `${written.content_md}\n\n![A kettle](${image.url})\n\n<script>alert(1)</script>\n\nDžez “quotes” \\ back\tslash 🫖\n`,
  })
  const saved = (await call(aiContentContract.single, { _id: item._id })).item
  const suggestions = await server.as(link.token)(aiContentContract.update, {
    ...{ _id: item._id, version: saved.version, guest_name: 'Ada' },
    content_md: `First words.\n\n${saved.content_md}\nLast words 🫖.\n`,
  })
  const { items } = await call(suggestionsContract.list, { document_id: item._id })
  if (suggestions.suggestions?.count !== 2) throw new Error('Two changes were expected')
  await call(suggestionsContract.reject, { document_id: item._id, ids: [items[0]!._id] })
  await until('the score', async () =>
    (await call(aiContentContract.single, { _id: item._id })).item.score ? true : null,
  )
  const { post } = await call(cmsContract.publish, {
    _id: item._id,
    status: 'published',
    slug: 'cold-brew-at-home',
    excerpt: 'What to buy and how long to wait.',
    tags: ['Coffee', 'At home'],
  })
  await server.anonymous(cmsContract.like, { id: post._id })

  await events('/humanize', { ...inIt, text: sample, strength: 'light', document_id: item._id, voice_id: voice._id })
  await call(humanizerContract.find, inIt)

  await call(researchContract.volumes, { ...inIt, keywords: ['cold brew', 'espresso', 'tea'], ...us })
  const rows = (await call(reportsContract.rows, { _id: reportIds[0]!, limit: 20 })).items as { text: string }[]
  const easy = { types: ['question' as const], include: ['cold'], difficulty_max: 30 }
  await call(reportsContract.addView, {
    ...inIt,
    name: 'Easy',
    filter: easy,
    sort: '-volume',
    columns: ['text', 'cpc'],
  })
  const { plan } = await call(contentPlanContract.new, { ...inIt, name: 'Winter', report_id: clusters.report!._id })
  const planned = await call(contentPlanContract.get, { _id: plan._id })
  const due = { _id: planned.items[0]!._id, due_on: '2026-12-01' }
  await call(contentPlanContract.update, { _id: plan._id, version: planned.plan.version, items: [due] })
  await call(contentPlanContract.setWeights, { ...inIt, weights: defaultWeights })
  await call(planReviewContract.share, { _id: plan._id, may: 'comment' })
  const ofItem = { plan_id: plan._id, item_id: planned.items[0]!._id, text: 'This one first.' }
  const asked = (await call(planReviewContract.addComment, ofItem)).comment
  await call(planReviewContract.addComment, { plan_id: plan._id, parent_id: asked._id, ...mentioned })
  await call(planReviewContract.resolveComment, { _id: asked._id })
  const { list } = await call(listsContract.add, {
    ...inIt,
    name: 'To write about',
    items: [
      ...rows.map(({ text }) => ({ text, from: { kind: 'report' as const, id: reportIds[0]!, label: 'cold brew' } })),
      { text: 'typed by hand' },
    ],
  })

  await fillRanks(server, workspaceId)
  await fillAnswers(server, workspaceId)
  await fillSites(server, workspaceId)
  await server.database.pool.query(
    `insert into report_mail_extras (workspace_id, report_id, no, kind, ref_id)
     select m.workspace_id, m.report_id, 1, 'site', s.id from report_mailings m join sites s on s.workspace_id = m.workspace_id
     where m.workspace_id = $1`,
    [workspaceId],
  )
  const { listener } = await call(listenersContract.add, {
    ...inIt,
    keyword: 'cold brew coffee',
    ...us,
    frequency: 'weekly',
    sources: ['sample'],
    filters: { include: [], exclude: ['near me'] },
    notify: { email: ['news@example.com'], webhook: 'http://127.0.0.1:9/hook', rss: true },
  })
  const stopWatching = await server.app.start({ alone: true })
  await call(listenersContract.run, { _id: listener._id })
  await until('the listener', async () => {
    const now = await call(listenersContract.single, { _id: listener._id })
    return now.runs.length > 0 && !now.listener.running ? true : null
  })
  await stopWatching()
  // No worker runs any more, so nothing of it is written.
  const batch = { plan_item_ids: planned.items.slice(0, 2).map(({ _id }) => _id), chain: ['article' as const] }
  await call(bulkWritingContract.create, { ...inIt, ...batch })
  return { reportIds, share, image, voice, documentId: item._id, post, list, listener, importId: imported._id }
}

/** A rank tracker with its checks, as a source of results pages leaves it. Paused, as it is after an import. */
export async function fillRanks({ database: { pool } }: TestServer, workspaceId: string) {
  const { rows } = await pool.query<{ id: string }>(
    `insert into rank_trackers (workspace_id, id, domain, competitors, country, language, device, depth, pixels, frequency, source,
       status, max_cost_usd, run_count, last_run_at)
     values ($1, gen_random_uuid(), 'hollowoak.example/shop', '{fernway.example}', 'US', 'en', 'mobile', 20, true, 'weekly',
       'dataforseo', 'paused', 4.5, 1, now())
     returning id`,
    [workspaceId],
  )
  const ids = [workspaceId, rows[0]!.id]
  await pool.query(
    `insert into rank_keywords (workspace_id, tracker_id, no, text, position, pixels, reason, failure, url, best, features, ai_present,
       ai_cited, competitors, checked_at, serp_at)
     values ($1, $2, 1, 'cold brew', 3, 420, null, null, 'https://hollowoak.example/shop', 2, '{people_also_ask}', true, false,
         '[{"domain": "fernway.example", "position": 1}]', now(), now()),
       ($1, $2, 2, 'cold brew ratio', null, null, 'failed', '{"code": "upstream_failed", "reason": "source_timeout"}', null, null, '{}',
         null, null, '[]', now(), null)`,
    ids,
  )
  await pool.query(
    `insert into rank_runs (workspace_id, tracker_id, no, by_hand, finished_at, total, measured, gaps, ranked, top10, average, spent_usd)
     values ($1, $2, 1, false, now(), 2, 1, 1, 1, 1, 3, 0.004)`,
    ids,
  )
  await pool.query(
    `insert into rank_checks (workspace_id, tracker_id, keyword_no, run_no, state, position, pixels, reason, url, serp_at)
     values ($1, $2, 1, 1, 'done', 3, 420, null, 'https://hollowoak.example/shop', now()),
       ($1, $2, 2, 1, 'done', null, null, 'failed', null, null)`,
    ids,
  )
}

/** A watch of AI answers with one period. Paused, as it is after an import. */
export async function fillAnswers({ database: { pool } }: TestServer, workspaceId: string) {
  const { rows } = await pool.query<{ id: string }>(
    `insert into answer_watches (workspace_id, id, brand, competitors, prompts, engines, country, language, runs, frequency,
       budget_usd, spent_usd, status, periods, last_run_at)
     values ($1, gen_random_uuid(), '{"name": "Hollow Oak", "aliases": [], "domains": ["hollowoak.example"], "context": ["coffee"]}',
       '[{"name": "Fernway", "aliases": [], "domains": []}]', '{best cold brew}', '{openai,perplexity}', 'US', 'en', 1, 'monthly',
       20, 0.02, 'paused', 1, now())
     returning id`,
    [workspaceId],
  )
  const ids = [workspaceId, rows[0]!.id]
  await pool.query(
    `insert into answer_periods (workspace_id, watch_id, no, by_hand, finished_at, spent_usd) values ($1, $2, 1, false, now(), 0.02)`,
    ids,
  )
  await pool.query(
    `insert into answer_runs (workspace_id, watch_id, id, period, prompt_no, engine, run_no, state, text, citations, readings, model,
       cost_usd, failure, at)
     values ($1, $2, gen_random_uuid(), 1, 1, 'openai', 1, 'done', 'Try Hollow Oak coffee.',
         '[{"url": "https://hollowoak.example/", "title": "Shop", "domain": "hollowoak.example"}]',
         '[{"brand": "Hollow Oak", "mentioned": true, "cited": true, "position": null, "quote": "Try Hollow Oak coffee.", "spans": [{"start": 4, "end": 14}]}]',
         'gpt-6.1-terra', 0.02, null, now()),
       ($1, $2, gen_random_uuid(), 1, 1, 'perplexity', 1, 'failed', null, '[]', '[]', null, null,
         '{"code": "upstream_failed", "reason": "source_timeout"}', now())`,
    ids,
  )
}
