import type { Modifiers } from '#features/keywords/rules/clustering/group-heads.ts'
import nameWords from '#features/keywords/rules/clustering/name-words.json' with { type: 'json' }
import { isAdjective, type NounDetector } from '#features/keywords/rules/clustering/name-words.ts'
import type { Word } from '#features/keywords/rules/clustering/word-reader.ts'
import english from './aspect-words.json' with { type: 'json' }

/**
 * Groups the keywords of a report by the aspect of its topic that each one is about: "battery" of "how long does an electric
 * bike battery last" in a report on electric bikes. English.
 */

const split = (list: string) => list.split(' ')
/** Words that say nothing about a subject by themselves: "make", "good", "way". */
const light = new Set(split(english.light))
const attributes = new Set(split(nameWords.attributes))
const verbs = new Set(split(nameWords.verbs))
/** The first word of its line, for words that are the same aspect: "heavy" is "weight". */
const sameAspect = new Map(
  english.same.flatMap((line) => split(line).map((word) => [word, split(line)[0]!] as [string, string])),
)
const phrases = Object.entries(english.phrases).flatMap(([key, forms]) =>
  forms.map((form) => ({ key, words: split(form) })),
)
/** "how long …": the verb says what is measured, or the word itself does ("how old"). */
const measuresVerb = /^(?:long|far|often|much|many)$/
const measures = /^(?:fast|high|tall|big|heavy|old|deep|wide|thick|strong|loud|hot|cold)$/
const asks = /^(?:how|what|why|when|where|which|who|is|are|was|do|does|did|can|could|should|will|would)$/
const people = /^(?:people|person|persons)$/
const prepositions = new Set(
  split('for with without in on of to from under over by at near around as into out after before'),
)

/** What a keyword could be about. */
type Aspect = {
  key: string
  /** How much speaks for it, from 0 to 1. */
  factor: number
  /** Which kind of the thing is meant: "mid" of "mid drive"; empty for the thing itself. */
  kind: string
}
type Reading = {
  aspects: Aspect[]
  /** The question itself, or the topic as a whole, where no word says more; null where one does. */
  frame: string | null
}

/**
 * How much speaks for a word by what it is: a thing; its cost or size, by itself or beside a thing; what is done, and more so in "how
 * long …"; what something is like. In a phrase after a verb ("ride … in the rain") a thing counts less.
 */
const factors = { noun: 1, attribute: 0.8, beside: 0.4, measured: 1, verb: 0.35, adjective: 0.38, inPhrase: 0.7 }

/**
 * @param words words of each keyword
 * @param members keywords to group
 * @returns groups; a keyword alone is a group of one
 */
export function groupByAspect(
  words: readonly Word[][],
  members: readonly number[],
  { seed, weak, nouns, modifiers }: AspectContext,
): number[][] {
  const readings = new Map(members.map((at) => [at, readAspects(words[at]!, { seed, weak, nouns, modifiers })]))
  const chosen = chooseAspects(readings)
  const groups = Map.groupBy(members, (at) => chosen.get(at) ?? readings.get(at)!.frame ?? `alone ${at}`)
  splitLarge(groups, readings, chosen)
  splitKinds(groups, readings, chosen)
  joinExtensions(groups, words)
  return [...groups.values()].filter(({ length }) => length > 0)
}

export type AspectContext = {
  /** Stems of the report's topic. */
  seed: ReadonlySet<string>
  /** Stems that most keywords have. */
  weak: ReadonlySet<string>
  nouns: NounDetector
  modifiers: Modifiers
}

type Content = Word & {
  key: string
  kind: 'noun' | 'attribute' | 'verb' | 'adjective' | 'light' | 'number'
  at: number
}

