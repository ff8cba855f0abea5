/** Runs in a worker thread, because 100,000 keywords take seconds that would block requests. */
import { rankByDeciding } from './rules/clustering/rank-deciding.ts'

export type RankTask = { keywords: string[]; volumes: (number | null)[]; language: string }

export default function rankInThread({ keywords, volumes, language }: RankTask): Int32Array {
  return rankByDeciding(keywords, volumes, language)
}
