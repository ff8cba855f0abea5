/** Questions that rules ask about the words beside a match. */

import type { When } from '../phrase-rule.ts'
import { isAbstract, toSingular } from './noun-senses.ts'
import type { Tag } from './tag-words.ts'

/** The noun that follows, in either number, is one of these. */
export const before =
  (nouns: ReadonlySet<string>): When =>
  ({ head }) =>
    head !== null && (nouns.has(head.word) || nouns.has(toSingular(head.word)))
/** The noun that follows names an idea rather than a thing or a person. */
export const beforeAbstract: When = ({ head }) => head !== null && isAbstract(head.word)
export const isVerb: When = ({ pos, previousTag, previous }) =>
  pos === 'VERB' ||
  previousTag?.word === ',' ||
  (pos !== 'ADJ' && /^(?:to|can|could|will|would|should|must|may|might|we|you|they|i|and)$/.test(previous)) ||
  (pos === 'NOUN' && previousTag?.pos === 'PRON')
export const isNotNoun: When = ({ previousTag, previous }) =>
  previousTag === undefined ||
  !(['DET', 'ADJ', 'NUM', 'ADP'].includes(previousTag.pos) || /^(?:its|their|our|your|his|her|my)$/.test(previous)) ||
  previous === 'by'

/**
 * A participle before its noun often has a fixed sense: a "commenced action" in law.
 * "They commenced work" is a verb.
 */
export const isNotParticiple: When = ({ previousTag, previous, next, nextTag }) =>
  next === '' ||
  !['NOUN', 'PROPN', 'ADJ'].includes(nextTag?.pos ?? '') ||
  (previousTag !== undefined &&
    !['DET', 'ADJ', 'NUM', 'ADP', 'PUNCT'].includes(previousTag.pos) &&
    !/^(?:its|their|our|your|his|her|my|every|each)$/.test(previous))

const irregularPast =
  /^(?:became|began|bought|broke|brought|built|came|chose|cut|drew|drove|fell|felt|found|gave|got|grew|held|kept|knew|led|left|lost|made|meant|met|paid|put|ran|rose|said|sat|saw|sent|sold|spent|spoke|stood|taught|thought|told|took|went|won|wrote)$/
/** True when a text tells of the past, or of what would be. */
export const isPast = (text: string, tags: Tag[]): boolean =>
  /\b(?:was|were|had|did|would|could|might)\b/i.test(text) ||
  tags.some(({ pos, word }) => irregularPast.test(word) || (pos === 'VERB' && word.length > 4 && word.endsWith('ed')))