function readAspects(words: readonly Word[], context: AspectContext): Reading {
  const content = readContent(words, context)
  const isQuestion = asks.test(words[0]?.written ?? '')
  const measured = words[0]?.written === 'how' ? (words[1]?.written ?? '') : ''
  const isOfVerb = measuresVerb.test(measured)
  const aspects: Aspect[] = []
  const add = (key: string, factor: number, kind = '') => aspects.push({ key, factor, kind })
  const things = content.filter(({ kind }, at) => kind === 'noun' && !isCompoundPart(content, at))
  if (things.length > 0 && compares(words, context.seed)) {
    const compared = things.map(({ key }) => key).sort()
    return { aspects: [{ key: `vs ${compared.join(' ')}`, factor: factors.noun, kind: '' }], frame: null }
  }
  const verb = content.find(({ kind }) => kind === 'verb')
  const isInPhrase = ({ at }: Content) =>
    verb !== undefined && verb.at < at && prepositions.has(getWordBefore(words, at))
  const hasObject = things.some((thing) => !isInPhrase(thing))
  content.forEach((word, index) => {
    const { key, kind, at } = word
    const next = content[index + 1]
    const isNamed = next?.at === at + 1 && next.kind === 'attribute'
    if (kind === 'noun') {
      if (things.includes(word))
        add(key, isInPhrase(word) ? factors.inPhrase : factors.noun, getKind(at, content[index - 1]))
    } else if (kind === 'attribute') {
      const isBeside = things.length > 0 || content[index - 1]?.kind === 'verb'
      add(key, isBeside ? factors.beside : factors.attribute)
    } else if (kind === 'verb' && (things.length === 0 || (isOfVerb && verb === word && !hasObject)))
      add(getVerbKey(words, word), isOfVerb ? factors.measured : isNamed ? factors.attribute : factors.verb)
    else if (at === 1 && measures.test(measured)) add(key, factors.measured)
    // "cheap to run" is about running.
    else if (kind === 'adjective' && things.length === 0 && words[at + 1]?.written !== 'to') add(key, factors.adjective)
  })
  if (aspects.length === 0 && /^how much (?:is|are) /.test(words.map(({ written }) => written).join(' ')))
    add(sameAspect.get('cost')!, factors.attribute)
  const isPlain = aspects.length === 0 && content.every(({ kind }) => kind === 'light' || kind === 'number')
  return { aspects, frame: isPlain ? getFrame(words, content, isQuestion) : null }
}

/** "X vs Y" and "X or Y" are pages of their own, beside those on Y. */
const compares = (words: readonly Word[], seed: ReadonlySet<string>) =>
  words.some(
    ({ written }, at) =>
      /^(?:vs|versus|compared|difference|different|differ)$/.test(written) ||
      (written === 'or' && [at - 1, at + 1].some((beside) => seed.has(words[beside]?.stem ?? ''))),
  )

/** Words beside those of the report's topic, in order. */
function readContent(words: readonly Word[], { seed, weak, nouns, modifiers }: AspectContext): Content[] {
  const inPhrase = new Map<number, string>()
  for (const { key, words: phrase } of phrases) {
    const from = words.findIndex((_, at) => phrase.every((word, offset) => words[at + offset]?.written === word))
    if (from !== -1) for (const offset of phrase.keys()) inPhrase.set(from + offset, key)
  }
  return words.flatMap((word, at): Content[] => {
    const { stem, written, isFunctionWord } = word
    const phrase = inPhrase.get(at)
    if (phrase) return inPhrase.get(at - 1) === phrase ? [] : [{ ...word, at, key: phrase, kind: 'noun' }]
    const same = sameAspect.get(written)
    if (same === undefined && (isFunctionWord || seed.has(stem) || weak.has(stem))) return []
    if (seed.has(stem)) return []
    // "break a fast" has nothing to do with speed.
    const isThing = at === words.length - 1 && /^an?$/.test(words[at - 1]?.written ?? '')
    const key = isThing && same !== undefined ? `a ${stem}` : (same ?? stem)
    if (people.test(written)) return [{ ...word, at, key: `${words[at - 1]?.written ?? ''} person`, kind: 'noun' }]
    if (/^\d+$/.test(written)) return [{ ...word, at, key, kind: 'number' }]
    if (
      same === undefined &&
      (light.has(written) || light.has(stem) || modifiers.anywhere.has(stem) || nouns.isLight(word))
    )
      return [{ ...word, at, key, kind: 'light' }]
    if (attributes.has(written) || attributes.has(written.replace(/s$/, '')))
      return [{ ...word, at, key, kind: 'attribute' }]
    if (isAdjective(written)) return [{ ...word, at, key, kind: 'adjective' }]
    const before = getWordBefore(words, at)
    const isVerb =
      nouns.isVerb(word) || nouns.isNoun(stem) === false || (before === 'to' && seed.has(words[at + 1]?.stem ?? ''))
    return [{ ...word, at, key, kind: isVerb || nouns.isGerund(written) ? 'verb' : 'noun' }]
  })
}

