/**
 * Whether sentences follow from each other. In good texts many take up a word of the sentence before or of their heading,
 * and they share more words with their own heading and paragraph than with those of other passages.
 */
import type { CompiledTarget } from './compile-target.ts'

const minPairs = 8
const maxLoss = 0.15
/** How many times as much as by chance a sentence shares with its own passage: in shuffled texts 1, in good ones 2. */
const usualLift = 1.6
const maxLiftLoss = 0.2
const minSentences = 12
/** Longer texts are judged by their beginning: the comparisons grow with the square. */
const maxSentences = 240

type Linked = {
  heading: { stems: ReadonlySet<string> } | null
  blocks: { kind: string; sentences: { stems: string[]; reason?: string | null }[] }[]
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

type Placed = { stems: Set<string>; section: number; paragraph: number }

/**
 * How much sentences share with the heading and paragraph they stand in, compared with those of the whole text: 1 is what
 * the same sentences in any other order would have. Rare words weigh more. Null for texts too short to tell.
 */
export function readLift(sections: Linked[], topic: ReadonlySet<string>): number | null {
  const withoutTopic = (stems: Iterable<string>) => new Set([...stems].filter((stem) => !topic.has(stem)))
  const headings = sections.map(({ heading }) => withoutTopic(heading?.stems ?? []))
  const sentences = sections
    .flatMap(({ blocks }, section) =>
      blocks
        .filter(({ kind }) => kind === 'paragraph')
        .map(({ sentences }) =>
          sentences
            // Sentences that fit any text say nothing of its order.
            .filter(({ reason }) => !reason || reason === 'order')
            .map(({ stems }) => ({ stems: withoutTopic(stems), section })),
        ),
    )
    .flatMap((placed, paragraph): Placed[] => placed.map((sentence) => ({ ...sentence, paragraph })))
    .slice(0, maxSentences)
  if (sentences.length < minSentences) return null
  const shared = countShared(sentences)
  const ofHeadings = createMean()
  const ofParagraphs = createMean()
  for (const [at, { stems, section, paragraph }] of sentences.entries()) {
    for (const [other, heading] of headings.entries())
      if (heading.size > 0) ofHeadings.add(shared(stems, heading), other === section)
    for (const before of sentences.slice(0, at))
      ofParagraphs.add(shared(stems, before.stems), before.paragraph === paragraph)
  }
  // A heading says more than the other sentences of a paragraph.
  const expected = 2 * ofHeadings.expected() + ofParagraphs.expected()
  return expected === 0 ? null : (2 * ofHeadings.own() + ofParagraphs.own()) / expected
}

/** Sums the weights of words that two passages share. A word in every sentence has none. */
function countShared(sentences: Placed[]) {
  const uses = new Map<string, number>()
  for (const { stems } of sentences) for (const stem of stems) uses.set(stem, (uses.get(stem) ?? 0) + 1)
  return (one: Set<string>, other: Set<string>) => {
    let sum = 0
    for (const stem of one) if (other.has(stem)) sum += Math.log((sentences.length + 1) / (uses.get(stem) ?? 1))
    return sum
  }
}

/** The sum for own passages, and the sum that as many passages of the whole text would have. */
function createMean() {
  let own = 0
  let ownCount = 0
  let all = 0
  let count = 0
  return {
    add(value: number, isOwn: boolean) {
      all += value
      count++
      if (isOwn) {
        own += value
        ownCount++
      }
    },
    own: () => own,
    expected: () => (count === 0 ? 0 : (all / count) * ownCount),
  }
}

/** A factor of the score: 1 if the sentences follow from each other as on ranking pages, less if fewer do. */
export function getCoherence(sections: Linked[], { target, topic }: CompiledTarget): number {
  if (target.cohesion === null) return 1
  const { share, pairs } = readCohesion(sections, topic)
  const lift = readLift(sections, topic) ?? usualLift
  const followed = pairs < minPairs ? 1 : 1 - maxLoss * Math.max(0, 1 - share / target.cohesion)
  return followed * (1 - maxLiftLoss * Math.min(1, Math.max(0, (usualLift - lift) / (usualLift - 1))))
}
