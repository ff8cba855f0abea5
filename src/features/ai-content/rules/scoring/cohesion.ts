/** Whether sentences follow from each other: in good texts many take up a word of the sentence before or of their heading. */
import type { CompiledTarget } from './compile-target.ts'

const minPairs = 8
const maxLoss = 0.15

type Linked = {
  heading: { stems: ReadonlySet<string> } | null
  blocks: { kind: string; sentences: { stems: string[] }[] }[]
}

/** Share of sentences with a word of the sentence before or of the heading, 0 to 1, and how many were compared. */
export function readCohesion(sections: Linked[], topic: ReadonlySet<string>) {
  let pairs = 0
  let tied = 0
  for (const { heading, blocks } of sections)
    for (const { kind, sentences } of blocks) {
      if (kind !== 'paragraph') continue
      let before = heading?.stems ?? null
      for (const { stems } of sentences) {
        const own = new Set(stems.filter((stem) => !topic.has(stem)))
        if (before) {
          pairs++
          if (!own.isDisjointFrom(before)) tied++
        }
        before = own
      }
    }
  return { share: pairs === 0 ? 0 : tied / pairs, pairs }
}

/** A factor of the score: 1 if the sentences follow from each other as on ranking pages, less if fewer do. */
export function getCoherence(sections: Linked[], { target, topic }: CompiledTarget): number {
  if (target.cohesion === null) return 1
  const { share, pairs } = readCohesion(sections, topic)
  return pairs < minPairs ? 1 : 1 - maxLoss * Math.max(0, 1 - share / target.cohesion)
}