const getWordBefore = (words: readonly Word[], at: number) =>
  words.slice(0, at).findLast(({ written }) => !/^(?:a|an|the|my|your|some|any)$/.test(written))?.written ?? ''

const asksApart = /^(?:where|who)$/
/** Where and who are other questions about what is done than how: "where to ride". */
const getVerbKey = (words: readonly Word[], { key, stem }: Content) =>
  key === stem && asksApart.test(words[0]!.written) ? `${words[0]!.written} ${key}` : key

const getKind = (at: number, before: Content | undefined) =>
  before?.at === at - 1 && before.kind !== 'light' && before.kind !== 'verb' ? before.stem : ''

/** "car" of "car rack": the last noun of a compound names the thing, unless it's an attribute ("battery life"). */
function isCompoundPart(content: readonly Content[], index: number): boolean {
  const next = content[index + 1]
  return next !== undefined && next.at === content[index]!.at + 1 && next.kind === 'noun'
}

/** The question where no word tells more: "what is", "how to make". Others are about the topic as a whole. */
function getFrame(words: readonly Word[], content: readonly Content[], isQuestion: boolean): string {
  const isDone = content[0]?.at === 0 && verbs.has(content[0].written)
  if (!isQuestion && !isDone) return 'topic'
  const own = content.filter(({ kind }) => kind === 'light').map(({ stem }) => stem)
  const [first, second] = words
  const asked = asksApart.test(first!.written) ? `${first!.written} ` : ''
  return own.length > 0
    ? `question ${asked}${[...new Set(own)].sort().join(' ')}`
    : `question ${first!.written} ${second?.written ?? ''}`
}

const rounds = 4
/** A keyword of another aspect counts this much for one that it has too. */
const sideShare = 0.3

/** How many keywords must have an aspect: what is said beside a thing ("awareness month") must be a subject of others. */
const getMinCount = ({ factor }: Aspect) => (factor === factors.beside ? 3 : 2)

/** Gives each keyword the aspect that speaks most for it among those that others have too. */
function chooseAspects(readings: ReadonlyMap<number, Reading>): Map<number, string> {
  const having = new Map<string, number>()
  for (const { aspects } of readings.values())
    for (const key of new Set(aspects.map(({ key }) => key))) having.set(key, (having.get(key) ?? 0) + 1)
  let counts: ReadonlyMap<string, number> = having
  let chosen = new Map<number, string>()
  for (let round = 0; round < rounds; round++) {
    chosen = new Map()
    for (const [at, { aspects }] of readings) {
      const [best] = aspects
        .filter((aspect) => (counts.get(aspect.key) ?? 0) >= getMinCount(aspect))
        .map(({ key, factor }) => ({ key, weight: factor * (1 + Math.log2(counts.get(key) ?? 1)) }))
        .sort((a, b) => b.weight - a.weight)
      if (best) chosen.set(at, best.key)
    }
    const picked = new Map<string, number>()
    for (const key of chosen.values()) picked.set(key, (picked.get(key) ?? 0) + 1)
    counts = new Map(
      [...picked]
        .filter(([, count]) => count >= 2)
        .map(([key, count]) => [key, count + sideShare * (having.get(key)! - count)]),
    )
  }
  return chosen
}

