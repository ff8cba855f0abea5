/** Evaluates robots.txt for AI crawlers in a worker thread: it can have half a megabyte of rules. */
import robotsParser from 'robots-parser'
import { aiCrawlers, type CrawlerAccess, type StoredCrawlers } from '../rules/crawl/ai-crawlers.ts'

/** `start`: the site’s first page, which URLs of a site that is a prefix begin with. */
export type AiCrawlersTask = { address: string; text: string; start: string }

/** Paths of rules that are tried. */
const maxSamples = 300
const maxRule = 200

type Verdict = Omit<StoredCrawlers['bots'][number], 'bot'>

/**
 * Whether each bot may fetch the site, by RFC 9309: the group that names it, otherwise that of all bots. `partly`: some paths are blocked,
 * or only some are allowed.
 */
export default function readAiCrawlers({ address, text, start }: AiCrawlersTask): StoredCrawlers['bots'] {
  const robots = robotsParser(address, text)
  const lines = text.split(/\r\n|\r|\n/)
  const samples = getSamples(lines, start)
  const named = new Set(
    lines.flatMap((line) => /^\s*user-agent\s*:\s*([^#/\s]+)/i.exec(line)?.[1]?.toLowerCase() ?? []),
  )
  const known = new Map<string, Verdict>()

  function getVerdict(bot: string): Verdict {
    // Bots that no group names share the rules for all.
    const token = named.has(bot.toLowerCase()) ? bot : '*'
    const verdict = known.get(token) ?? evaluate(token)
    known.set(token, verdict)
    return verdict
  }

  function evaluate(token: string): Verdict {
    const isAllowed = (url: string) => robots.isAllowed(url, token) !== false
    const isOpen = isAllowed(start)
    const exception = samples.find((url) => isAllowed(url) !== isOpen)
    if (isOpen) return exception ? toVerdict('partly', exception, token) : toVerdict('allowed', start, token)
    return toVerdict(exception ? 'partly' : 'blocked', start, token)
  }

  function toVerdict(access: CrawlerAccess, url: string, token: string): Verdict {
    const line = robots.getMatchingLineNumber(url, token)
    const rule = line > 0 ? lines[line - 1]?.trim().slice(0, maxRule) : undefined
    return rule ? { access, rule, line } : { access, rule: null, line: null }
  }

  return aiCrawlers.map(({ bot }) => ({ bot, ...getVerdict(bot) }))
}

/** A URL of the site for each path that rules are about: wildcards stand for nothing there. */
function getSamples(lines: readonly string[], start: string): string[] {
  const samples = new Set<string>()
  for (const line of lines) {
    if (samples.size >= maxSamples) break
    const pattern = /^\s*(?:dis)?allow\s*:\s*([^#]*)/i.exec(line)?.[1]?.trim()
    if (!pattern) continue
    const path = pattern.replace(/\$$/, '').replaceAll('*', '')
    const url = URL.parse(path.startsWith('/') ? path : `/${path}`, start)
    if (url?.href.startsWith(start)) samples.add(url.href)
  }
  return [...samples]
}
