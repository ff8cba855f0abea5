/**
 * Who does what to whom, read from the order of words: the subject and object of each word, what follows its prepositions, and the two
 * clauses around "because" and "when". Two words that change places say something else, unless the verb turned passive. English only,
 * and without a tagger, since model answers are checked on the event loop.
 */

/** Two words that changed places. */
export type Swap = { first: string; second: string }

/** Longer sentences aren't compared, since the effort grows with the square of the length. */
const maxRoleWords = 120

const words = (list: string) => new Set(list.trim().split(/\s+/))
const beForms = words('is are was were be been being am get gets got gotten getting isn’t aren’t wasn’t weren’t')
const auxiliaries = words(
  'has have had having do does did will would can could may might must should shall cannot don’t doesn’t didn’t won’t can’t',
)
const prepositions = words(
  'of in on at for with from to by over under near about into onto through during between among within without against toward towards via per upon across behind instead rather than beside besides despite unlike like',
)
/** Prepositions of time and place, whose phrases move about. */
const loose = words('in on at during near under over by')
const boundaries = words(
  'and or but nor that which who whom whose where so as because when whenever if unless until till before after although though while whereas since once whether how why what',
)
/** Words that name nothing. */
const others = words(
  `the a an this these those his her its their our your my it they he she we you i them him us me there here one ones not no never
also just only even very quite too then now still already often always usually sometimes rarely more most less least much many some any
all each every both few several other another such own same up down out off back away again well once twice yes
really simply merely truly actually`,
)
const clauseWords = words(
  'because when whenever if unless until till before after although though while whereas since once',
)

const irregular = new Map(
  `bit bitten bite,gave given give,told tell,took taken take,sold sell,bought buy,brought bring,caught catch,chose chosen choose,drove driven drive,
ate eaten eat,fed feed,felt feel,found find,fought fight,held hold,hid hidden hide,hurt hurt,kept keep,led lead,left leave,lent lend,made make,met meet,
paid pay,said say,saw seen see,sent send,shot shoot,showed shown show,taught teach,thought think,threw thrown throw,understood understand,won win,wrote
written write,beat beaten beat,built build,became become,began begun begin,broke broken break,drew drawn draw,knew known know,lost lose,ran run,rose risen
rise,fell fallen fall,grew grown grow,stole stolen steal,struck strike,swore sworn swear,went gone go,came come,got gotten get,did done do,spent spend,
spoke spoken speak,stood stand,wore worn wear,meant mean,read read,forgot forgotten forget,forgave forgiven forgive,blew blown blow`
    .split(/,\s*/)
    .flatMap((line) => {
      const forms = line.split(/\s+/)
      return forms.slice(0, -1).map((form) => [form, forms.at(-1)!] as const)
    }),
)

