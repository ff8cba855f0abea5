import type { Heading, Row } from '../contract.ts'

/** What a report knows for the briefing of a text about it, or about one of its topics. */
export type BriefingSources = {
  /** Null for a list, whose name isn't a keyword. */
  query: string | null
  language: string
  createdAt: string
  topic: { id: string; name: string; pillar: string; intent: string | null } | null
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
