/** Finds the images of a library that fit a section of a text, by their names and alt texts. */
import { getTerms } from './scoring/text-terms.ts'

/** The section of a text around the cursor. `heading` is empty before the first one. */
export type TextAround = { heading: string; text: string; language: string }

type NamedImage = { name: string; alt: string }

const maxQueries = 3
const minQueryLength = 3
const headingWeight = 3
/** Words in common from which an image fits: one of the heading, or this many of the text. */
const minScore = 2

/** Words to search the library for: those of the heading first, then the section's most frequent ones. */
export function getImageQueries({ heading, text, language }: TextAround): string[] {
  const read = getTerms(language)
  const counts = new Map<string, number>()
  const add = (words: string, weight: number) => {
    for (const word of words.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [])
      if (word.length >= minQueryLength && read(word).length > 0) counts.set(word, (counts.get(word) ?? 0) + weight)
  }
  add(heading, 100)
  add(text, 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, maxQueries)
    .map(([word]) => word)
}

/** The images that fit, best first. */
export function rankImages<T extends NamedImage>(images: T[], { heading, text, language }: TextAround): T[] {
  const read = getTerms(language)
  const [inHeading, inText] = [new Set(read(heading)), new Set(read(text))]
  return images
    .map((image) => {
      const words = new Set(read(`${image.name.replace(/\.\w{1,5}$/, '').replace(/[_-]+/g, ' ')} ${image.alt}`))
      let score = 0
      for (const word of words) score += inHeading.has(word) ? headingWeight : inText.has(word) ? 1 : 0
      return { image, score, share: score / Math.max(1, words.size) }
    })
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score || b.share - a.share)
    .map(({ image }) => image)
}
