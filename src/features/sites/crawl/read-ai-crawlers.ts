import type { createRobots } from '#features/reports/pages/robots-txt.ts'
import { storable } from '#platform/sanitize-text.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { aiCrawlers, type CrawlerAccess, type RobotsState, type StoredCrawlers } from '../rules/crawl/ai-crawlers.ts'
import type { AiCrawlersTask } from './ai-crawlers-thread.ts'

type Dependencies = { robots: ReturnType<typeof createRobots>; threads: Threads }

/** What the robots.txt that a crawl reads anyway says to AI crawlers. Rejects only when `signal` aborts. */
export async function readAiCrawlers(
  { robots, threads }: Dependencies,
  { start, turn, signal }: { start: string; turn: string; signal: AbortSignal },
): Promise<StoredCrawlers> {
  const file = await robots.getFile(new URL(start), signal)
  if (file.state !== 'found') return toAll(file.state, file.state === 'missing' ? 'allowed' : 'unknown')
  try {
    const bots = await threads.run<StoredCrawlers['bots']>(
      new URL('./ai-crawlers-thread.ts', import.meta.url),
      { address: file.address, text: file.text, start } satisfies AiCrawlersTask,
      { pool: 'pages', turn, signal },
    )
    return { robots_txt: 'found', bots: storable(bots) }
  } catch (error) {
    if (signal.aborted) throw error
    return toAll('unreadable', 'unknown')
  }
}

const toAll = (robots_txt: RobotsState, access: CrawlerAccess): StoredCrawlers => ({
  robots_txt,
  bots: aiCrawlers.map(({ bot }) => ({ bot, access, rule: null, line: null })),
})
