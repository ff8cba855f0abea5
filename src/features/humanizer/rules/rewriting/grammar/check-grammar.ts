/** Grammar that a rule's change may have broken: articles, agreement, doubled words and what a sentence needs. English only. */
import { articleFor } from '../rewrite-grammar.ts'

const pronoun = '(?:he|she|it|this|that)'
const faults = [
  // "Most our customers", "many much"
  /\b(?:most|many|few|several) (?:our|their|his|her|its|my|your|the|these|those|this|that|it|them|us|you|him|each|every|an?|of our|much|many)\b/i,
  /\b(?:a|an|the|every|each) (?:a|an|the|many|most|every|each)\b/i,
  /\b(\p{L}+) \1\b/iu,
  /\b(?:can|could|will|would|should|must|may|might|do|does|did|didn['’]t|don['’]t|doesn['’]t|can['’]t|won['’]t|cannot) (?:is|are|was|were|has|can|will|uses|shows|has|looks|gains|lets|helps|matters|starts|tries|encourages|strengthens|simplifies|begins|brings|improves)\b/i,
  /\bto (?:is|are|was|were|has|can|will|uses|shows|looks|gains|lets|tries|encourages|strengthens|simplifies|begins)\b/i,
  new RegExp(`\\b${pronoun} (?:are|were|have|use|show|let|look|encourage|simplify|begin|gain|matter|try)\\b`, 'i'),
  /\b(?:they|we|you|i|these|those) (?:is|has|uses|shows|lets|looks|encourages|simplifies|begins|gains|matters|tries)\b/i,
  /\b(?:is|are|was|were|be|been) (?:shows?|uses?|looks?|can|will|lets?|gains?|encourages?|simplif(?:y|ies)|matters?|helps?)\b/i,
  /\b(?:many|several|few) \p{L}+ (?:is|was|has)\b/iu,
  /\b(?:with|of|for|the|an?|in|by|most|many|and|or|than|as|which|so)\s*[.!?]?$/i,
  /^(?:of|than|which|that is|and|or)\b/i,
  /,\s*,|\(\s|\s\)|\s[,.;:!?](?:\s|$)|^\W*$/,
]

const count = (text: string, pattern: RegExp) =>
  text.match(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`))?.length ?? 0

/** True when the changed sentence has a fault that the original doesn't. */
export function breaksGrammar(before: string, after: string): boolean {
  return (
    faults.some((fault) => count(after, fault) > count(before, fault)) ||
    countWrongArticles(after) > countWrongArticles(before)
  )
}

function countWrongArticles(text: string): number {
  let wrong = 0
  for (const [, article, word] of text.matchAll(/(?<![\p{L}\p{N}'’-])(an?) ([\p{L}][\p{L}-]*)/giu))
    if (article!.length === 1 || /^an$/i.test(article!)) if (articleFor(word!) !== article!.toLowerCase()) wrong++
  return wrong
}

/** "a" or "an" before a changed word, which may sound different. */
export function fixArticle(text: string, at: number): string {
  const found = /(?<![\p{L}\p{N}'’-])(an?) $/iu.exec(text.slice(0, at))
  const word = /^\p{L}[\p{L}-]*/u.exec(text.slice(at))?.[0]
  if (!found || !word) return text
  const right = articleFor(word)
  if (found[1]!.toLowerCase() === right) return text
  const article = /^A/.test(found[1]!) ? `A${right.slice(1)}` : right
  return `${text.slice(0, found.index)}${article} ${text.slice(at)}`
}
