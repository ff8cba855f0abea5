/** The score and the list of terms from one reading of the text, for each change while someone types. */
import { type CompiledTarget, compileTarget } from './compile-target.ts'
import { scoreCountedText } from './content-score.ts'
import { readCountedText } from './counted-text.ts'
import { getTermUses } from './term-uses.ts'

export { compileTarget }

export function readLiveScore(markdown: string, compiled: CompiledTarget) {
  const text = readCountedText(markdown, compiled)
  return { score: scoreCountedText(text, compiled), terms: getTermUses(text, compiled) }
}
