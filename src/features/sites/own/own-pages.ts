import { urlKey } from '#features/content-plan/rules/item-url.ts'
import type { OwnPage, OwnRequest, OwnTopic } from '#features/reports/contract-own.ts'
import { possibleKeys } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import { parseSiteTarget } from '#kit/site-target.ts'
import type { Database } from '#platform/database/database.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { findContainingSite } from '../rules/own/find-site.ts'
import {
  type CrawledPage,
  findCrawledPages,
  findCrawlStamp,
  findGroupPages,
  findOwnQueries,
  findPagesToMatch,
  findQueryDays,
  findSiteQueries,
  hasSites,
  itemWords,
  type OwnGroupPage,
  topicWords,
} from '../store/own-store.ts'
import { findSites } from '../store/site-store.ts'
import type { MatchTask } from './match-thread.ts'

/** A page with this share of a topic’s impressions competes for it. */
const minShare = 0.2
const maxOthers = 5
const maxSharedTopics = 10
/** Workspaces and topics whose pages are cached. */
const maxWorkspaces = 100
const maxTopics = 20_000

/** `no_data`: nothing of the site was ever read from Search Console. A text that isn’t in `byText` has no impressions in these days. */
export type OwnFigures =
  | { state: 'no_site' | 'no_data' }
  | {
      state: 'found'
      site: string
      from: string
      to: string
      byText: Map<string, { position: number; clicks: number; impressions: number }>
    }

type Matches = { stamp: string; pages: Map<string, CrawledPage | null> }

export type OwnPages = ReturnType<typeof createOwnPages>

