/** Compares a batch's articles in a worker thread: two hundred of them are 20,000 pairs. */
import type { BatchOverlap } from './rules/batch-records.ts'
import { type Article, findOverlaps } from './rules/overlaps.ts'

export default function run(articles: Article[]): BatchOverlap[] {
  return findOverlaps(articles)
}
