/**
 * English words and phrases whose rate differs between AI and human prose. bench/humanizer-train.ts learns how much each list
 * counts, so a word here is a candidate, not proof. It also learns single words and short phrases beyond these lists.
 */
import lists from './ai-phrases.json' with { type: 'json' }

/** Filler phrases, frequent in the prose of every vendor's chat models. */
export const stockPhrases = lists.stockPhrases

/** Hedges: models hedge evenly, people only where they are unsure. */
export const hedges = new Set(lists.hedges)

/** Inflated words for plain things. */
export const inflated = new Set(lists.inflated)

/** Connectors that chain sentences like items of a list. */
export const connectors = new Set(lists.connectors)

/** Openers of a summary. A two-word opener is written as its first word followed by its second. */
export const summaryOpeners = lists.summaryOpeners

/** First-person words, which tie a text to its author's life. */
export const firstPerson = new Set(lists.firstPerson)

/** Words of place and time that suggest firsthand experience. */
export const concrete = new Set(lists.concrete)

/** Words in -ing that don't form a participle tail after a comma. */
export const noParticiples = new Set(lists.noParticiples)

/** Informal words, which people use more than models. */
export const informal = new Set(lists.informal)