/** A crude stem, so that "hunts", "hunted" and "hunting" are one word. */
export function toStem(word: string): string {
  const known = irregular.get(word)
  if (known) return known
  let stem = word.replace(/['’]s?$/, '')
  if (/\d/.test(stem)) return stem
  if (stem.length > 4) stem = stem.replace(/(?:ing|ed|es|s|ly)$/, '')
  else if (stem.length > 3) stem = stem.replace(/s$/, '')
  return stem.replace(/([bdgklmnprt])\1$/, '$1').replace(/[ei]$|y$/, '')
}

export type Word = {
  kind: 'boundary' | 'preposition' | 'be' | 'auxiliary' | 'content' | 'other'
  text: string
  stem: string
}

export function readWords(text: string): Word[] {
  const plain = text
    // The country, not the pronoun.
    .replace(/(?<!\p{L})US(?!\p{L})/gu, 'usa')
    .toLowerCase()
    .replace(/['’]/g, '’')
    .replace(/\b(?:due to|owing to|in light of|because of) the fact that\b|\bfor the reason that\b/g, 'because')
  const found: Word[] = []
  for (const [word] of plain.matchAll(/[\p{L}\p{N}$€£][\p{L}\p{N}’%.,:/-]*(?<![.,:/-])|[,;:()—–.!?"“”]/gu)) {
    const bare = word.replace(/’s$/, '')
    const kind = !/[\p{L}\p{N}]/u.test(word)
      ? 'boundary'
      : boundaries.has(bare)
        ? 'boundary'
        : beForms.has(bare)
          ? 'be'
          : auxiliaries.has(bare)
            ? 'auxiliary'
            : prepositions.has(bare)
              ? 'preposition'
              : others.has(bare)
                ? 'other'
                : 'content'
    found.push({ kind, text: word, stem: kind === 'content' ? toStem(bare) : bare })
  }
  return found
}

/** Words by slot: "hunt|subject" → "wolv". */
type Slots = Map<string, Set<string>>

export function readSlots(list: Word[]): Slots {
  const slots: Slots = new Map()
  const times = new Map<string, number>()
  for (const { kind, stem } of list) if (kind === 'content') times.set(stem, (times.get(stem) ?? 0) + 1)
  const put = (slot: string, stem: string) => {
    const known = slots.get(slot)
    if (known) known.add(stem)
    else slots.set(slot, new Set([stem]))
  }
  list.forEach((word, at) => {
    if (word.kind !== 'content' || times.get(word.stem) !== 1) return
    const passive = isPassive(list, at)
    let begin = at
    while (begin > 0 && list[begin - 1]!.kind !== 'boundary') begin--
    const first = passive ? 'object' : 'subject'
    let leftSlot: string | null = first
    let hasNoun = false
    for (let left = begin; left < at; left++) {
      const { kind, stem, text } = list[left]!
      // "Traffic from here" says which traffic; "In winter traffic" and "traffic in winter" say when.
      if (kind === 'preposition') leftSlot = hasNoun && !loose.has(text) ? `${first} ${text}` : null
      else if (kind === 'be' || kind === 'auxiliary') leftSlot = first
      else if (kind === 'content') {
        hasNoun = true
        if (leftSlot !== null) put(`${word.stem}|${leftSlot}`, stem)
      }
    }
    let slot = passive ? 'rest' : 'object'
    for (let right = at + 1; right < list.length && list[right]!.kind !== 'boundary'; right++) {
      const { kind, stem, text } = list[right]!
      if (kind === 'preposition') {
        if (list[right - 1]!.kind !== 'preposition') slot = passive && text === 'by' ? 'subject' : text
      } else if (kind === 'be' || kind === 'auxiliary') slot = 'rest'
      else if (kind === 'content') put(`${word.stem}|${slot}`, stem)
    }
  })
  return slots
}

/** "was bitten", but not "was biting" and not "is the cause". */
function isPassive(list: Word[], at: number): boolean {
  if (/ing$/.test(list[at]!.text)) return false
  const before = list[at - 1]
  const earlier = before?.kind === 'other' || /ly$/.test(before?.text ?? '') ? list[at - 2] : before
  if (earlier?.kind !== 'be') return false
  return !/^(?:the|an?|his|her|its|their|our|your|my|this|that)$/.test(before!.text)
}

/** The two clauses around the one word that joins them: "because" in "It stopped because it broke". */
function readClauses(list: Word[]): { joint: string; slots: Slots } | null {
  const joints = list.flatMap(({ text }, at) => (clauseWords.has(text) ? [at] : []))
  if (joints.length !== 1) return null
  const [at] = joints as [number]
  let end = at + 1
  while (end < list.length && !/^[,;.!?]$/.test(list[end]!.text)) end++
  const slots: Slots = new Map([
    ['main', new Set()],
    ['sub', new Set()],
  ])
  for (const [index, { kind, stem }] of list.entries())
    if (kind === 'content') slots.get(index > at && index < end ? 'sub' : 'main')!.add(stem)
  return { joint: list[at]!.text, slots }
}

/** Returns two words that changed places between their slots, or null. */
function findSwap(old: Slots, fresh: Slots): Swap | null {
  /** Words that are in another slot now, by the slot they left. */
  const moved: { stem: string; from: string; to: string }[] = []
  for (const [from, stems] of old)
    for (const stem of stems) {
      if (fresh.get(from)?.has(stem)) continue
      for (const [to, there] of fresh)
        if (to !== from && there.has(stem) && old.has(to) && fresh.has(from) && !old.get(to)!.has(stem))
          moved.push({ stem, from, to })
    }
  const byMove = new Map(moved.map((move) => [`${move.from} ${move.to}`, move.stem]))
  for (const { stem, from, to } of moved) {
    const back = byMove.get(`${to} ${from}`)
    if (back !== undefined && back !== stem && !holds(from, back) && !holds(to, stem) && !holds(from, stem))
      return { first: stem, second: back }
  }
  return null
}
const holds = (slot: string, stem: string) => slot.startsWith(`${stem}|`)

/** Returns two words that changed places from one sentence to the other, as they are written in the first, or null. */
export function getSwap(before: string, after: string): Swap | null {
  const [old, fresh] = [readWords(before), readWords(after)]
  if (old.length > maxRoleWords || fresh.length > maxRoleWords || !isReordered(old, fresh)) return null
  const swap = findSwap(readSlots(old), readSlots(fresh)) ?? findClauseSwap(old, fresh)
  if (!swap) return null
  const written = (stem: string) => old.find((word) => word.stem === stem)!.text
  return { first: written(swap.first), second: written(swap.second) }
}

/** Whether a sentence is short enough for its roles to be compared. */
export const isComparable = (text: string) => readWords(text).length <= maxRoleWords

/** A text with its words in the same order, and with no verb turned passive, has the same roles. */
function isReordered(old: Word[], fresh: Word[]): boolean {
  const stems = (list: Word[]) => list.flatMap(({ kind, stem }) => (kind === 'content' ? [stem] : []))
  const [a, b] = [stems(old), stems(fresh)]
  const [inA, inB] = [new Set(a), new Set(b)]
  const shared = (list: string[], other: Set<string>) => list.filter((stem) => other.has(stem)).join(' ')
  const small = (list: Word[]) =>
    list.flatMap(({ kind, text }) => (kind === 'preposition' || clauseWords.has(text) ? [text] : [])).join(' ')
  return shared(a, inB) !== shared(b, inA) || small(old) !== small(fresh)
}

function findClauseSwap(before: Word[], after: Word[]): Swap | null {
  const [old, fresh] = [readClauses(before), readClauses(after)]
  if (!old || !fresh || old.joint !== fresh.joint) return null
  const find = (from: string, to: string) =>
    [...old.slots.get(from)!].filter(
      (stem) => !old.slots.get(to)!.has(stem) && fresh.slots.get(to)!.has(stem) && !fresh.slots.get(from)!.has(stem),
    )
  const [main, sub] = [find('main', 'sub'), find('sub', 'main')]
  const stayed = [...old.slots].flatMap(([slot, stems]) =>
    [...stems].filter((stem) => fresh.slots.get(slot)!.has(stem)),
  )
  return main.length > 0 && sub.length > 0 && main.length + sub.length > stayed.length
    ? { first: main[0]!, second: sub[0]! }
    : null
}

/** The words on either side of a word, within its part of the sentence; null when it's missing or there twice. */
export function wordsAround(text: string, word: string): { left: Set<string>; right: Set<string> } | null {
  const list = readWords(text)
  const at = list.flatMap(({ text: each }, index) => (each === word ? [index] : []))
  if (at.length !== 1) return null
  const content = (part: Word[]) => new Set(part.flatMap(({ kind, stem }) => (kind === 'content' ? [stem] : [])))
  let [begin, end] = [at[0]!, at[0]! + 1]
  while (begin > 0 && list[begin - 1]!.kind !== 'boundary') begin--
  while (end < list.length && list[end]!.kind !== 'boundary') end++
  return { left: content(list.slice(begin, at[0]!)), right: content(list.slice(at[0]! + 1, end)) }
}
