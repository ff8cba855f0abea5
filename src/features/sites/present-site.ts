import type { AiCrawlerAccess, Crawl, Site, SitePage } from './contract.ts'
import { aiCrawlers } from './rules/crawl/ai-crawlers.ts'
import type { PageRow } from './store/page-list-store.ts'
import type { SiteRow } from './store/site-store.ts'

const noCrawl: Omit<Crawl, 'pages'> = {
  _id: null,
  state: 'none',
  complete: false,
  found: 0,
  fetched: 0,
  unchanged: 0,
  skipped: { traps: 0, robots: 0, files: 0 },
  added: 0,
  changed: 0,
  removed: 0,
  error: null,
  failure: null,
  started_at: null,
  finished_at: null,
}

export function presentCrawl({ crawl, pages }: Pick<SiteRow, 'crawl' | 'pages'>): Crawl {
  if (!crawl) return { ...noCrawl, pages: Number(pages) }
  const { id, no: _no, skipped, started_at, finished_at, failure, ...rest } = crawl
  const { traps = 0, robots = 0, files = 0 } = skipped
  return {
    _id: id,
    ...rest,
    pages: Number(pages),
    skipped: { traps, robots, files },
    failure: crawl.error === null ? null : failure,
    started_at: new Date(started_at).toISOString(),
    finished_at: finished_at && new Date(finished_at).toISOString(),
  }
}

function presentConnection(connection: SiteRow['connection']): Site['search_console'] {
  const { state = 'none', property = null, last_day = null, error = null, failure = null } = connection ?? {}
  // Consent that was asked for and never given is no connection.
  return {
    state: state === 'pending' ? 'none' : state,
    property,
    last_day,
    error,
    failure: error === null ? null : failure,
  }
}

/** With what vendors say of each bot today; bots that aren’t on the list any more are left out. */
function presentAiCrawlers(stored: SiteRow['ai_crawlers']): AiCrawlerAccess | null {
  if (!stored) return null
  const byBot = new Map(stored.bots.map((one) => [one.bot, one]))
  return {
    robots_txt: stored.robots_txt,
    bots: aiCrawlers.flatMap(({ bot, vendor, purpose, about, followsRobots, docs }) => {
      const found = byBot.get(bot)
      if (!found) return []
      const { access, rule, line } = found
      return [{ bot, vendor, purpose, about, follows_robots: followsRobots, docs, access, rule, line }]
    }),
    at: new Date(stored.at).toISOString(),
  }
}

export const presentSite = (row: SiteRow): Site => ({
  _id: row.id,
  workspace_id: row.workspace_id,
  url: row.url,
  search_console: presentConnection(row.connection),
  uploads: Number(row.uploads),
  crawl: presentCrawl(row),
  ai_crawlers: presentAiCrawlers(row.ai_crawlers),
  created_at: row.created_at.toISOString(),
})

export const presentPage = ({ key, fetched_at, ...row }: PageRow): SitePage => ({
  _id: key,
  ...row,
  fetched_at: fetched_at?.toISOString() ?? null,
})
