import { type Intent, intentNames } from '#features/reports/rules/keywords/intent.ts'

type Numbers = {
  volume: number | null
  difficulty: number | null
  own_position?: number | null
  intent: Intent | null
}

export type ItemNumbers = {
  keyword_count: number
  volume: number | null
  volume_known: number
  difficulty: number | null
  own_position: number | null
  intent: Intent | null
}

/** Sums the known numbers of an item's keywords. Difficulty and your own rank are weighted by volume, intent is the most frequent one. */
export function getItemNumbers(keywords: readonly Numbers[]): ItemNumbers {
  let volume = 0
  let known = 0
  const intents = new Map<Intent, number>()
  for (const keyword of keywords) {
    if (keyword.volume !== null) {
      volume += keyword.volume
      known++
    }
    if (keyword.intent) intents.set(keyword.intent, (intents.get(keyword.intent) ?? 0) + 1)
  }
  const maxCount = Math.max(0, ...intents.values())
  return {
    keyword_count: keywords.length,
    volume: known > 0 ? volume : null,
    volume_known: known,
    difficulty: getMean(keywords, ({ difficulty }) => difficulty),
    own_position: getMean(keywords, ({ own_position = null }) => own_position),
    intent: intentNames.find((name) => maxCount > 0 && intents.get(name) === maxCount) ?? null,
  }
}

/** The mean of what is known, weighted by volume. */
function getMean(keywords: readonly Numbers[], read: (keyword: Numbers) => number | null): number | null {
  let sum = 0
  let weights = 0
  for (const keyword of keywords) {
    const value = read(keyword)
    if (value === null) continue
    const weight = (keyword.volume ?? 0) + 1
    sum += value * weight
    weights += weight
  }
  return weights > 0 ? Math.round((sum / weights) * 10) / 10 : null
}

/** Most searched first; unknown volumes last; then the shorter keyword. */
export function byVolume(
  a: { volume: number | null; text: string; key: string },
  b: { volume: number | null; text: string; key: string },
): number {
  return (
    (b.volume ?? -1) - (a.volume ?? -1) || a.text.length - b.text.length || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  )
}
