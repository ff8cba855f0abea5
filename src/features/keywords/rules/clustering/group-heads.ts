import type { Word } from './word-reader.ts'

/** A word in more keywords than this says nothing: it's what the whole list is about. */
const maxCommonShare = 0.4
/** A head in more keywords than this isn't a topic but the list's subject. */
const maxHeadShare = 0.6

/** Stems that never tell topics apart: anywhere, or only as the first or last word. */
export type Modifiers = {
  anywhere: ReadonlySet<string>
  first: ReadonlySet<string>
  last: ReadonlySet<string>
  /** Several words at the end: "for sale", "near me", "size chart". Stems joined by spaces, without function words. */
  endings: ReadonlySet<string>
}

/** `head`: the stems that all members have; null when they were only found to be alike. */
export type HeadGroup = { members: number[]; head: string | null }

/**
 * Regroups a list by heads: a keyword without its modifiers ("best standing desk" → "standing desk") that others contain.
 * Keywords with one head belong together, a longer head is its own topic when several keywords have it, and a keyword alone
 * joins the head it shares words with.
 * @param words words of each keyword
 * @param groups keywords by group; a keyword alone is a group of one
 * @param seed stems of the report's topic
 */
export function regroupByHeads(
  words: readonly Word[][],
  groups: readonly number[][],
  modifiers: Modifiers,
  seed: ReadonlySet<string>,
): HeadGroup[] {
  const all = groups.flat()
  const cores = readCores(words, all, modifiers)
  const common = getCommonStems([...cores.values()], seed)
  const { heads, subjects } = findHeads([...cores.values()], common, seed)
  const telling = (stems: readonly string[]) => stems.filter((stem) => !common.has(stem))
  const headsOfStem = new Map<string, string[]>()
  for (const head of heads)
    for (const stem of telling(head.split(' '))) headsOfStem.set(stem, [...(headsOfStem.get(stem) ?? []), head])

  const headOfStems = new Map([...heads].map((head) => [sortStems(head.split(' ')), head]))
  const headOfKeyword = new Map<number, string>()
  for (const at of all) {
    const core = cores.get(at)!
    const isQuestion = words[at]![0]?.isFunctionWord === true
    const isSubject = !isQuestion && subjects.has(core.join(' '))
    const head = isSubject ? core.join(' ') : findLongestHead(core, heads)
    const isTelling = head !== null && telling(head.split(' ')).length > 0
    // "espresso machine with built in grinder" has the head "espresso machine grinder".
    const spread = isTelling ? null : (headOfStems.get(sortStems(core)) ?? findSpreadHead(core, telling, headsOfStem))
    if (spread ?? head) headOfKeyword.set(at, (spread ?? head)!)
  }
  splitCommonHeads(headOfKeyword, cores, telling)
  for (const group of groups) {
    const isAlone = group.length === 1 || group.some((at) => headOfKeyword.has(at))
    for (const at of group) {
      if (headOfKeyword.has(at) || !isAlone) continue
      const own = telling(cores.get(at)!)
      const last = own.at(-1)
      const having = own.flatMap((stem) => headsOfStem.get(stem) ?? [])
      const alike = having.filter((head) => last !== undefined && head.split(' ').at(-1) === last)
      const head = getMostFrequent(alike.length > 0 ? alike : having)
      if (head !== null) headOfKeyword.set(at, head)
    }
  }

  const regrouped = new Map<string, HeadGroup>()
  groups.forEach((group, index) => {
    for (const at of group) {
      const head = headOfKeyword.get(at) ?? null
      const key = head ?? `group ${index}`
      const known = regrouped.get(key)
      if (known) known.members.push(at)
      else regrouped.set(key, { members: [at], head })
    }
  })
  return [...regrouped.values()]
}

const sortStems = (stems: readonly string[]) => stems.toSorted().join(' ')

/** The head with most stems that are all in a core, in any order. */
function findSpreadHead(
  core: readonly string[],
  telling: (stems: readonly string[]) => string[],
  headsOfStem: ReadonlyMap<string, string[]>,
): string | null {
  const own = new Set(core)
  const found = telling(core)
    .flatMap((stem) => headsOfStem.get(stem) ?? [])
    .filter((head) => head.split(' ').every((stem) => own.has(stem)))
  return found.sort((a, b) => b.split(' ').length - a.split(' ').length)[0] ?? null
}

