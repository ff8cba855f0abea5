import type { Heading, Row } from '../contract.ts'

/** A keyword of a report that is in no topic with others, and what to find the texts near it by. */
export type LoneKeyword = {
  text: string
  /** Keywords of the report, in its order: how rare a word is among them says how much it tells. */
  texts: string[]
  /** The best results of its search. Null if none are known. */
  urls: string[] | null
  /** How many of these also rank for another search of the report, by its text, from three on. */
  shared: Record<string, number>
}

/** What a report knows for the briefing of a text about it, or about one of its topics. */
export type BriefingSources = {
  /** Null for a list, whose name isn't a keyword. */
  query: string | null
  language: string
  createdAt: string
  topic: { id: string; name: string; pillar: string; intent: string | null } | null
  /** The keyword that the text is about, if it's alone: what is near it isn't chosen yet from keywords and questions. */
  alone: LoneKeyword | null
  /** In the report's order; with a topic, only its own. */
  keywords: Pick<Row, 'text' | 'type' | 'intent' | 'volume'>[]
  questions: Pick<Row, 'text' | 'volume'>[]
  /** Best ranking first, also those that couldn't be read. */
  pages: {
    n: number
    url: string
    domain: string
    title: string
    words: number | null
    headings: Heading[]
    /** Main text. Null if the page wasn't read. */
    content: string | null
    hasFailed: boolean
  }[]
  /** How many of the topic's keywords each URL ranks for. Null without a topic, or if no results are known for its keywords. */
  topicUrls: Record<string, number> | null
}
