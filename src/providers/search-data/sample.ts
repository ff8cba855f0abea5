/**
 * The sample world: a few topics with what people type about them, threads and pages, written for the demo and served
 * under the name "Sample data" wherever they show. It knows no numbers and answers nothing outside its topics.
 */

import { ranked } from './normalize-answer.ts'
import type { SearchSource, SerpResult, SourceAnswer, Suggestion } from './port.ts'
import { pageHtml, readTopic, type SampleTopic } from './sample/topic.ts'

const topicFolders = ['cold-brew-coffee', 'standing-desk', 'sourdough-starter', 'electric-bikes', 'home-composting']

let topics: SampleTopic[] | null = null

/** Read from their files at first use. */
export function getSampleTopics(): SampleTopic[] {
  topics ??= topicFolders.map(readTopic)
  return topics
}

const listLength = 10

type Typed = {
  text: string
  words: string[] /** What is left without the topic's name. */
  rest: string[]
  question: boolean
}
type Indexed = { topic: SampleTopic; aliases: string[][]; typed: Typed[] }

let world: Indexed[] | null = null
let pages: Map<string, string> | null = null

/** The topic a query is about, null when the world does not hold it. "how to make cold brew" is about cold brew coffee. */
export function matchSampleTopic(query: string): SampleTopic | null {
  return matched(query)?.topic ?? null
}

/**
 * True when the query is a topic's name and nothing more: then the world has its results page too. A longer query is better
 * answered by sources that listen.
 */
export function isSampleTopic(query: string): boolean {
  return matched(query)?.rest.length === 0
}

/** The HTML of a page of the world, null for any other address. */
export function samplePage(url: string): string | null {
  pages ??= new Map(getSampleTopics().flatMap((topic) => topic.pages.map((page) => [page.url, pageHtml(page)])))
  return pages.get(url) ?? null
}

export const sampleSource: SearchSource = {
  id: 'sample',
  label: 'Sample data',
  fanOut: 'expansions',
  concurrency: 16,
  unavailable: null,
  costPerAskUsd: 0,
  async ask(term, _locale, { signal }) {
    signal.throwIfAborted()
    return answer(term)
  },
}

/** Suggestions for any term of a topic; pages, threads and features for its name alone, as a results page has them. */
function answer(term: string): SourceAnswer {
  const hit = matched(term)
  const whole = hit !== null && hit.rest.length === 0
  return {
    suggestions: hit ? suggestions(hit, term, whole) : [],
    discussions: whole
      ? hit.topic.discussions.map((thread) => ({ source: 'sample', ...thread, score: null, answers: null, at: null }))
      : [],
    pages: whole ? results(hit.topic) : [],
    features: whole ? hit.topic.features : [],
    ...(whole && { peopleAlsoAsk: hit.topic.peopleAlsoAsk }),
    metrics: [],
    fetchedAt: new Date().toISOString(),
    cached: false,
    costUsd: 0,
  }
}

function results({ pages }: SampleTopic): SerpResult[] {
  return pages.map(({ url, title, description }, at) => ({
    rank: at + 1,
    url,
    domain: new URL(url).hostname,
    title,
    snippet: description,
  }))
}

type Match = Indexed & { /** The term's words without the topic's name. */ rest: string[] }

/**
 * As a suggester would: what continues the typed words first, then what holds them in another place. Each next word
 * comes once before any comes again, so that "how to" brings ten things to do and not ten ways to do the first.
 */
function suggestions({ topic, typed, rest }: Match, term: string, whole: boolean): Suggestion[] {
  const requested = splitWords(term).join(' ')
  const leads = requested.endsWith(rest.at(-1) ?? '')
  const indexByPhrase = new Map<string, number>()
  const list: Suggestion[] = typed
    .flatMap((entry, at) => {
      const rank = toMatchRank(entry, requested, rest, leads)
      if (rank === null) return []
      const next = `${rank} ${entry.rest[rest.length] ?? ''}`
      const turn = indexByPhrase.get(next) ?? 0
      indexByPhrase.set(next, turn + 1)
      return [{ entry, rank, turn, at }]
    })
    .sort((a, b) => a.rank - b.rank || a.turn - b.turn || a.at - b.at)
    .slice(0, listLength)
    .map(({ entry }, at) => ({
      text: entry.text,
      kind: entry.question ? 'question' : 'suggestion',
      relevance: 1 - at / listLength,
    }))
  if (!whole) return list
  return [...list, ...ranked(topic.related, 'related')]
}

/** 0 is best; null when the entry does not answer. A question is no suggestion for itself, nor is the topic's name. */
function toMatchRank(entry: Typed, requested: string, rest: string[], leads: boolean): number | null {
  const text = entry.words.join(' ')
  if (text === requested && (entry.question || rest.length === 0)) return null
  if (rest.length === 0) return text.startsWith(`${requested} `) ? 0 : 1
  if (text.startsWith(requested)) return 0
  if (startsWith(entry.rest, rest)) return 1
  // A lone letter only ever continues what is typed.
  if (leads && rest.length === 1 && rest[0]!.length === 1) return null
  return holds(entry.rest, rest) ? 2 : null
}

/** Every word of `part` opens `words` in order, the last one perhaps unfinished. */
function startsWith(words: string[], part: string[]): boolean {
  return part.every((word, i) => (i === part.length - 1 ? words[i]?.startsWith(word) : words[i] === word))
}

/** Every word of `part` is among `words`, in order. */
function holds(words: string[], part: string[]): boolean {
  let from = 0
  for (const word of part) {
    const at = words.indexOf(word, from)
    if (at < 0) return false
    from = at + 1
  }
  return true
}

function matched(query: string): Match | null {
  const words = splitWords(query)
  let best: (Match & { length: number }) | null = null
  for (const entry of indexed()) {
    const found = withoutAlias(words, entry.aliases)
    if (found && found.length > (best?.length ?? 0)) best = { ...entry, rest: found.rest, length: found.length }
  }
  return best
}

function indexed(): Indexed[] {
  world ??= getSampleTopics().map((topic) => {
    const aliases = topic.aliases.map(splitWords).sort((a, b) => b.length - a.length)
    const typed = topic.keywords.map((text) => {
      const words = splitWords(text)
      return { text, words, rest: withoutAlias(words, aliases)?.rest ?? words, question: opensQuestion.test(text) }
    })
    return { topic, aliases, typed }
  })
  return world
}

const opensQuestion = /^(how|what|why|can|is|are|does|do|should|will|when|where|which|who)\b/

function withoutAlias(words: string[], aliases: string[][]): { rest: string[]; length: number } | null {
  for (const alias of aliases) {
    for (let at = 0; at + alias.length <= words.length; at++) {
      if (alias.every((word, i) => words[at + i] === word)) {
        return { rest: [...words.slice(0, at), ...words.slice(at + alias.length)], length: alias.length }
      }
    }
  }
  return null
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[?!.,]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
}
