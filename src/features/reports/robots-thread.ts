import robotsParser from 'robots-parser'

export type RobotsTask = { address: string; text: string; url: string; token: string }
export type RobotsAnswer = { allowed: boolean; crawlDelayMs: number }

/** What a robots.txt says about one address. Its rules are matched against it one by one: half a megabyte of them takes a while. */
export default function readRobots({ address, text, url, token }: RobotsTask): RobotsAnswer {
  const robots = robotsParser(address, text)
  const crawlDelayMs = (robots.getCrawlDelay(token) ?? 0) * 1000
  return {
    allowed: robots.isAllowed(url, token) !== false,
    crawlDelayMs: Number.isFinite(crawlDelayMs) ? Math.max(0, crawlDelayMs) : 0,
  }
}
