/** Matches topics with pages in a worker thread: 20,000 headlines take a while to read. */
import { type MatchablePage, matchPages } from '../rules/own/match-pages.ts'

export type MatchTask = { pages: MatchablePage[]; topics: string[][]; language: string }

export default function run({ pages, topics, language }: MatchTask): (number | null)[] {
  return matchPages(pages, topics, language)
}
