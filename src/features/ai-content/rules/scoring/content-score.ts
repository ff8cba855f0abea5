/**
 * Scores how well a text covers what people search for, compared with the ranking pages. Each part says what it counted
 * and what would raise it. Pure and fast, because it runs in the browser while the user types.
 */
import type { Score, ScorePart } from '../../contract.ts'
import type { CompiledTarget } from './compile-target.ts'
import { type CountedText, readCountedText } from './counted-text.ts'
import { internalLinksPart } from './internal-links.ts'
import { measure } from './readability.ts'
import {
  headingsPart,
  lengthPart,
  linksPart,
  originalityPart,
  questionsPart,
  readabilityPart,
  relevancePart,
  termsPart,
} from './score-parts.ts'

type WeightedPart = Exclude<ScorePart['id'], 'relevance'>
const weights: Record<WeightedPart, number> = {
  terms: 0.32,
  questions: 0.22,
  headings: 0.14,
  originality: 0.12,
  readability: 0.08,
  length: 0.07,
  links: 0.05,
  internal_links: 0.05,
}

/** Scores a Markdown text. Empty texts score 0. */
export const scoreText = (markdown: string, compiled: CompiledTarget): Score =>
  scoreCountedText(readCountedText(markdown, compiled), compiled)

/** Scores a text that was read. */
export function scoreCountedText(text: CountedText, compiled: CompiledTarget): Score {
  const reading = measure(
    text.sections.flatMap(({ heading, blocks }) => [
      ...(heading ? [heading.text] : []),
      ...blocks.map(({ sentences }) => sentences.map((sentence) => sentence.text).join(' ')),
    ]),
    compiled.target.language,
  )
  const weighted: (ScorePart & { id: WeightedPart })[] = [
    termsPart(compiled, text),
    questionsPart(compiled, text),
    headingsPart(compiled, text),
    originalityPart(compiled, text),
    readabilityPart(compiled, reading),
    lengthPart(compiled, text),
    linksPart(text),
    internalLinksPart(compiled, text),
  ]
  const totalWeight = weighted.reduce((sum, part) => sum + (part.value === null ? 0 : weights[part.id]), 0)
  for (const part of weighted) part.weight = part.value === null ? 0 : round2(weights[part.id] / totalWeight)
  const sum = weighted.reduce((sum, part) => sum + (part.value ?? 0) * (part.value === null ? 0 : weights[part.id]), 0)
  const total = text.words === 0 ? 0 : Math.round((text.substance * sum) / totalWeight)
  return { total, parts: [relevancePart(text), ...weighted] }
}

const round2 = (value: number) => Math.round(value * 100) / 100