/**
 * Takes keywords from a head that most of the list has, where others share their own word: "how to descale an espresso machine"
 * and "espresso machine descaler".
 */
function splitCommonHeads(
  headOfKeyword: Map<number, string>,
  cores: ReadonlyMap<number, string[]>,
  telling: (stems: readonly string[]) => string[],
) {
  const having = new Map<string, number[]>()
  for (const [at, head] of headOfKeyword) {
    if (telling(head.split(' ')).length > 0) continue
    for (const stem of new Set(telling(cores.get(at)!))) {
      const key = `${head} ${stem}`
      having.set(key, [...(having.get(key) ?? []), at])
    }
  }
  for (const [key, members] of [...having].sort((a, b) => b[1].length - a[1].length)) {
    const left = members.filter((at) => key.startsWith(`${headOfKeyword.get(at)!} `))
    if (left.length > 1) for (const at of left) headOfKeyword.set(at, key)
  }
}

/** A keyword's words without modifiers, and whether a function word comes before the first of them. */
type Core = { stems: string[]; hasOpening: boolean }

/** Cores of keywords, without their modifiers: known ones, and those that stand around many heads of this list. */
export function readCores(
  words: readonly Word[][],
  all: readonly number[],
  modifiers: Modifiers,
): ReadonlyMap<number, string[]> {
  const cores = new Map(all.map((at) => [at, getCore(words[at]!, modifiers)]))
  for (let round = 0; round < learningRounds; round++) if (!stripFrames(cores, modifiers)) break
  return new Map([...cores].map(([at, { stems }]) => [at, stems]))
}

/** Longest known ending, in words. */
const maxEnding = 3

/** Stems without function words and modifiers; all of them when nothing else is left. */
function getCore(words: readonly Word[], { anywhere, first, last, endings }: Modifiers): Core {
  const content = words.flatMap(({ stem, isFunctionWord }, at) => (isFunctionWord ? [] : [{ stem, at }]))
  let [from, to] = [0, content.length]
  while (to - from > 1) {
    const isEnding = (size: number) =>
      size < to - from &&
      endings.has(
        content
          .slice(to - size, to)
          .map(({ stem }) => stem)
          .join(' '),
      )
    const size = [maxEnding, 2].find(isEnding)
    const { stem, at } = content[from]!
    if (size !== undefined) to -= size
    else if (last.has(content[to - 1]!.stem) || anywhere.has(content[to - 1]!.stem)) to--
    else if (anywhere.has(stem) || (at === from && first.has(stem))) from++
    else break
  }
  const inner = content.slice(from, to)
  const left = inner.filter(({ stem }) => !anywhere.has(stem))
  const core = left.length > 0 ? left : inner.length > 0 ? inner : content
  return {
    stems: core.map(({ stem }) => stem),
    hasOpening: words.slice(0, core[0]?.at ?? 0).some(({ isFunctionWord }) => isFunctionWord),
  }
}

const learningRounds = 2
/** A core that this many keywords have exactly is a head to learn from. */
const minExact = 2
/** Number and share of heads that a frame must stand around to be a modifier: "… free shipping" of a shop. */
const minFramed = 10
const minFramedShare = 0.05

/**
 * Finds frames that stand around many heads ("… size chart", "what size … needed") and strips them. A frame has words after
 * the head, because those before it mostly say which thing is meant ("carbon road bike").
 * @returns whether anything changed
 */
function stripFrames(cores: Map<number, Core>, { anywhere }: Modifiers): boolean {
  const exact = new Map<string, number>()
  for (const { stems } of cores.values()) exact.set(stems.join(' '), (exact.get(stems.join(' ')) ?? 0) + 1)
  const heads = new Set([...exact].filter(([, count]) => count >= minExact).map(([head]) => head))
  const headsOfFrame = new Map<string, Set<string>>()
  const framed = new Map<number, { frame: string; head: string }>()
  for (const [at, { stems, hasOpening }] of cores) {
    const found = findFrame(stems, heads, hasOpening)
    if (!found || found.before.some((stem) => anywhere.has(stem))) continue
    const frame = `${found.before.join(' ')} … ${found.after.join(' ')}`
    framed.set(at, { frame, head: found.head })
    const known = headsOfFrame.get(frame)
    if (known) known.add(found.head)
    else headsOfFrame.set(frame, new Set([found.head]))
  }
  const minHeads = Math.max(minFramed, minFramedShare * heads.size)
  let isChanged = false
  for (const [at, { frame, head }] of framed) {
    if (headsOfFrame.get(frame)!.size < minHeads) continue
    cores.set(at, { stems: head.split(' '), hasOpening: false })
    isChanged = true
  }
  return stripEndings(cores, headsOfFrame, minHeads) || isChanged
}