/** Which page of the workspace’s sites covers a keyword, a topic of a report or an item of a plan. */
export function createOwnPages({ db, threads }: { db: Database; threads: Threads }) {
  const cache = new Map<string, Matches>()

  /** Pages by what they are about, for what Google shows none for. */
  async function matchCrawled(workspaceId: string, topics: readonly OwnRequest[], language: string) {
    const found = new Map<string, CrawledPage>()
    const stamp = topics.length > 0 ? await findCrawlStamp(db, workspaceId) : null
    if (stamp === null) return found
    let known = cache.get(workspaceId)
    if (known?.stamp !== stamp || known.pages.size > maxTopics) known = { stamp, pages: new Map() }
    cache.delete(workspaceId)
    cache.set(workspaceId, known)
    if (cache.size > maxWorkspaces) cache.delete(cache.keys().next().value!)
    const toKey = ({ name, pillar }: OwnRequest) => `${language} ${name} ${pillar}`
    const missing = topics.filter((topic) => !known.pages.has(toKey(topic)))
    if (missing.length > 0) {
      const pages = await findPagesToMatch(db, workspaceId)
      const indexes =
        pages.length === 0
          ? []
          : await threads.run<(number | null)[]>(new URL('./match-thread.ts', import.meta.url), {
              pages: pages.map(({ url, title, h1 }) => ({ url, title, h1 })),
              topics: missing.map(({ name, pillar }) => [name, pillar]),
              language,
            } satisfies MatchTask)
      for (const [at, topic] of missing.entries()) known.pages.set(toKey(topic), pages[indexes[at] ?? -1] ?? null)
    }
    for (const topic of topics) {
      const page = known.pages.get(toKey(topic))
      if (page) found.set(topic.id, page)
    }
    return found
  }

  async function ofGroups(
    workspaceId: string,
    shown: readonly OwnGroupPage[],
    topics: readonly OwnRequest[],
    language: string,
  ): Promise<Map<string, OwnTopic>> {
    const pages = groupPages(shown, topics)
    const crawled = new Map(
      (
        await findCrawledPages(
          db,
          workspaceId,
          [...pages.values()].map(([first]) => urlKey(first!.page)),
        )
      ).map((page) => [page.url_key, page]),
    )
    const own = new Map<string, OwnTopic>()
    for (const [id, list] of pages) own.set(id, toOwnTopic(list, crawled.get(urlKey(list[0]!.page))))
    const unseen = topics.filter(({ id, isGroup }) => !isGroup && !own.has(id))
    for (const [id, page] of await matchCrawled(workspaceId, unseen, language)) own.set(id, toCrawledTopic(page))
    const groups = new Set(topics.flatMap(({ id, isGroup }) => (isGroup ? [id] : [])))
    return withSharedTopics(own, groups)
  }

  return {
    /** By keyword; only those that Google shows a page for. */
    async ofTexts(workspaceId: string, texts: readonly string[]): Promise<Map<string, OwnPage>> {
      if (texts.length === 0 || !(await hasSites(db, workspaceId))) return new Map()
      const spellings = new Map(texts.map((text) => [text, toSpellings(text)]))
      const queries = await findOwnQueries(db, workspaceId, [...new Set([...spellings.values()].flat())])
      const byText = new Map(
        queries.map(({ text, page, pages, clicks, impressions, position, as_of }) => [
          text,
          { page, pages, clicks, impressions, position: roundTenth(position), as_of: toTime(as_of) },
        ]),
      )
      return new Map(
        texts.flatMap((text) => {
          const found = spellings.get(text)!.find((spelling) => byText.has(spelling))
          return found === undefined ? [] : [[text, byText.get(found)!]]
        }),
      )
    },

    /**
     * Search Console’s clicks, impressions and positions of keywords for the workspace’s site that has this domain or folder: averages over all countries, devices
     * and pages.
     */
    async ofDomain(workspaceId: string, domain: string, texts: readonly string[]): Promise<OwnFigures> {
      const target = parseSiteTarget(domain)
      const site = target && findContainingSite(target, await findSites(db, workspaceId))
      if (!site) return { state: 'no_site' }
      const ref = { workspaceId, id: site.id }
      const days = await findQueryDays(db, ref)
      if (!days) return { state: 'no_data' }
      const spellings = new Map(texts.map((text) => [text, toSpellings(text)]))
      const queries = await findSiteQueries(db, ref, days.to, [...new Set([...spellings.values()].flat())])
      const found = new Map(queries.map((query) => [query.text, query]))
      const byText = new Map(
        texts.flatMap((text) => {
          const query = spellings
            .get(text)!
            .map((spelling) => found.get(spelling))
            .find(Boolean)
          if (!query) return []
          const { clicks, impressions, position } = query
          return [[text, { position: roundTenth(position), clicks, impressions }] as const]
        }),
      )
      return { state: 'found', site: site.url, ...days, byText }
    },

    /** URL of the page that covers a question: the one that Google shows most for it, otherwise one whose headline says so. */
    async ofPrompt(workspaceId: string, prompt: string, language: string): Promise<string | null> {
      const shown = (await this.ofTexts(workspaceId, [prompt])).get(prompt)?.page
      if (shown || !(await hasSites(db, workspaceId))) return shown ?? null
      const topic = { id: prompt, name: prompt, pillar: prompt }
      return (await matchCrawled(workspaceId, [topic], language)).get(prompt)?.url ?? null
    },

    /** By topic of a report; of a parent, the sums of its topics. */
    async ofTopics(report: ResourceRef, topics: readonly OwnRequest[], language: string) {
      const { workspaceId } = report
      if (topics.length === 0 || !(await hasSites(db, workspaceId))) return new Map<string, OwnTopic>()
      return ofGroups(workspaceId, await findGroupPages(db, workspaceId, topicWords(report)), topics, language)
    },

    /** By item of a plan. */
    async ofItems(plan: ResourceRef, items: readonly OwnRequest[], language: string) {
      const { workspaceId } = plan
      if (items.length === 0 || !(await hasSites(db, workspaceId))) return new Map<string, OwnTopic>()
      const ids = items.map(({ id }) => id)
      return ofGroups(workspaceId, await findGroupPages(db, workspaceId, itemWords(plan, ids)), items, language)
    },
  }
}

