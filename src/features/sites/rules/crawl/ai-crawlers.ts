import type { crawlerAccesses, crawlerPurposes, robotsStates } from '../../contract-site.ts'

/**
 * Bots of assistants and of those they get texts from, by what their vendors document. Names are those that robots.txt addresses them by.
 */

export type AiCrawler = {
  bot: string
  vendor: string
  purpose: (typeof crawlerPurposes)[number]
  about: string
  /** Whether the vendor says that it follows robots.txt. Null where it says nothing of it. */
  followsRobots: boolean | null
  /** The vendor’s page. Null without one. */
  docs: string | null
}

const openAi = 'https://developers.openai.com/api/docs/bots'
const anthropic = 'https://support.claude.com/en/articles/8896518'
const perplexity = 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers'
const google = 'https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers'

export const aiCrawlers: readonly AiCrawler[] = [
  {
    ...{ bot: 'OAI-SearchBot', vendor: 'OpenAI', purpose: 'search', followsRobots: true, docs: openAi },
    about: 'Finds pages for search in ChatGPT.',
  },
  {
    ...{ bot: 'ChatGPT-User', vendor: 'OpenAI', purpose: 'user', followsRobots: false, docs: openAi },
    about: 'Opens a page that a person asked ChatGPT about. OpenAI says that robots.txt may not apply.',
  },
  {
    ...{ bot: 'GPTBot', vendor: 'OpenAI', purpose: 'training', followsRobots: true, docs: openAi },
    about: 'Collects pages that may train OpenAI’s models.',
  },
  {
    ...{ bot: 'Claude-SearchBot', vendor: 'Anthropic', purpose: 'search', followsRobots: true, docs: anthropic },
    about: 'Indexes pages for search in Claude.',
  },
  {
    ...{ bot: 'Claude-User', vendor: 'Anthropic', purpose: 'user', followsRobots: true, docs: anthropic },
    about: 'Opens a page to answer a person’s question to Claude.',
  },
  {
    ...{ bot: 'ClaudeBot', vendor: 'Anthropic', purpose: 'training', followsRobots: true, docs: anthropic },
    about: 'Collects pages that may train Anthropic’s models.',
  },
  {
    ...{ bot: 'PerplexityBot', vendor: 'Perplexity', purpose: 'search', followsRobots: true, docs: perplexity },
    about: 'Finds and links pages in Perplexity’s search. Not for training.',
  },
  {
    ...{ bot: 'Perplexity-User', vendor: 'Perplexity', purpose: 'user', followsRobots: false, docs: perplexity },
    about: 'Opens a page to answer a person’s question. Perplexity says that it generally ignores robots.txt.',
  },
  {
    ...{ bot: 'Googlebot', vendor: 'Google', purpose: 'search', followsRobots: true, docs: google },
    about: 'Google Search, AI Overviews included.',
  },
  {
    ...{ bot: 'Google-Extended', vendor: 'Google', purpose: 'training', followsRobots: true, docs: google },
    about: 'Whether Gemini may be trained with pages, and base answers on them. Google Search isn’t affected.',
  },
  {
    ...{ bot: 'Bingbot', vendor: 'Microsoft', purpose: 'search', followsRobots: true },
    docs: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
    about: 'Bing’s index, which Copilot searches.',
  },
  {
    ...{ bot: 'CCBot', vendor: 'Common Crawl', purpose: 'training', followsRobots: true },
    docs: 'https://commoncrawl.org/ccbot',
    about: 'An open archive of the web, which many models are trained with.',
  },
  {
    ...{ bot: 'Applebot-Extended', vendor: 'Apple', purpose: 'training', followsRobots: true },
    docs: 'https://support.apple.com/en-us/119829',
    about: 'Whether Apple’s models may be trained with pages. It fetches none itself.',
  },
  {
    ...{ bot: 'Meta-ExternalAgent', vendor: 'Meta', purpose: 'training', followsRobots: true },
    docs: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/',
    about: 'Collects pages to train Meta’s models and to index content for its products.',
  },
  {
    ...{ bot: 'Amazonbot', vendor: 'Amazon', purpose: 'training', followsRobots: true },
    docs: 'https://developer.amazon.com/amazonbot',
    about: 'Improves Amazon’s products, such as answers of Alexa. May train Amazon’s models.',
  },
  {
    ...{ bot: 'Bytespider', vendor: 'ByteDance', purpose: 'training', followsRobots: null, docs: null },
    about: 'ByteDance documents neither what it’s for nor whether it follows robots.txt.',
  },
]

export type CrawlerAccess = (typeof crawlerAccesses)[number]
export type RobotsState = (typeof robotsStates)[number]

/** As a crawl stores it. `rule` is the line that decides, `line` its number from 1; null where no line does. */
export type StoredCrawlers = {
  robots_txt: RobotsState
  bots: { bot: string; access: CrawlerAccess; rule: string | null; line: number | null }[]
}
