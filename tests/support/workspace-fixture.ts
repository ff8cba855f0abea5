import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { domainsContract } from '../../src/features/domains/contract.ts'
import { humanizerContract } from '../../src/features/humanizer/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { importsContract, listsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { researchContract } from '../../src/features/research/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
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

/** A workspace with something of everything, made as people make it. Without a network: by samples, files and the built-in writer. */
export async function fillWorkspace(server: TestServer, { call, token, workspaceId }: Person) {
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
  const { share } = await call(sharingContract.share, { _id: reportIds[0]! })
  await call(sharingContract.share, { _id: reportIds[1]!, password: 'a share password' })

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
  const written = (await call(aiContentContract.single, { _id: item._id })).item
  await call(aiContentContract.update, {
    _id: item._id,
    version: written.version,
    content_md: `${written.content_md}\n\n![A kettle](${image.url})\n\n<script>alert(1)</script>\n\nDžez “quotes” \\ back\tslash 🫖\n`,
  })
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
  const { list } = await call(listsContract.add, {
    ...inIt,
    name: 'To write about',
    items: [
      ...rows.map(({ text }) => ({ text, from: { kind: 'report' as const, id: reportIds[0]!, label: 'cold brew' } })),
      { text: 'typed by hand' },
    ],
  })

  const { listener } = await call(listenersContract.add, {
    ...inIt,
    keyword: 'cold brew coffee',
    ...us,
    frequency: 'weekly',
    sources: ['sample'],
    filters: { include: [], exclude: ['near me'] },
    notify: { email: ['news@example.com'], webhook: 'http://127.0.0.1:9/hook', rss: true },
  })
  const stopWatching = await server.app.watch({ alone: true })
  await call(listenersContract.run, { _id: listener._id })
  await until('the listener', async () => {
    const now = await call(listenersContract.single, { _id: listener._id })
    return now.runs.length > 0 && !now.listener.running ? true : null
  })
  await stopWatching()
  return { reportIds, share, image, voice, documentId: item._id, post, list, listener, importId: imported._id }
}
