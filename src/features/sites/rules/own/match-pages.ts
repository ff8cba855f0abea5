import { createWordReader } from '#features/keywords/rules/clustering/word-reader.ts'

/** Which page of a site covers a topic, by its headline, title and address alone. Pure. */

export type MatchablePage = { url: string; title: string | null; h1: string | null }

/** A page covers a topic when it names all of its words and few others. */
const minShare = 0.5

/** Returns the index of a page for each topic, or null. `topics`: names and main keywords. */
export function matchPages(
  pages: readonly MatchablePage[],
  topics: readonly (readonly string[])[],
  language: string,
): (number | null)[] {
  const read = createWordReader(language)
  const getWords = (text: string) =>
    new Set(read(text).flatMap(({ stem, isFunctionWord }) => (isFunctionWord ? [] : [stem])))
  const texts = pages.map((page) =>
    [page.h1, stripSiteName(page.title), getSlug(page.url)].flatMap((text) => {
      const words = getWords(text ?? '')
      return words.size > 0 ? [words] : []
    }),
  )
  const byWord = new Map<string, Set<number>>()
  for (const [index, page] of texts.entries())
    for (const word of page.flatMap((words) => [...words])) {
      const found = byWord.get(word)
      if (found) found.add(index)
      else byWord.set(word, new Set([index]))
    }

  const match = (name: string): { index: number; share: number } | null => {
    const words = [...getWords(name)]
    if (words.length === 0) return null
    const lists = words.map((word) => byWord.get(word))
    if (lists.some((list) => list === undefined)) return null
    const fewest = lists.reduce((a, b) => (b!.size < a!.size ? b : a))!
    let best: { index: number; share: number } | null = null
    for (const index of fewest)
      for (const text of texts[index]!) {
        if (!words.every((word) => text.has(word))) continue
        const share = words.length / text.size
        if (share >= minShare && (best === null || share > best.share)) best = { index, share }
      }
    return best
  }

  return topics.map((names) => {
    let best: { index: number; share: number } | null = null
    for (const name of new Set(names)) {
      const found = match(name)
      if (found && (best === null || found.share > best.share)) best = found
    }
    return best?.index ?? null
  })
}

/** “Cold brew ratio | Hollow Oak” names the site behind the last separator. */
const stripSiteName = (title: string | null) => title?.replace(/\s+[|–—·-]\s+[^|–—·]{1,40}$/, '') ?? null

function getSlug(url: string) {
  try {
    const last = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? ''
    return decodeURIComponent(last)
      .replace(/\.\w{2,5}$/, '')
      .replaceAll(/[-_+]+/g, ' ')
  } catch {
    return ''
  }
}
