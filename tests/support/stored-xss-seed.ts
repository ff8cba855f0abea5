import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { humanizerContract } from '../../src/features/humanizer/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { researchContract } from '../../src/features/research/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import type { NameServer } from '../doubles/dns.ts'
import type { HostileVendors } from '../doubles/hostile-vendors.ts'
import type { RunningEarshot } from '../faults/earshot-process.ts'
import { readOutbox } from './outbox.ts'
import { writeDocuments } from './stored-xss-documents.ts'
import { writeDomains } from './stored-xss-domains.ts'
import { writeEvents } from './stored-xss-events.ts'
import { writeFiles, writePosts } from './stored-xss-files.ts'
import { writePeople } from './stored-xss-people.ts'
import { writePlanComments } from './stored-xss-plans.ts'
import { describeReports, startResearch } from './stored-xss-research.ts'
import { packed } from './stored-xss-texts.ts'
import { createWriter } from './stored-xss-writer.ts'
import { until } from './wait-until.ts'

/** Writes the payloads of stored-xss.ts into every field, as users, browsers, files, vendors and name servers would. */

export type Written = Awaited<ReturnType<typeof writeEverywhere>>

export async function writeEverywhere({
  earshot,
  vendors,
  dns,
  dataDir,
}: {
  earshot: RunningEarshot
  vendors: HostileVendors
  dns: NameServer
  dataDir: string
}) {
  const writer = await createWriter(earshot)
  const { call, token, streamed, here, workspace_id } = writer
  // Starts long work first, so that it runs while the rest is written.
  const research = await startResearch(writer, vendors)
  const { queries, startReport, reports, refused, listeners, refusedListener } = research
  const { person, blogRoom, waitingRoom } = await writePeople(writer)
  const { keywords, list, clusters, images } = await writeFiles(writer)
  const { posts, tags } = await writePosts(writer, images)
  const documentsWritten = await writeDocuments(writer, vendors)
  const { template, titles, documents, reviewLink, written, refusedDocument, ownModel } = documentsWritten
  await writeEvents(writer)
  const planLink = await writePlanComments(writer, list.list._id)
  const asked = packed('tk', 200).slice(0, 5)
  const trends = await call(researchContract.trends, { ...here, keywords: asked, source: 'wikipedia' })
  const volumes = await call(researchContract.volumes, { ...here, keywords: keywords.slice(0, 40) })

  await writeDomains(writer, dns, { blogRoom, waitingRoom, logo: images[0]!.url, tags, template, title: titles[1]! })

  const settled = async (_id: string) =>
    until(
      'a report to end',
      async () => {
        const found = await call(reportsContract.checkstatus, { _id })
        return found.status && !['queued', 'running'].includes(found.status) ? found : null
      },
      90_000,
    )
  await settled(reports[0]!._id)
  await settled(refused.report!._id)
  await settled(clusters.report!._id)
  // The others wait for their name only.
  const others = await writer.each(queries.slice(1), startReport)
  await describeReports(writer, [...others.map(({ _id }) => _id), refused.report!._id])
  const main = reports[0]!._id
  const { item: cited } = await call(aiContentContract.new, {
    workspace_id,
    template,
    title: titles[0]!,
    report_id: main,
  })
  await streamed(aiContentContract.stream.path, { _id: cited._id })
  await call(cmsContract.publish, { _id: cited._id, slug: 'cited-post', status: 'published' })
  const { share } = await call(sharingContract.share, { _id: main, title: packed('st', 200)[0]! })
  const heard = (runs: number) =>
    until(
      `run ${runs} of a listener`,
      async () => {
        const found = await call(listenersContract.single, { _id: listeners[0]!._id })
        return found.runs.length >= runs && found
      },
      60_000,
    )
  // Changes between two runs are notified, and after a manual run the email is sent without delay.
  await heard(1)
  vendors.words.suggestions = packed('ls', 190)
  await call(listenersContract.run, { _id: listeners[0]!._id })
  const { listener } = await heard(2)
  const emails = await until(
    'a digest and an invitation by mail',
    async () => {
      const texts = await readOutbox(dataDir)
      return (
        texts.some((email) => /^To: reader@/m.test(email)) && texts.some((email) => /^To: guest@/m.test(email)) && texts
      )
    },
    60_000,
  )
  // No further results are needed from it.
  await call(aiContentContract.saveModel, {
    ...ownModel,
    base_url: `${vendors.origin}/v1?mu0<script>pwned()</script>"'>`,
  })
  await until(
    'the webhook to have been refused',
    async () =>
      (await call(listenersContract.deliveries, { _id: listener._id })).items.some(({ error }) => error !== null),
    60_000,
  )
  return {
    call,
    token,
    person,
    workspaceId: workspace_id,
    blogRoom,
    waitingRoom,
    main,
    others,
    refused: refused.report!._id,
    refusedListener: refusedListener._id,
    tracker: research.tracker._id,
    runs: (await call(humanizerContract.find, { workspace_id })).items.map(({ _id }) => _id),
    clusters: clusters.report!._id,
    list: list.list._id,
    listeners: listeners.map(({ _id }) => _id),
    feed: listener.rss_url!,
    posts,
    documents: documents.map(({ _id }) => _id),
    cited: cited._id,
    written: written.item._id,
    refusedDocument: refusedDocument.item._id,
    trends: trends.lookup_id!,
    volumes: volumes.lookup_id!,
    share,
    reviewLink,
    planLink,
    mails: emails,
  }
}
