import { type AiCrawler, aiCrawlers } from '../crawl/ai-crawlers.ts'

/** Bots of assistants in server logs, by what they call themselves. Anybody can use these names: no IP address is checked. */

/** Names in robots.txt that no bot uses: they say what may be done with what other bots read. */
const withoutVisits = new Set(['Google-Extended', 'Applebot-Extended'])

export const visitingBots: readonly AiCrawler[] = aiCrawlers.filter(({ bot }) => !withoutVisits.has(bot))

const byName = new Map(visitingBots.map(({ bot }) => [bot.toLowerCase(), bot]))
/** “Googlebot-Image” is another bot than “Googlebot”. */
const names = new RegExp(`(?<![\\w-])(?:${visitingBots.map(({ bot }) => bot).join('|')})(?![\\w-])`, 'i')

/** The bot that a user agent names, or null. */
export function findBot(userAgent: string): string | null {
  const found = names.exec(userAgent)
  return found ? (byName.get(found[0].toLowerCase()) ?? null) : null
}

/** True for every line that `findBot` could find one in, to leave the others unread. */
export const mayNameBot = (line: string) => names.test(line)
