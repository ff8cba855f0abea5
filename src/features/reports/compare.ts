import type { Row } from './contract.ts'
import { keywordKey } from './dedupe.ts'

/** What the later of two runs gained, lost and changed. Numbers count as changed only where both runs have one. */
export type Comparison = {
  added: Row[]
  removed: Row[]
  changed: { text: string; field: 'volume' | 'popularity' | 'difficulty' | 'intent'; before: unknown; after: unknown }[]
}

/** Popularity is a reading of lists that shift a little all the time: less than this is no news. */
const popularityStep = 10

export function compareRows(before: Row[], after: Row[]): Comparison {
  const was = new Map(before.map((row) => [keywordKey(row.text), row]))
  const is = new Map(after.map((row) => [keywordKey(row.text), row]))
  const changed: Comparison['changed'] = []
  for (const [key, row] of is) {
    const old = was.get(key)
    if (!old) continue
    const note = (field: Comparison['changed'][number]['field'], a: unknown, b: unknown) =>
      changed.push({ text: row.text, field, before: a, after: b })
    const volumes = [old.volume?.value ?? null, row.volume?.value ?? null]
    if (volumes[0] !== null && volumes[1] !== null && volumes[0] !== volumes[1]) note('volume', volumes[0], volumes[1])
    if (
      old.popularity !== null &&
      row.popularity !== null &&
      Math.abs(old.popularity - row.popularity) >= popularityStep
    )
      note('popularity', old.popularity, row.popularity)
    if (old.difficulty !== null && row.difficulty !== null && old.difficulty !== row.difficulty)
      note('difficulty', old.difficulty, row.difficulty)
    if (old.intent && row.intent && old.intent.main !== row.intent.main)
      note('intent', old.intent.main, row.intent.main)
  }
  return {
    added: [...is].filter(([key]) => !was.has(key)).map(([, row]) => row),
    removed: [...was].filter(([key]) => !is.has(key)).map(([, row]) => row),
    changed,
  }
}
