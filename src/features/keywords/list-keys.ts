import { getSpellingLanguage, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { findKeyRule, findKnownKeys, findOldKeys, findSample, renameKeys, setKeyRule } from './store/list-key-store.ts'

/** Which keywords of a list are the same: by its language, or where nobody said it, by its spelling. */

type Added = { texts: readonly string[]; language?: string | null | undefined }

async function getLanguage(db: Db, ref: ResourceRef, known: string | null, { texts, language }: Added) {
  return known ?? language ?? getSpellingLanguage([...texts.slice(0, 500), ...(await findSample(db, ref, 500))])
}

/**
 * Returns the language whose rule the keys of a list follow. Makes them again when it's found out, and in lists of earlier versions.
 * The caller holds the list's lock.
 */
export async function settleListLanguage(tx: Db, ref: ResourceRef, added: Added): Promise<string | null> {
  const rule = await findKeyRule(tx, ref)
  const language = await getLanguage(tx, ref, rule.language, added)
  if (language === rule.language && rule.keys_by_language) return language
  const renamed: { id: string; key: string }[] = []
  const rows = await findOldKeys(tx, ref)
  const now = rows.map(({ id, key, text }) => ({ id, key, renewed: keywordKeyIn(text, language) }))
  const changed = now.filter(({ key, renewed }) => key !== renewed)
  const taken = await findKnownKeys(
    tx,
    ref,
    changed.map(({ renewed }) => renewed),
  )
  // Two keywords that were different and are the same now both stay.
  for (const { id, renewed } of changed) {
    if (taken.has(renewed)) continue
    taken.add(renewed)
    renamed.push({ id, key: renewed })
  }
  await renameKeys(tx, ref, renamed)
  await setKeyRule(tx, ref, language)
  return language
}

/** Returns those of the keywords that aren't in the list yet. */
export async function findNewKeywords<Keyword extends { text: string }>(
  db: Db,
  ref: ResourceRef,
  keywords: readonly Keyword[],
): Promise<Keyword[]> {
  const rule = await findKeyRule(db, ref)
  const language = await getLanguage(db, ref, rule.language, { texts: keywords.map(({ text }) => text) })
  const keys = keywords.map(({ text }) => keywordKeyIn(text, language))
  const known = await findKnownKeys(db, ref, keys)
  // Adding them makes these keys again.
  if (language !== rule.language || !rule.keys_by_language)
    for (const { text } of await findOldKeys(db, ref)) known.add(keywordKeyIn(text, language))
  return keywords.filter((_, index) => !known.has(keys[index]!))
}
