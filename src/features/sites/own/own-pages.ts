import type { RawBuilder } from 'kysely'
import { urlKey } from '#features/content-plan/rules/item-url.ts'
import type { OwnOrigin, OwnPage, OwnRequest, OwnTopic } from '#features/reports/contract-own.ts'
import { possibleKeys } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import { parseSiteTarget } from '#kit/site-target.ts'
import type { Database } from '#platform/database/database.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { chooseOwnSource, type OwnSource } from '../rules/own/choose-own-source.ts'
import { findContainingSite } from '../rules/own/find-site.ts'
import { findCompeting, type GroupPage, groupPages } from '../rules/own/group-pages.ts'
import {
  type CrawledPage,
  findCrawledPages,
  findCrawlStamp,
  findGroupPages,
  findOwnQueries,
  findPagesToMatch,
  findSiteData,
  findSiteQueries,
  hasSites,
  itemWords,
  topicWords,
} from '../store/own-store.ts'
import { findSites } from '../store/site-store.ts'
import type { MatchTask } from './match-thread.ts'

const maxSharedTopics = 10
/** Workspaces and topics whose pages are cached. */
const maxWorkspaces = 100
const maxTopics = 20_000

/**
 * `no_data`: nothing of the site was ever read from Search Console or uploaded. `period_unknown`: only exports without dates were. A text
 * that isn’t in `byText` has no impressions in these days.
 */
export type OwnFigures =
  | { state: 'no_site' | 'no_data' | 'period_unknown' }
  | {
      state: 'found'
      site: string
      from: string
      to: string
      upload: OwnOrigin['upload']
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

  /** Where each site’s figures come from. Null without a site. */
  async function getSources(workspaceId: string, needs: { pages?: boolean } = {}) {
    const sites = await findSiteData(db, workspaceId)
    if (sites.length === 0) return null
    return new Map(
      sites.flatMap(({ id, ...data }): [string, OwnSource][] => {
        const source = chooseOwnSource(data, needs)
        return source ? [[id, source]] : []
      }),
    )
  }

  async function ofGroups(
    workspaceId: string,
    words: RawBuilder<unknown>,
    topics: readonly OwnRequest[],
    language: string,
  ): Promise<Map<string, OwnTopic>> {
    const sources = topics.length === 0 ? null : await getSources(workspaceId, { pages: true })
    if (!sources) return new Map()
    const shown = sources.size === 0 ? [] : await findGroupPages(db, workspaceId, sources, words)
    const pages = groupPages(shown, topics, sources)
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
    for (const [id, list] of pages) own.set(id, toOwnTopic(list, sources, crawled.get(urlKey(list[0]!.page))))
    const unseen = topics.filter(({ id, isGroup }) => !isGroup && !own.has(id))
    for (const [id, page] of await matchCrawled(workspaceId, unseen, language)) own.set(id, toCrawledTopic(page))
    const groups = new Set(topics.flatMap(({ id, isGroup }) => (isGroup ? [id] : [])))
    return withSharedTopics(own, groups)
  }

  return {
    /** By keyword; only those that Google shows a page for. */
    async ofTexts(workspaceId: string, texts: readonly string[]): Promise<Map<string, OwnPage>> {
      const sources = texts.length === 0 ? null : await getSources(workspaceId)
      if (!sources || sources.size === 0) return new Map()
      const spellings = new Map(texts.map((text) => [text, toSpellings(text)]))
      const queries = await findOwnQueries(db, workspaceId, sources, [...new Set([...spellings.values()].flat())])
      const byText = new Map(
        queries.map(({ site_id, text, page, pages, clicks, impressions, position }) => [
          text,
          { page, pages, clicks, impressions, position: roundTenth(position), ...toOrigin(sources.get(site_id)!) },
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
      const data = (await findSiteData(db, workspaceId)).find(({ id }) => id === site.id)
      const source = data && chooseOwnSource(data, { dated: true })
      if (!source?.period) return { state: data && chooseOwnSource(data) ? 'period_unknown' : 'no_data' }
      const spellings = new Map(texts.map((text) => [text, toSpellings(text)]))
      const queries = await findSiteQueries(db, ref, source, [...new Set([...spellings.values()].flat())])
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
      const { from, to } = source.period
      return { state: 'found', site: site.url, from, to, upload: source.upload, byText }
    },

    /** URL of the page that covers a question: the one that Google shows most for it, otherwise one whose headline says so. */
    async ofPrompt(workspaceId: string, prompt: string, language: string): Promise<string | null> {
      const shown = (await this.ofTexts(workspaceId, [prompt])).get(prompt)?.page
      if (shown || !(await hasSites(db, workspaceId))) return shown ?? null
      const topic = { id: prompt, name: prompt, pillar: prompt }
      return (await matchCrawled(workspaceId, [topic], language)).get(prompt)?.url ?? null
    },

    /** By topic of a report; of a parent, the sums of its topics. */
    ofTopics: (report: ResourceRef, topics: readonly OwnRequest[], language: string) =>
      ofGroups(report.workspaceId, topicWords(report), topics, language),

    /** By item of a plan. */
    ofItems(plan: ResourceRef, items: readonly OwnRequest[], language: string) {
      const ids = items.map(({ id }) => id)
      return ofGroups(plan.workspaceId, itemWords(plan, ids), items, language)
    },
  }
}

/** Search Console writes queries in lower case. */
const toSpellings = (text: string) => [text.toLowerCase(), ...possibleKeys(text, null)]

const roundTenth = (value: number) => Math.round(value * 10) / 10

const toOrigin = ({ period, upload }: OwnSource): OwnOrigin & Pick<OwnPage, 'as_of'> => ({
  as_of: period && `${period.to}T00:00:00.000Z`,
  ...{ period, upload },
})

function toOwnTopic(
  list: readonly GroupPage[],
  sources: ReadonlyMap<string, OwnSource>,
  page: CrawledPage | undefined,
): OwnTopic {
  const { site_id, page: url, clicks, impressions, position, keywords, top_10 } = list[0]!
  return {
    ...{ page: url, source: 'search_console', position: roundTenth(position), clicks, impressions },
    ...toOrigin(sources.get(site_id)!),
    page_id: page?.key ?? null,
    title: page ? (page.h1 ?? page.title) : null,
    words: page?.words ?? null,
    keywords,
    top_10,
    others: findCompeting(list, sources).map((other) => ({
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
  period: null,
  upload: null,
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
