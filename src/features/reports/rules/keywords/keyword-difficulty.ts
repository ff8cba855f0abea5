/**
 * Estimates keyword difficulty (KD), 0 to 100, of a keyword that no provider measured. Null when too little is known: at least
 * five results must be, and up to four factors count: results with the whole keyword in the title (40 of 100), results on sites
 * that rank for almost anything (30), root pages, which suggest brands (10), and page length, 300 to 2,500 words (20). Only
 * providers include backlinks.
 */
import { getMedian } from '#kit/median.ts'
import { keywordKey } from './normalize-keyword.ts'

export type KnownPage = {
  url: string
  domain: string
  title: string /** Words of the main content. */
  words: number | null
}

export type DifficultyPart = { name: 'titles' | 'hubs' | 'roots' | 'length' /** 0..1 */; share: number; weight: number }

export type Difficulty = {
  /** 0..100, an integer. */
  value: number
  /** Pages it's estimated from. */
  pages: number
  parts: DifficultyPart[]
}

const minPages = 5
const shortPage = 300
const longPage = 2500

/** Registrable domains that rank for almost anything: a new page seldom outranks them. */
const hubs = new Set(
  `wikipedia amazon youtube reddit quora facebook instagram pinterest tiktok linkedin ebay etsy walmart target bestbuy
  homedepot ikea nytimes forbes theguardian bbc cnn washingtonpost businessinsider medium healthline webmd mayoclinic
  clevelandclinic nih verywellhealth medicalnewstoday britannica investopedia nerdwallet wired cnet pcmag techradar
  theverge tomsguide wirecutter seriouseats allrecipes foodnetwork bonappetit epicurious thespruce goodhousekeeping
  tripadvisor yelp apple microsoft google github stackoverflow stackexchange imdb`.split(/\s+/),
)
const publicHubs = /(^|\.)(gov|edu|mil|nhs)(\.[a-z]{2})?$/

export function getDifficulty(keyword: string, pages: KnownPage[]): Difficulty | null {
  if (pages.length < minPages) return null
  const parts = toParts(keyword, pages)
  const weight = parts.reduce((sum, part) => sum + part.weight, 0)
  const value = Math.round((100 * parts.reduce((sum, part) => sum + part.share * part.weight, 0)) / weight)
  return { value, pages: pages.length, parts }
}

function toParts(keyword: string, pages: KnownPage[]): DifficultyPart[] {
  const share = (test: (page: KnownPage) => boolean) => pages.filter(test).length / pages.length
  const phrase = ` ${words(keyword)} `
  const parts: DifficultyPart[] = [
    { name: 'titles', share: share(({ title }) => ` ${words(title)} `.includes(phrase)), weight: 40 },
    { name: 'hubs', share: share(({ domain }) => isHub(domain)), weight: 30 },
    { name: 'roots', share: share(({ url }) => isRoot(url)), weight: 10 },
  ]
  const lengths = pages.flatMap((page) => (page.words === null ? [] : [page.words]))
  if (lengths.length < minPages) return parts
  const length = (getMedian(lengths) - shortPage) / (longPage - shortPage)
  return [...parts, { name: 'length', share: Math.min(1, Math.max(0, length)), weight: 20 }]
}

function isHub(domain: string): boolean {
  const host = domain.toLowerCase()
  return (
    publicHubs.test(host) ||
    host
      .split('.')
      .slice(0, -1)
      .some((label) => hubs.has(label))
  )
}

function isRoot(url: string): boolean {
  return URL.canParse(url) && new URL(url).pathname === '/'
}

/** Reduces text to words, so that "Cold-Brew: Coffee" contains "cold brew coffee". */
function words(text: string): string {
  return keywordKey(text)
    .replace(/[^\p{L}\p{N}\p{M}+#]+/gu, ' ')
    .trim()
}
