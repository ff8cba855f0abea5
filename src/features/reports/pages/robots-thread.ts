import robotsParser from 'robots-parser'

export type RobotsTask = { address: string; text: string; url: string; token: string }
export type RobotsAnswer = { allowed: boolean; crawlDelayMs: number; sitemaps: string[] }

const maxSitemaps = 100

/** Evaluates robots.txt rules for a URL in a worker thread, because matching up to half a megabyte of them is slow. */
export default function readRobots({ address, text, url, token }: RobotsTask): RobotsAnswer {
  const robots = robotsParser(address, text)
  const crawlDelayMs = (robots.getCrawlDelay(token) ?? 0) * 1000
  return {
    allowed: robots.isAllowed(url, token) !== false,
    crawlDelayMs: Number.isFinite(crawlDelayMs) ? Math.max(0, crawlDelayMs) : 0,
    sitemaps: robots.getSitemaps().slice(0, maxSitemaps),
  }
}