/** A topic of more keywords than this is several pages where parts of it share more than its aspect. */
const maxTopicSize = 20
const minPartSize = 4

/** Splits what many keywords are about by what they say of it: "battery life" and "battery replacement" of 40 about batteries. */
function splitLarge(
  groups: Map<string, number[]>,
  readings: ReadonlyMap<number, Reading>,
  chosen: ReadonlyMap<number, string>,
) {
  for (const [key, members] of [...groups]) {
    if (members.length <= maxTopicSize || !chosen.has(members[0]!)) continue
    const others = members.map((at) => {
      const { aspects } = readings.get(at)!
      const [kind] = aspects.flatMap((aspect) => (aspect.key === key && aspect.kind !== '' ? [aspect.kind] : []))
      const rest = aspects.filter((aspect) => aspect.key !== key)
      return [
        at,
        { aspects: kind === undefined ? rest : [...rest, { key: kind, factor: 1, kind: '' }], frame: null },
      ] as const
    })
    const second = chooseAspects(new Map(others))
    const parts = Map.groupBy(members, (at) => second.get(at) ?? '')
    const small = [...parts].flatMap(([part, own]) => (part === '' || own.length < minPartSize ? own : []))
    if (small.length === members.length) continue
    groups.delete(key)
    if (small.length > 0) groups.set(key, small)
    for (const [part, own] of parts) if (part !== '' && own.length >= minPartSize) groups.set(`${key}, ${part}`, own)
  }
}

/** More kinds of a thing than this are a topic by themselves: milks for a coffee. */
const maxKinds = 3

/**
 * Takes kinds of a thing that come twice from its topic ("convection oven" from "oven"), and leaves a few others alone where the thing
 * itself doesn't come too: "mid drive" and "belt drive".
 */
function splitKinds(
  groups: Map<string, number[]>,
  readings: ReadonlyMap<number, Reading>,
  chosen: ReadonlyMap<number, string>,
) {
  for (const [key, members] of [...groups]) {
    if (!chosen.has(members[0]!)) continue
    const byKind = Map.groupBy(
      members,
      (at) => readings.get(at)!.aspects.find((aspect) => aspect.key === key)?.kind ?? '',
    )
    if (byKind.size < 2) continue
    const kinds = [...byKind].filter(([kind, own]) => kind !== '' && own.length > 1)
    const rest = [...byKind].filter(([kind, own]) => kind === '' || own.length === 1)
    const left = rest.flatMap(([, own]) => own)
    const isFew = left.length <= maxKinds && !byKind.has('')
    groups.delete(key)
    for (const [kind, own] of isFew ? [...kinds, ...rest] : kinds) groups.set(`${kind} ${key}`, own)
    if (!isFew && left.length > 0) groups.set(key, left)
  }
}

const minQuestionWords = 4

/** Puts a question alone to the one it goes on from: "how to make cold brew coffee fast" to "how to make cold brew coffee". */
function joinExtensions(groups: Map<string, number[]>, words: readonly Word[][]) {
  const written = (at: number) => words[at]!.map(({ written }) => written).join(' ')
  const keyByQuestion = new Map<string, string>()
  for (const [key, members] of groups)
    for (const at of members)
      if (words[at]!.length >= minQuestionWords && asks.test(words[at]![0]!.written))
        keyByQuestion.set(written(at), key)
  for (const members of groups.values()) {
    if (members.length !== 1) continue
    const own = words[members[0]!]!.map(({ written }) => written)
    if (!asks.test(own[0] ?? '')) continue
    const start = own
      .keys()
      .map((length) => own.slice(0, own.length - length - 1).join(' '))
      .find((begin) => keyByQuestion.has(begin))
    const target = start === undefined ? undefined : groups.get(keyByQuestion.get(start)!)
    if (!target || target === members) continue
    target.push(members[0]!)
    members.length = 0
  }
}
