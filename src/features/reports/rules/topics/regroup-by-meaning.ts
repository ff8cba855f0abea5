import { groupByMeaning, maxKeywordsByMeaning } from '#features/keywords/rules/clustering/group-by-meaning.ts'
import type { Modifiers } from '#features/keywords/rules/clustering/group-heads.ts'
import type { Word } from '#features/keywords/rules/clustering/word-reader.ts'
import type { TextMeanings, TopicsInput } from './topic-model.ts'

/** Groups keywords again with what they mean. Without meanings, or with too many keywords, topics stay as they are. */
export function regroupByMeaning(
  groups: readonly number[][],
  { rows, serps, language, strictness, meanings }: TopicsInput,
  words: readonly Word[][],
  modifiers: Modifiers,
): number[][] {
  const members = groups.flat()
  if (!meanings || members.length > maxKeywordsByMeaning) return [...groups]
  const positionByRow = new Map(members.map((row, position) => [row, position]))
  const keywords = members.map((row) => rows[row]!.text)
  return groupByMeaning(
    groups.map((group) => group.map((row) => positionByRow.get(row)!)),
    {
      keywords,
      words: members.map((row) => words[row]!),
      language,
      meanings: { dimensions: meanings.dimensions, vectors: pickVectors(meanings, keywords) },
      modifiers,
      strictness,
      isDecided: (position) => (serps[keywords[position]!]?.length ?? 0) > 0,
    },
  ).map((group) => group.map((position) => members[position]!))
}

/** A keyword whose meaning isn't known is like no other. */
function pickVectors({ dimensions, vectors, indexByText }: TextMeanings, keywords: readonly string[]): Int8Array {
  const picked = new Int8Array(keywords.length * dimensions)
  keywords.forEach((text, position) => {
    const index = indexByText.get(text)
    if (index !== undefined)
      picked.set(vectors.subarray(index * dimensions, (index + 1) * dimensions), position * dimensions)
  })
  return picked
}
