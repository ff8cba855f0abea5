import type { Keywords } from '#features/keywords/service.ts'
import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { Database } from '#platform/database/database.ts'
import type { Volume } from '#providers/search-data/port.ts'
import { findVolumeRows } from './store/store.ts'

export type KnownVolume = { volume: Volume; difficulty: number | null }

/**
 * Volume and difficulty that the workspace already has for keywords: from lookups of the last 90 days, else from imported
 * files. By keyword key. Nothing is looked up.
 */
export async function findKnownVolumes(
  { db, keywords }: { db: Database; keywords: Keywords },
  workspaceId: string,
  { country, language }: { country: string; language: string },
  texts: string[],
): Promise<Map<string, KnownVolume>> {
  const toKey = (text: string) => keywordKeyIn(text, language)
  const [rows, imported] = await Promise.all([
    findVolumeRows(
      db,
      workspaceId,
      country,
      texts.flatMap((text) => [text.toLowerCase(), toKey(text)]),
    ),
    keywords.getMetrics(workspaceId, texts.map(toKey)),
  ])
  const known = new Map<string, KnownVolume>()
  for (const { key, metrics } of imported)
    if (metrics.volume) known.set(key, { volume: metrics.volume, difficulty: metrics.difficulty })
  for (const { text, volume, difficulty } of rows.reverse()) if (volume) known.set(toKey(text), { volume, difficulty })
  return known
}
