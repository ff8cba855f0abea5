/** The context of a phrase: its neighbors, the noun it governs, and the part of speech of each. */
import { isPlural } from './noun-senses.ts'
import { type Tag, tagWords } from './tag-words.ts'

export type Head = { word: string; plural: boolean; pos: string; end: number }

/** Stands for facts that were set aside, so that the tagger reads a name. */
const asideChar = /[\ue000-\uf8ff]/g
const asideWord = 'Anna'

/** Tags of the last sentence; rules ask about one sentence many times. */
let tagged: { text: string; tags: Tag[] } = { text: '', tags: [] }

function getTags(text: string): Tag[] {
  if (tagged.text !== text) {
    const shifts: number[] = []
    const plain = text.replace(asideChar, (_mark, at: number) => {
      shifts.push(at)
      return asideWord
    })
    const back = (offset: number) => {
      let shift = 0
      for (const at of shifts) if (at + shift < offset) shift += asideWord.length - 1
      return Math.max(0, offset - shift)
    }
    tagged = {
      text,
      tags:
        shifts.length === 0
          ? tagWords(plain)
          : tagWords(plain).map((tag) => ({ ...tag, start: back(tag.start), end: back(tag.end) })),
    }
  }
  return tagged.tags
}

const insideNounPhrase = new Set(['DET', 'ADJ', 'NOUN', 'PROPN', 'NUM'])
const possessives = new Set(['its', 'their', 'our', 'your', 'his', 'her', 'my'])

/** "That building" is one, "that walking" is none. */
const nounInIng =
  /^(?:building|meeting|painting|drawing|hearing|opening|ending|recording|setting|saying|warning|rating|ruling|finding|landing|spelling|evening|morning|ceiling|feeling|wedding|thing|spring|string|wing|ring|king)$/

export class SentenceContext {
  readonly text: string
  readonly start: number
  readonly end: number
  constructor(text: string, start: number, end: number) {
    this.text = text
    this.start = start
    this.end = end
  }

  get before() {
    return this.text.slice(0, this.start)
  }
  get after() {
    return this.text.slice(this.end)
  }
  get tags() {
    return getTags(this.text)
  }
  /** The word right before, in lowercase; empty after a mark or at the start. */
  get previous(): string {
    return /([\p{L}'’-]+) $/u.exec(this.before)?.[1]?.toLowerCase() ?? ''
  }
  /** The word right after, in lowercase; empty before a mark or at the end. */
  get next(): string {
    return /^ ?([\p{L}\d'’-]+)/u.exec(this.after)?.[1]?.toLowerCase() ?? ''
  }

  at(offset: number): Tag | undefined {
    return this.tags.find(({ end }) => end > offset)
  }
  /** The part of speech of the match's first word. */
  get pos() {
    return this.at(this.start)?.pos ?? ''
  }
  get nextTag() {
    return this.tags.find(({ start }) => start >= this.end)
  }
  get previousTag() {
    return this.tags.findLast(({ end }) => end <= this.start)
  }

  /** The head of the noun phrase that begins at an offset: "the full power of" → "power". */
  headFrom(offset: number): Head | null {
    let head: Head | null = null
    for (const { word, pos, start, end } of this.tags) {
      if (start < offset) continue
      const isNoun = pos === 'NOUN' || pos === 'PROPN'
      // The tagger splits compounds at their hyphens.
      if (word === '-') continue
      const belongs =
        insideNounPhrase.has(pos) ||
        possessives.has(word) ||
        (head === null && (pos === 'ADV' || /(?:ing|ed)$/.test(word)))
      // A tagger reads some last nouns as verbs: "brings change".
      if (!belongs) break
      if (head !== null && pos === 'DET') break
      if (isNoun || pos === 'ADJ' || /ing$/.test(word)) head = { word, plural: isPlural(word), pos, end }
    }
    return head
  }
  get head() {
    return this.headFrom(this.end)
  }

  /** The first finite verb after an offset, up to the next mark. */
  verbFrom(offset: number): Tag | undefined {
    for (const tag of this.tags) {
      if (tag.start < offset) continue
      if (tag.pos === 'PUNCT') return undefined
      if (tag.pos === 'VERB' || tag.pos === 'AUX') return tag
    }
    return undefined
  }

  /** True when a clause with its own verb follows: "note that water boils", not "note that number". */
  startsClause(offset: number): boolean {
    const [first, second] = this.tags.filter(({ start }) => start >= offset)
    if (!first || !second) return false
    // A tagger doesn't know every verb, and after these one follows.
    if (/^(?:he|she|they|we|i|it|there|you)$/.test(first.word)) return true
    // "Remember that before you sign": the statement would come after a comma.
    if (
      /^(?:when|if|while|after|before|as|although|unless|because|until)$/.test(first.word) &&
      !this.text.slice(first.end).includes(', ')
    )
      return false
    // "Sitting for hours strains the back", and "that, in winter, roads freeze"
    const isGerund = /^\p{L}{3,}ing$/u.test(first.word) && !nounInIng.test(first.word)
    const opensPhrase = isGerund || first.word === ','
    if (
      !opensPhrase &&
      ['VERB', 'AUX', 'ADP', 'CCONJ', 'PUNCT', 'PART'].includes(first.pos) &&
      !/^(?:not|no|in|for|with|at|during|on|by|when|if|while|after|before|as|although|unlike|like|without|from|among|since|despite)$/.test(
        first.word,
      )
    )
      return false
    if (
      !isGerund &&
      first.pos === 'NOUN' &&
      !isPlural(first.word) &&
      !['VERB', 'AUX', 'NOUN', 'ADP'].includes(second.pos)
    )
      return false
    // The tagger reads many verbs after a gerund and its objects as nouns: "strains".
    if (isGerund && this.tags.filter(({ start, pos }) => start > first.start && pos !== 'PUNCT').length >= 4)
      return true
    return this.tags.some(({ start, pos }) => start > first.start && (pos === 'VERB' || pos === 'AUX'))
  }
}

export const hasVerb = (text: string) => getTags(text).some(({ pos }) => pos === 'VERB' || pos === 'AUX')