/** Search Console writes queries in lower case. */
const toSpellings = (text: string) => [text.toLowerCase(), ...possibleKeys(text, null)]

const toTime = (day: string) => `${day}T00:00:00.000Z`
const roundTenth = (value: number) => Math.round(value * 10) / 10

/** Most clicked first. A parent’s pages are those of its topics, added up. */
function groupPages(shown: readonly OwnGroupPage[], topics: readonly OwnRequest[]): Map<string, OwnGroupPage[]> {
  const parents = new Map(topics.map(({ id, parentId }) => [id, parentId ?? null]))
  const groups = new Map<string, Map<string, OwnGroupPage>>()
  const add = (group: string, page: OwnGroupPage) => {
    const pages = groups.get(group) ?? new Map<string, OwnGroupPage>()
    groups.set(group, pages)
    const known = pages.get(page.page)
    pages.set(page.page, known ? addPages(known, page) : page)
  }
  for (const page of shown) {
    if (!parents.has(page.group_id)) continue
    add(page.group_id, page)
    const parent = parents.get(page.group_id)
    if (parent) add(parent, page)
  }
  const first = (a: OwnGroupPage, b: OwnGroupPage) =>
    b.clicks - a.clicks || b.impressions - a.impressions || (a.page < b.page ? -1 : 1)
  return new Map([...groups].map(([group, pages]) => [group, [...pages.values()].sort(first)]))
}

const addPages = (a: OwnGroupPage, b: OwnGroupPage): OwnGroupPage => ({
  ...a,
  clicks: a.clicks + b.clicks,
  impressions: a.impressions + b.impressions,
  position: (a.position * a.impressions + b.position * b.impressions) / (a.impressions + b.impressions),
  keywords: a.keywords + b.keywords,
  top_10: a.top_10 + b.top_10,
})

function toOwnTopic([first, ...rest]: OwnGroupPage[], page: CrawledPage | undefined): OwnTopic {
  const { clicks, impressions, position, keywords, top_10, as_of } = first!
  const all = rest.reduce((sum, other) => sum + other.impressions, impressions)
  return {
    page: first!.page,
    source: 'search_console',
    position: roundTenth(position),
    clicks,
    impressions,
    as_of: toTime(as_of),
    page_id: page?.key ?? null,
    title: page ? (page.h1 ?? page.title) : null,
    words: page?.words ?? null,
    keywords,
    top_10,
    others: rest
      .filter((other) => other.impressions >= minShare * all)
      .slice(0, maxOthers)
      .map((other) => ({
        page: other.page,
        position: roundTenth(other.position),
        clicks: other.clicks,
        impressions: other.impressions,
      })),
    shared_with: [],
  }
}

const toCrawledTopic = ({ key, url, title, h1, words, fetched_at }: CrawledPage): OwnTopic => ({
  page: url,
  source: 'crawl',
  position: null,
  clicks: null,
  impressions: null,
  as_of: fetched_at?.toISOString() ?? null,
  page_id: key,
  title: h1 ?? title,
  words,
  keywords: 0,
  top_10: 0,
  others: [],
  shared_with: [],
})

/** Names the other topics that a page covers: one page may not be able to answer them all. */
function withSharedTopics(own: Map<string, OwnTopic>, groups: ReadonlySet<string>): Map<string, OwnTopic> {
  const byPage = new Map<string, string[]>()
  for (const [id, { page }] of own) {
    if (groups.has(id)) continue
    const ids = byPage.get(urlKey(page))
    if (ids) ids.push(id)
    else byPage.set(urlKey(page), [id])
  }
  return new Map(
    [...own].map(([id, topic]) => [
      id,
      groups.has(id)
        ? topic
        : {
            ...topic,
            shared_with: byPage
              .get(urlKey(topic.page))!
              .filter((other) => other !== id)
              .slice(0, maxSharedTopics),
          },
    ]),
  )
}
