/** Words and phrases of questions that pages word differently. English. */
import groups from './synonyms.json' with { type: 'json' }

/** Each line is words that questions and answers use for one thing. A word may be on several lines. */
export const synonyms = Object.values(groups).flat()

/** Phrases of questions, and the words that stand for them. */
const phrases: [RegExp, string][] = [
  [/\bget(?:ting)? rid of\b/g, 'remove'],
  [/\bis it ok(?:ay)? to\b/g, 'is it safe to'],
  [/\bgo(?:es)? (?:bad|off)\b/g, 'spoil'],
  [/\bthrow(?:ing)? (?:away|out)\b/g, 'discard'],
  [/\bfrom scratch\b/g, ''],
  [/\bwhat happens (?:if|when)\b/g, 'when'],
  [
    /\b(who|what) (?:(?:can|should|do|does|must|may) (?:not|n['’]t)|(?:can|should|must|do|does)n['’]?t|cannot)\b/g,
    '$1 should avoid',
  ],
  [/^(what|who|which) (?:can|should|do|does) (.+?) (?:not|never) /g, '$1 $2 avoid '],
  [/\bwhat does it mean when\b/g, 'why does'],
  [/\bper day\b/g, 'a day'],
]

/** Words a question in the words that answers use. */
export const rewordQuestion = (text: string) =>
  phrases
    .reduce((reworded, [phrase, words]) => reworded.replace(phrase, words), text.toLowerCase().trim())
    .replace(/\s+/g, ' ')
    .trim()
