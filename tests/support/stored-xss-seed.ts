import { adminContract } from '../../src/features/admin/contract.ts'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { analyticsContract } from '../../src/features/analytics/contract.ts'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { domainsContract } from '../../src/features/domains/contract.ts'
import { humanizerContract } from '../../src/features/humanizer/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { importsContract, listsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { researchContract } from '../../src/features/research/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { statusContract } from '../../src/features/status/contract.ts'
import { teamsContract } from '../../src/features/teams/contract.ts'
import { userDocumentsContract } from '../../src/features/user-documents/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { type Call, createClient } from '../../src/kit/client.ts'
import type { NameServer } from '../doubles/dns.ts'
import { type HostileVendors, type HostileWords, startHostileVendors } from '../doubles/hostile-vendors.ts'
import type { RunningEarshot } from '../faults/earshot-process.ts'
import { png } from './hostile-images.ts'
import { readOutbox } from './outbox.ts'
import { storedXss } from './stored-xss.ts'
import { until } from './wait-until.ts'

/** Writes the corpus of stored-xss.ts through every field, as people, browsers, files, vendors and name servers would. */

/**
 * The corpus as texts of at most `max` characters that begin with a mark, so that they are found again where they show: as many
 * payloads in each as it holds. What is longer by itself is cut.
 */
export function packed(mark: string, max: number, { payloads = storedXss, between = ' ' } = {}): string[] {
  const texts: string[] = []
  for (const payload of payloads) {
    const last = texts.length - 1
    if (last >= 0 && texts[last]!.length + between.length + payload.length <= max) texts[last] += between + payload
    else texts.push(`${mark}${texts.length} ${payload}`.slice(0, max))
  }
  return texts
}

const addresses = [
  'javascript:pwned()',
  'JaVaScRiPt:pwned()//https://a.example',
  'data:text/html,<script>pwned()</script>',
  'vbscript:pwned()',
  'https://a.example/"onmouseover="pwned()',
  "https://a.example/'><script>pwned()</script>",
]

/** A document whose Markdown holds every payload as it is, in each kind of block, and once more as words that stay words. */
const markdown = (mark: string) =>
  `${storedXss.map((payload) => `${payload}\n\nText ${payload} text\n\n## H ${payload}\n\n| ${payload} |\n| --- |\n| ${payload} |`).join('\n\n')}

