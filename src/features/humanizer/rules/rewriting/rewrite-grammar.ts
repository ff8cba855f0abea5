/** English changes of form that keep the meaning: articles, contractions, splitting long sentences, joining short ones. */

export type Register = 'casual' | 'formal' | null

const vowelSound = /^(?:[aeio]|u(?!ni|se|su|ti|ro|ra|bi)|hour|honest|honou?r|heir|[fhlmnrsx](?=-|\b))/i
const consonantSound = /^(?:one\b|once\b|eu|u(?:ni|se|su|ti|ro|ra|bi))/i

/** Returns "a" or "an" by the sound of the next word. */
export const articleFor = (word: string) => (vowelSound.test(word) && !consonantSound.test(word) ? 'an' : 'a')

const contractionsOfVerbs: [RegExp, string][] = [
  [/\b(do|does|did|is|are|was|were|has|have|had|could|would|should|need) not\b/gi, "$1n't"],
  [/\bcannot\b/gi, "can't"],
  [/\bcan not\b/gi, "can't"],
  [/\bwill not\b/gi, "won't"],
]
/** Applies only before a word, because "that is what it's." is wrong. */
const contractionsOfPronouns = [
  /\b(?:it|that|there|here|what|who|he|she) is(?= [a-z])/gi,
  /\b(?:you|we|they) are(?= [a-z])/gi,
  /\bI am(?= [a-z])/g,
  /\b(?:I|you|we|they|he|she|it) will(?= [a-z])/gi,
  /\b(?:I|you|we|they) have(?= (?:been|seen|had|made|got|found|learned|used|tried|done|gone|taken|come)\b)/gi,
  /(?:^|(?<=[,;:] (?:so |and |but )?))let us(?= [a-z])/gi,
]
const shortForms: Record<string, string> = { is: "'s", are: "'re", am: "'m", will: "'ll", have: "'ve", us: "'s" }
/** Before a contraction these show that the verb is stressed or belongs to a longer subject: "how tall he is", "most of it is". */
const stressedBefore =
  /\b(?:of|how|what|where|who|whom|whoever|whatever|wherever|whichever|whether|as|than|best|worst|only|all|such|nor|neither|so|and|or|from|about|with|for|both|like|let|to)(?: [\p{L}'’-]+){0,2} $/iu
/** After it these show that the verb ends its clause: "wherever she is now". */
const stressedAfter =
  /^ (?:now|here|there|then|when|in|on|at|for|to|from|of|by|today|and|or|but|because|if|that|than|as|with|like|until|before|after|while|since|where|who|which|however|indeed|either|too)\b/i
/** Contexts that need the full form: "whether or not", questions and emphasis. */
const noContraction = /\b(?:or not|why not|not (?:only|just|merely|simply))\b/i

export function contract(sentence: string): string {
  if (noContraction.test(sentence)) return sentence
  let text = sentence
  for (const [pattern, to] of contractionsOfVerbs) text = text.replace(pattern, to)
  for (const pattern of contractionsOfPronouns)
    text = text.replace(pattern, (match: string, at: number) =>
      stressedBefore.test(text.slice(0, at)) || stressedAfter.test(text.slice(at + match.length))
        ? match
        : match.replace(/ (\w+)$/, (_all, verb: string) => shortForms[verb.toLowerCase()]!),
    )
  return text
}

const expansions: [RegExp, string][] = [
  [/\bcan['’]t\b(?! (?:you|we|they|I|he|she|it)\b)/g, 'cannot'],
  [/\bCan['’]t\b(?! (?:you|we|they|I|he|she|it)\b)/g, 'Cannot'],
  [/\bwon['’]t\b(?! (?:you|we|they|i|he|she|it)\b)/gi, 'will not'],
  [
    /\b(do|does|did|is|are|was|were|has|have|had|could|would|should)n['’]t\b(?! (?:you|we|they|i|he|she|it)\b)/gi,
    '$1 not',
  ],
  [/\b(you|we|they)['’]re\b/gi, '$1 are'],
  [/\bI['’]m\b/g, 'I am'],
  [/\b(I|you|we|they)['’]ve\b/gi, '$1 have'],
  [/\b(I|you|we|they|he|she|it)['’]ll\b/gi, '$1 will'],
  [
    /\b(it|that|there)['’]s(?= (?:a|an|the|not|no|important|easy|hard|clear|possible|also|often|always|very)\b)/gi,
    '$1 is',
  ],
]

export function expand(sentence: string): string {
  // A question turns verb and subject around: "Isn't this nice?"
  if (/\?/.test(sentence)) return sentence
  let text = sentence
  for (const [pattern, to] of expansions) text = text.replace(pattern, to)
  return text
}

const anyContraction =
  /\b(?:(?:do|does|did|is|are|was|were|has|have|had|could|would|should|wo|ca)n['’]t|(?:it|that|there|he|she)['’]s|(?:you|we|they)['’]re|I['’]m|(?:I|you|we|they)['’](?:ve|ll))\b/gi
const anyFull =
  /\b(?:(?:do|does|did|is|are|was|were|has|have|had|could|would|should) not|cannot|will not|(?:it|that|there) is|(?:you|we|they) are|I am)\b/gi

/** Whether the author uses contractions: at least half the time, and more than once. */
export function contracts(text: string): boolean {
  const short = text.match(anyContraction)?.length ?? 0
  return short >= 2 && short >= (text.match(anyFull)?.length ?? 0)
}

const splitWords = (text: string) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0
const longWords = 26
const minHalf = 6
/** A pronoun with its verb starts a clause; a noun may be just another item of a list. */
const clause =
  "(?:(?:it|they|this|we|you|he|she|there|i) (?:[a-z]+ly )?(?:is|are|was|were|can|could|will|would|has|have|had|should|must|may|might|also|do|does|did|need|needs|[a-z]+(?:ed|es|s))\\b|(?:it|that|there|he|she)['’]s |(?:they|we|you)['’]re )"

/** Splits a long sentence between two complete clauses. Returns null when that's unclear. */
export function splitSentence(sentence: string): string | null {
  if (splitWords(sentence) < longWords || /[()“”"]/.test(sentence)) return null
  const semicolons = [...sentence.matchAll(/; /g)]
  const joint =
    semicolons.length === 1
      ? new RegExp(`; (?:and )?(?=(?:but )?${clause})|; (?=(?:however|therefore|instead|in fact), )`, 'i').exec(
          sentence,
        )
      : semicolons.length === 0
        ? new RegExp(`, and (?=(?!this|i )${clause})`).exec(sentence)
        : null
  if (!joint) return null
  const first = sentence.slice(0, joint.index)
  const second = sentence.slice(joint.index + joint[0].length)
  if (splitWords(first) < minHalf || splitWords(second) < minHalf) return null
  // A clause with "if", "because" or "that" isn't a complete sentence.
  if (
    /^(?:if|when|while|because|although|though|since|unless|as|whether)\b/i.test(first) &&
    (semicolons.length === 0 || !first.includes(', '))
  )
    return null
  if (/\b(?:that|whether|if|which) [^,;]*$/i.test(first) && semicolons.length === 0) return null
  return `${first}. ${second[0]!.toUpperCase()}${second.slice(1)}`
}

const joint = /^(It|They|This|We|You|He|She|These) (?:(is|are|has|have) )?(also )?([a-z][^.;:?!—]*)\.$/
const maxJoined = 11
/** A choice ("You can …"), a denial or a limit would apply to both halves of a joined sentence. */
const isBound =
  /,|\b(?:and|but|or|that|which|because|not|no|never|nothing|only|hardly|rarely|seldom|just|except|unless|if|can|could|may|might|will|would|shall|should|must|had|does|do|did|alone|instead|one|other|left|right)\b|n['’]t/i

/** Joins two short sentences with the same subject, the second of which adds something. Returns null when that's unclear. */
export function joinSentences(first: string, second: string): string | null {
  const [a, b] = [joint.exec(first), joint.exec(second)]
  if (!a || !b || a[1] !== b[1] || a[2] !== b[2] || a[3] || !b[3]) return null
  if (splitWords(first) > maxJoined || splitWords(second) > maxJoined) return null
  if (isBound.test(first) || isBound.test(second)) return null
  // Without a shared auxiliary, the second sentence needs a main verb: "It saves".
  if (!a[2] && !(/^[a-z]+s\b/.test(a[4]!) === /^[a-z]+s\b/.test(b[4]!) && !/^(?:is|was|has)\b/.test(b[4]!))) return null
  // "It saves time and saves money" says its verb twice.
  if (!a[2] && a[4]!.split(' ', 1)[0] === b[4]!.split(' ', 1)[0]) return null
  return `${first.slice(0, -1)} and ${b[4]}.`
}

/** Replaces two dashes around a few words with commas, or with parentheses when those words contain a comma. */
export function calmDashes(sentence: string): string {
  const dashes = [...sentence.matchAll(/\s?—\s?/g)]
  if (dashes.length !== 2) return sentence
  const [one, two] = [dashes[0]!, dashes[1]!]
  const inner = sentence.slice(one.index + one[0].length, two.index)
  const before = sentence.slice(0, one.index)
  const after = sentence.slice(two.index + two[0].length)
  if (inner.length < 3 || inner.length > 120 || /[.!?;:]/.test(inner) || !/^[\p{L}\p{N}]/u.test(after)) return sentence
  // A sentence between commas would be spliced to the one around it.
  if (
    new RegExp(`^(?:and |but )?${clause}|^(?:\\p{L}+ ){0,3}(?:is|are|was|were|has|have|had|do|does|did)\\b`, 'iu').test(
      inner,
    )
  )
    return sentence
  return inner.includes(',') ? `${before} (${inner}) ${after}` : `${before}, ${inner}, ${after}`
}