/** Words of a keyword that must be left without its ending, so that it still names a product. */
const minInner = 2

/** Strips endings of many heads from keywords too whose head no other keyword is: "telescopic water butt spare parts". */
function stripEndings(
  cores: Map<number, Core>,
  headsOfFrame: ReadonlyMap<string, ReadonlySet<string>>,
  minHeads: number,
): boolean {
  const endings = new Set(
    [...headsOfFrame].flatMap(([frame, heads]) =>
      frame.startsWith(' … ') && frame.length > 3 && heads.size >= minHeads ? [frame.slice(3)] : [],
    ),
  )
  if (endings.size === 0) return false
  let isChanged = false
  for (const [at, { stems, hasOpening }] of cores) {
    const size = [3, 2, 1].find(
      (length) => stems.length - length >= minInner && endings.has(stems.slice(-length).join(' ')),
    )
    if (size === undefined) continue
    cores.set(at, { stems: stems.slice(0, -size), hasOpening })
    isChanged = true
  }
  return isChanged
}

/** The longest head inside a core, with what stands around it. Null when the core is a head, or nothing follows the head. */
function findFrame(stems: readonly string[], heads: ReadonlySet<string>, hasOpening: boolean) {
  const length = Math.min(stems.length, maxCoreLength)
  for (let size = length - 1; size > 0; size--)
    for (let from = 0; from + size <= length; from++) {
      const head = stems.slice(from, from + size).join(' ')
      if (!heads.has(head)) continue
      const [before, after] = [stems.slice(0, from), stems.slice(from + size)]
      return (from > 0 && !hasOpening) || (after.length === 0 && !hasOpening) ? null : { head, before, after }
    }
  return null
}

function getCommonStems(cores: readonly string[][], seed: ReadonlySet<string>): Set<string> {
  const counts = new Map<string, number>()
  for (const core of cores) for (const stem of new Set(core)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const frequent = [...counts].filter(([, count]) => count > maxCommonShare * cores.length).map(([stem]) => stem)
  return new Set([...seed, ...frequent])
}

/**
 * Cores that at least two keywords contain. The report's topic, or what most of the list contains, is a head only of the keywords
 * that say nothing else ("cheap standing desk").
 */
function findHeads(cores: readonly string[][], common: ReadonlySet<string>, seed: ReadonlySet<string>) {
  const support = new Map<string, number>(cores.map((core) => [core.join(' '), 0]))
  for (const core of cores)
    for (const run of new Set(getRuns(core))) if (support.has(run)) support.set(run, support.get(run)! + 1)
  const exact = new Map<string, number>()
  for (const core of cores) exact.set(core.join(' '), (exact.get(core.join(' ')) ?? 0) + 1)
  const heads = new Set<string>()
  const subjects = new Set<string>()
  for (const [head, count] of support) {
    if (head === '' || count < 2) continue
    const stems = head.split(' ')
    const isSubject = stems.every((stem) => seed.has(stem)) || count > maxHeadShare * cores.length
    const isCommon = stems.every((stem) => common.has(stem))
    if (!isCommon || (stems.length > 1 && !isSubject)) heads.add(head)
    else if (exact.get(head)! > 1) subjects.add(head)
  }
  return { heads, subjects }
}

/** Longer keywords aren't searched for heads beyond this length, which bounds the number of runs. */
const maxCoreLength = 12

function getRuns(core: readonly string[]): string[] {
  const runs: string[] = []
  const length = Math.min(core.length, maxCoreLength)
  for (let size = length; size > 0; size--)
    for (let from = 0; from + size <= length; from++) runs.push(core.slice(from, from + size).join(' '))
  return runs
}

/** The longest head that a core contains, the first one among equals. */
const findLongestHead = (core: readonly string[], heads: ReadonlySet<string>): string | null =>
  getRuns(core).find((run) => heads.has(run)) ?? null

function getMostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