~~~~~~
${packed(mark, 4000, { between: '\n' }).join('\n')}
~~~~~~
`

/** What a page says and the model repeats, so that it is cited. */
const fact = 'Twelve hours at room temperature draw the oils out of coarse grounds without the bitter ones.'

export const startVendors = () =>
  startHostileVendors({
    suggestions: packed('ks', 190).map((text, at) => (at % 2 ? `what is ${text}` : text)),
    related: packed('kr', 190),
    titles: { forum: packed('dt', 280), page: packed('pt', 280).slice(0, 9) },
    snippets: packed('sn', 400),
    addresses,
    headings: packed('hd', 280),
    paragraphs: packed('pp', 900).map((text) => `${fact} ${text}`),
    articles: packed('wa', 190),
    complaint: packed('er', 150)[0]!,
    model: packed('mo', 900).map((text) => `${fact.slice(0, -1)} [^1]. [^2] [^3]\n\n${text}`),
  } satisfies HostileWords)

export const mappedNames = { reports: 'reports.acme.example', blog: 'blog.acme.example' }
export const cnameTarget = 'cname.earshot.example'

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
  const { call, token, workspaceId: workspace_id } = await earshot.signIn()
  const anonymous = createClient({ baseUrl: earshot.url })
  const as = (of: string): Call =>
    createClient({ baseUrl: earshot.url, headers: () => ({ Authorization: `Bearer ${of}` }) })
  /** Runs a few in parallel, because the server has many workers. */
  const each = async <Item, Made>(items: Item[], make: (item: Item, at: number) => Promise<Made>): Promise<Made[]> => {
    const made: Made[] = []
    const left = items.entries()
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (const [at, item] of left) made[at] = await make(item, at)
      }),
    )
    return made
  }
  /** A call that answers with a stream, to its end. */
  const streamed = async (at: string, body: unknown) =>
    (
      await fetch(earshot.url + at, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    ).text()

  // Long work first: it goes on while the rest is written.
  const here = { workspace_id, country: 'US', language: 'en' } as const
  const queries = packed('qu', 200)
  const startReport = async (query: string, at: number) =>
    (
      await call(reportsContract.new, {
        ...here,
        query,
        type: at === 0 ? 'topic' : 'outline',
        sources: at === 0 ? ['google_suggest', 'wikipedia', 'stackexchange', 'reddit', 'serper'] : ['serper'],
      })
    ).report!
  const reports = await each(queries.slice(0, 1), startReport)
  const refused = await call(reportsContract.new, {
    ...here,
    type: 'questions',
    query: 'refuse',
    sources: ['wikipedia'],
  })
  const notify = {
    email: ['reader@example.com'],
    webhook: `${vendors.origin}/hook?wh0<script>pwned()</script>"'>`,
    rss: true,
  }
  const listeners = await each(packed('lk', 200), async (keyword, at) => {
    const { listener } = await call(listenersContract.add, {
      ...here,
      keyword,
      frequency: 'weekly',
      sources: at < 1 ? ['google_suggest'] : ['wikipedia'],
      // Reports only changes that contain one of these words, which all do.
      filters: {
        include: ['pwned', 'script', ...packed('li', 100).slice(0, 40)],
        exclude: packed('lf', 100).slice(0, 50),
      },
      ...(at === 0 ? { notify } : {}),
    })
    return listener
  })

  const { listener: refusedListener } = await call(listenersContract.add, {
    ...here,
    keyword: 'refuse',
    frequency: 'weekly',
    sources: ['wikipedia'],
  })
  // Both run for the first time now.

  // People, their sessions, and what staff see of them.
  const firstNames = packed('fn', 80)
  const lastNames = packed('ln', 80)
  const people = await each(firstNames, async (first_name, at) => {
    const email = `person${at}@example.com`
    const made = await anonymous(authContract.signup, {
      email,
      password: 'a long enough one',
      first_name,
      last_name: lastNames[at]!,
      aff: packed('af', 200)[at % 10]!,
    })
    return { email, token: made.token, workspaceId: made.user.workspaces[0]!._id }
  })
  const person = people[0]!
  // A header holds no line breaks and nothing beyond Latin-1.
  const sayable = storedXss.filter((payload) => /^[\x20-\x7e]{1,280}$/.test(payload))
  await each(packed('ua', 290, { payloads: sayable }), (userAgent) =>
    anonymous(
      authContract.login,
      { email: person.email, password: 'a long enough one' },
      { headers: { 'User-Agent': userAgent } },
    ),
  )
  const names = packed('wn', 80)
  await call(workspacesContract.rename, { _id: workspace_id, name: names[0]! })
  const rooms = await each(names.slice(1), (name) => call(workspacesContract.add, { name, color: '#c2410c' }))
  const blogRoom = rooms[0]!.workspace._id
  await as(person.token)(workspacesContract.rename, { _id: person.workspaceId, name: 'wn0 <script>pwned()</script>' })
  await call(adminContract.usersPlan, {
    user_id: (await as(person.token)(authContract.userdata, {})).user.id,
    plan: 'agency',
  })
  await as(person.token)(teamsContract.add, {
    workspace_id: person.workspaceId,
    email: 'guest@example.com',
    role: 'editor',
  })
  await each(packed('kn', 80), (name) => call(apiKeysContract.add, { workspace_id, name, scopes: ['reports:read'] }))
  const { allowances } = (await call(adminContract.plansList, {})).items.find(({ name }) => name === 'pro')!
  await each(packed('pl', 80), (label, at) =>
    call(adminContract.plansUpdate, { name: `plan_${at}`, label, allowances, price: { month: at + 1, year: at + 10 } }),
  )

  // Files and lists.
  const keywords = packed('ik', 190)
  const csv = (header: string) =>
    [
      `Keyword,Volume,"${header.replaceAll('"', '""')}"`,
      ...keywords.map((text) => `"${text.replaceAll('"', '""')}",10,x`),
    ].join('\n')
  const imports = await each(packed('if', 190), async (name, at) => {
    const file = new File([csv(packed('ih', 190)[at]!)], `${name}.csv`, { type: 'text/csv' })
    return (await call(importsContract.add, { workspace_id, file })).import
  })
  const list = await call(listsContract.add, {
    workspace_id,
    name: packed('nl', 120)[0]!,
    items: packed('it', 200).map((text, at) => ({
      text,
      from: { kind: 'typed' as const, label: packed('io', 300)[at % packed('io', 300).length]! },
    })),
  })
  await each(packed('nl', 120).slice(1), (name) => call(listsContract.add, { workspace_id, name }))
  const clusters = await call(reportsContract.new, { ...here, type: 'clusters', import_id: imports[0]!._id })

  // Pictures.
  const alts = packed('al', 500)
  const pictures = await each(packed('im', 200), async (name, at) => {
    const file = new File([new Uint8Array(await png(16 + at, 16))], 'x.png', { type: 'image/png' })
    const { image } = await call(imagesContract.upload, { workspace_id, file, alt: alts[at % alts.length]! })
    return (await call(imagesContract.update, { _id: image._id, name })).image
  })

  // Posts of the installation, and of the workspace on a custom domain.
  const tags = packed('tg', 60)
  const posts = await each(packed('po', 300), async (title, at) => {
    const { post } = await call(cmsContract.add, {
      slug: `post-${at}`,
      title,
      excerpt: packed('ex', 1000)[at % packed('ex', 1000).length]!,
      body_md: markdown('bo'),
      tags: tags.slice((at * 5) % tags.length).slice(0, 20),
      cover: pictures[at % pictures.length]!.url,
      seo: {
        title: packed('st', 300)[at % packed('st', 300).length]!,
        description: packed('sd', 1000)[at % packed('sd', 1000).length]!,
      },
      status: 'published',
    })
    return post
  })

  // Texts: one that everything is written into, and more for their titles.
  const template = 'blog_post' as const
  const briefing = {
    keywords: packed('bk', 200),
    tone: packed('bt', 100)[0]!,
    audience: packed('ba', 300)[0]!,
    instructions: packed('bi', 4000)[0]!,
    text: packed('bs', 9000)[0]!,
  }
  const titles = packed('ti', 300)
  const documents = await each(titles, async (title, at) => {
    const { item } = await call(aiContentContract.new, {
      workspace_id,
      template,
      title,
      ...(at === 0 ? briefing : {}),
      outline: packed('ol', 200).map((text) => ({ type: 'h2' as const, text })),
    })
    if (at > 1) return item
    return (await call(aiContentContract.update, { _id: item._id, version: 1, content_md: markdown('dc') })).item
  })
  await each(packed('vn', 80), (name) =>
    call(aiContentContract.addVoice, { workspace_id, name, samples: packed('vs', 4000) }),
  )
  const freeze = packed('fz', 200).filter((text) => text.isWellFormed() && !text.includes('\0'))
  const spoken = storedXss.filter((payload) => payload.isWellFormed() && !payload.includes('\0'))
  const text = packed('hu', 18_000, { payloads: spoken.map((payload) => `${payload} grew by 12% in 2024.`) })[0]!
  const tone = packed('ht', 100)[0]!
  await streamed(humanizerContract.humanize.path, { workspace_id, text, strength: 'light', freeze, tone })

  // A workspace's own model, whose answers are untrusted.
  const models = packed('mm', 190)
  const ownModel = { workspace_id, provider: 'openai-compatible' as const, base_url: `${vendors.origin}/v1` }
  await call(aiContentContract.saveModel, { ...ownModel, model: models[0]! })
  await streamed(humanizerContract.humanize.path, { workspace_id, text: text.slice(0, 2000), strength: 'strong', tone })
  const written = await call(aiContentContract.new, {
    workspace_id,
    template: 'summary',
    title: 'ti99 <b>written</b>',
    text: 'x',
  })
  await streamed(aiContentContract.stream.path, { _id: written.item._id })
  await call(aiContentContract.saveModel, { ...ownModel, model: 'refuse' })
  const refusedDocument = await call(aiContentContract.new, {
    workspace_id,
    template: 'summary',
    title: 'refused',
    text: 'x',
  })
  await streamed(aiContentContract.stream.path, { _id: refusedDocument.item._id })
  await streamed(humanizerContract.humanize.path, {
    workspace_id,
    text: 'It was refused by all of them.',
    strength: 'strong',
  })
  await call(aiContentContract.saveModel, { ...ownModel, model: models[0]! })
  const drafts = packed('df', 300)
  await call(userDocumentsContract.put, {
    workspace_id,
    path: 'drafts/briefing-blog_post',
    version: 0,
    content: {
      ...briefing,
      title: drafts[0]!,
      keywords: drafts[1]!,
      template,
    },
  })

  // What happens in browsers, as anybody may say it does.
  const keys = await anonymous(analyticsContract.client, {})
  const place = packed('el', 190)
  const messages = packed('ev', 190).map((event, at) => ({
    message_id: `${packed('ei', 150)[0]} ${at}`,
    type: 'event' as const,
    uid: packed('eu', 190)[at % 10]!,
    alias: packed('ea', 190)[at % 10]!,
    group_id: packed('eg', 190)[at % 10]!,
    event,
    properties: { [`ep${at} <img src=x onerror=pwned()>`]: storedXss[at % storedXss.length]! },
    traits: { plan: storedXss[at % storedXss.length]! },
    location: {
      address: `javascript:pwned()//${place[at % place.length]}`,
      path: place[at % place.length]!,
      query: place[at % place.length]!,
      host: place[at % place.length]!,
      origin: place[at % place.length]!,
      referrer: `javascript:pwned()//${place[at % place.length]}`,
    },
    timestamp: new Date().toISOString(),
  }))
  await anonymous(analyticsContract.batch, { public_key: keys.public_key, workspace_id: keys.workspace_id, messages })

  // What the installation tells of itself.
  const incidents = packed('ic', 200)
  await each(incidents, (title, at) =>
    call(statusContract.incidentAdd, { title, message: packed('iu', 2000)[at % packed('iu', 2000).length]! }),
  )

  // Look-ups, and what is heard.
  const asked = packed('tk', 200).slice(0, 5)
  const trends = await call(researchContract.trends, { ...here, keywords: asked, source: 'wikipedia' })
  const volumes = await call(researchContract.volumes, { ...here, keywords: keywords.slice(0, 40) })

  // Names of the workspace's own: what their servers say is shown too.
  const brand = { name: packed('br', 80)[0]!, logo: pictures[0]!.url, color: '#c2410c' }
  dns.set(`_earshot.${mappedNames.reports}`, 'TXT', packed('dn', 190)[0]!)
  await call(domainsContract.addUpdate, { workspace_id, domain: mappedNames.reports, target: 'reports', brand })
  const shownRecords = await call(domainsContract.find, { workspace_id })
  if (shownRecords.status === 'active') throw new Error('The domain was to wait until its records had been looked at')
  dns.set(mappedNames.blog, 'CNAME', cnameTarget)
  await call(domainsContract.addUpdate, {
    workspace_id: blogRoom,
    domain: mappedNames.blog,
    target: 'blog',
    brand: { name: brand.name },
  })
  const { item: own } = await call(aiContentContract.new, { workspace_id: blogRoom, template, title: titles[1]! })
  await call(aiContentContract.update, { _id: own._id, version: 1, content_md: markdown('bo') })
  await call(cmsContract.publish, {
    _id: own._id,
    slug: 'own-post',
    excerpt: packed('ex', 1000)[0]!,
    tags: tags.slice(0, 20),
    status: 'published',
  })

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
  const others = await each(queries.slice(1), startReport)
  const main = reports[0]!._id
  const { item: cited } = await call(aiContentContract.new, {
    workspace_id,
    template,
    title: titles[0]!,
    report_id: main,
  })
  await streamed(aiContentContract.stream.path, { _id: cited._id })
  await call(cmsContract.publish, { _id: cited._id, slug: 'cited-post', status: 'published' })
  const { share } = await call(sharingContract.share, { _id: main })
  const heard = (runs: number) =>
    until(
      `run ${runs} of a listener`,
      async () => {
        const found = await call(listenersContract.single, { _id: listeners[0]!._id })
        return found.runs.length >= runs && found
      },
      60_000,
    )
  // What came and went between two runs is news; after one by hand the mail waits for nothing.
  await heard(1)
  vendors.words.suggestions = packed('ls', 190)
  await call(listenersContract.run, { _id: listeners[0]!._id })
  const { listener } = await heard(2)
  const mails = await until(
    'a digest and an invitation by mail',
    async () => {
      const texts = await readOutbox(dataDir)
      return (
        texts.some((mail) => /^To: reader@/m.test(mail)) && texts.some((mail) => /^To: guest@/m.test(mail)) && texts
      )
    },
    60_000,
  )
  // No further answers are needed from it.
  await call(aiContentContract.saveModel, {
    ...ownModel,
    model: models[0]!,
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
    main,
    others,
    refused: refused.report!._id,
    refusedListener: refusedListener._id,
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
    mails,
  }
}
