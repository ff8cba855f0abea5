import type { Database } from '#platform/database/database.ts'
import type { ImportedHistory } from './rules/imported-keyword.ts'
import { findImportedHistory } from './store/store.ts'

const isGoogle = (kind: string) => kind === 'search_console' || kind === 'google_analytics'

/**
 * Returns the history of keywords from the workspace's imports: monthly searches, where newer files win, and impressions,
 * one point per file and day.
 */
export async function getImportedHistory(
  db: Database,
  workspaceId: string,
  keys: string[],
): Promise<Map<string, ImportedHistory>> {
  const byKey = new Map<string, Record<keyof ImportedHistory, Map<string, number>>>()
  for (const row of await findImportedHistory(db, workspaceId, keys)) {
    const existing = byKey.get(row.key) ?? { searches: new Map(), impressions: new Map(), interest: new Map() }
    byKey.set(row.key, existing)
    for (const { t, v } of row.data.monthly ?? []) if (v !== null) existing.searches.set(t.slice(0, 10), v)
    // Each file has a scale of its own: a newer one replaces an older one.
    if (row.data.interest) existing.interest = new Map(row.data.interest.map(({ t, v }) => [t, v]))
    if (row.data.impressions !== undefined && row.as_of && isGoogle(row.kind))
      existing.impressions.set(row.as_of.toISOString().slice(0, 10), row.data.impressions)
  }
  const inOrder = (points: Map<string, number>) =>
    [...points].map(([t, v]) => ({ t, v })).sort((a, b) => (a.t < b.t ? -1 : 1))
  return new Map(
    [...byKey].map(([key, { searches, impressions, interest }]) => [
      key,
      { searches: inOrder(searches), impressions: inOrder(impressions), interest: inOrder(interest) },
    ]),
  )
}
