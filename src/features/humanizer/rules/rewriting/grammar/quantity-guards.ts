/** Whether "many" and "most" can stand for a longer quantity, by the noun and the verb that follow. */
import type { When } from '../phrase-rule.ts'
import type { SentenceContext } from './sentence-context.ts'

/** After "most" and "many" stand plurals, whose verb is a plural too. */
const agreesAfter = (context: SentenceContext, offset: number): boolean => {
  const rest = context.text.slice(offset)
  const verb =
    /^(?:[^,.;:?!]*?)\b(is|was|has|does|(?:needs|wants|makes|takes|gives|comes|goes|shows|remains|seems|exists|requires|includes|helps|offers|provides))\b/.exec(
      rest,
    )
  const head = context.headFrom(offset)
  const next = context.tags.find(({ start }) => head !== null && start >= head.end)
  if (next?.pos === 'VERB' && /[^s]s$/.test(next.word)) return false
  if (!verb) return true
  // A verb after "that" or "who" belongs to another clause.
  return (
    /\b(?:that|which|who|whom|whose|when|where|because|if|and)\b/.test(verb[0]) &&
    !/^\s*(?:is|was|has|does)\b/.test(rest)
  )
}
const isPluralPhrase = (context: SentenceContext, offset: number): boolean => {
  const head = context.headFrom(offset)
  if (!head?.plural) return false
  const rest = context.text.slice(head.end)
  // "books, music and furniture": the rest of a list may not be plural.
  const joined = /^(?:,| and\b| or\b| as well as\b)/.exec(rest)
  if (joined) {
    const next = context.headFrom(head.end + joined[0].length)
    const verb = context.verbFrom(head.end + joined[0].length)
    if (next && !next.plural && (!verb || verb.start > next.end)) return false
  }
  return !/^['’]/.test(rest) && agreesAfter(context, offset)
}

export const many: When = (context) => {
  if (/^(?:such|quite|what|too|rather|so|as|half|over|across|within|from|between)$/.test(context.previous)) return false
  const first = context.at(context.end + 1)
  if (!first || !['NOUN', 'ADJ', 'VERB'].includes(first.pos)) return false
  const head = context.headFrom(context.end)
  if (
    !head ||
    /^(?:frequenc|temperature|age|speed|price|distance|value|size|wavelength|hour|degree|year|point)/.test(head.word)
  )
    return false
  return isPluralPhrase(context, context.end) && !/^ (?:from|between)\b/.test(context.text.slice(head.end))
}

export const isMostly: When = (context) => {
  if (/^(?:not|by)$/.test(context.previous)) return false
  const first = context.at(context.end + 1)
  // "Most beautiful flowers" would be a superlative.
  if (first?.pos !== 'NOUN' || /[\ue000-\uf8ff\d]/.test(context.after[1] ?? '')) return false
  const head = context.headFrom(context.end)
  if (head?.plural) return agreesAfter(context, context.end)
  return /^(?:water|people|work|food|money|time|energy|waste|traffic|research|information|data|land|software|content)$/.test(
    head?.word ?? '',
  )
}

export const isMostlyOne: When = (context, groups) => {
  if (/^(?:not|by)$/.test(context.previous)) return false
  if (/^(?:it|them|us|you|which|whom|this|that)$/i.test(groups[0]!))
    return !/^ (?:\p{L}+s\b)/u.test(context.after) || groups[0] !== 'that'
  const head = context.headFrom(context.end)
  if (!head) return false
  return head.plural ? agreesAfter(context, context.end) : true
}
