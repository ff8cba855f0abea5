/**
 * Cleans a model's text while it streams: what it says to the person who asked before and after the text, a code fence, quotes
 * or a tag around the whole, a heading written twice in a row, and a sentence said over and over. Text is held back while it may still turn
 * out to be one of these, a line at most.
 */
import type { WritingNote } from '../../../contract-provenance.ts'
import { isClosing, mayClose, mayIntroduce, withoutIntroduction } from './chatter-phrases.ts'
import { isEnding, mayEnd } from './text-ending.ts'
import { readLabel } from './text-label.ts'
import { getLengthInWrapper, readWrapper } from './text-wrapper.ts'

export type ChatterFilter = {
  /** A new answer of the model begins. Each may have an introduction. */
  begin(): void
  /** The text that can be shown now. */
  push(text: string): string
  /** @param cut the answer broke off and is continued: what was held back is text */
  end(cut: boolean): string
  /** The model repeats a sentence and has to be stopped. */
  readonly isLooping: boolean
  notes(): WritingNote[]
}

export type ChatterOptions = {
  /** An email may offer to answer questions. */
  keepsClosing?: boolean
  /** The text continues in an open code block. */
  startsInFence?: boolean
  /** The text continues one that is there: "Answer:" may belong to a question above. */
  continues?: boolean
}

const maxLine = 400
const maxSentence = 1000
/** Shorter sentences may repeat: "It depends." */
const minSentence = 25
/** Sentences of the longest cycle that is recognized. */
const maxCycle = 4
const maxRepeats = 8
/** A Markdown fence this near to the start is one around the text. */
const nearStart = 200
const wrapperNames = new Set(['', 'markdown', 'md', 'text', 'plaintext', 'txt'])
const sentenceEnd = /(?:[.!?…]["'”’»)\]*_]*(?:\[\^?\d{1,3}\])*\s+|[。！？]["”’」』]*)/u

export const createChatterFilter = (options: ChatterOptions = {}): ChatterFilter => new LineFilter(options)

class LineFilter implements ChatterFilter {
  readonly #keepsClosing: boolean
  readonly #continues: boolean
  readonly #removed = new Map<WritingNote['kind'], WritingNote>()
  readonly #recent: string[] = []
  #rest = ''
  #out = ''
  /** Line breaks and lines that are text only if more text follows. */
  #held = ''
  #closings: string[] = []
  #shown = 0
  #isStart = true
  #introduced = false
  #isWrapped = false
  /** What closes the quotes or tags around the text, the innermost last. */
  readonly #wrappers: string[] = []
  /** The text so far: whether a last line can be part of it depends on it. */
  #whole = ''
  #inFence: boolean
  #atLineStart = true
  #isProse = false
  #lineIsEmpty = true
  /** The sentence that is being read, and how much of it was shown. */
  #sentence = ''
  #sentenceShown = 0
  #repeats = 0
  #lastHeading: string | null = null
  /** A line was left out, and the empty ones below it go with it. */
  #skipsEmpty = false

  constructor({ keepsClosing = false, startsInFence = false, continues = false }: ChatterOptions) {
    this.#keepsClosing = keepsClosing
    this.#continues = continues
    this.#inFence = startsInFence
  }

  begin() {
    this.#isStart = !this.#inFence
    this.#introduced = false
    // Also where a cut sentence goes on, since there an introduction may stand.
    this.#atLineStart = true
  }

  push(text: string) {
    this.#rest += text
    return this.#read(false)
  }

  end(cut: boolean) {
    let text = this.#read(true)
    if (cut || this.#closings.length === 0) text += cut ? this.#held : ''
    else this.#note('closing_removed', this.#closings.join(' '))
    this.#held = ''
    this.#closings = []
    this.#sentence = ''
    this.#sentenceShown = 0
    return text
  }

  get isLooping() {
    return this.#repeats >= maxRepeats
  }

  notes() {
    return [...this.#removed.values()]
  }

  #note(kind: WritingNote['kind'], text: string) {
    const known = this.#removed.get(kind)
    if (known) known.count++
    else this.#removed.set(kind, { kind, text: text.trim().slice(0, 200), count: 1 })
  }

  #emit(text: string) {
    if (text === '') return
    this.#out += this.#held + text
    this.#whole += this.#held + text
    this.#shown += text.length
    this.#held = ''
    this.#closings = []
    this.#lastHeading = null
    this.#isStart = false
    this.#lineIsEmpty = false
    this.#skipsEmpty = false
  }

  #read(isEnd: boolean): string {
    this.#out = ''
    while (this.#rest !== '') if (!(this.#atLineStart ? this.#readLineStart(isEnd) : this.#readInLine(isEnd))) break
    // A sentence that looked like a repeated one.
    if (isEnd && !this.#atLineStart && this.#isProse) this.#readSentences('', true)
    return this.#out
  }

  /** Decides on the line that starts here. False: more of it is needed. */
  #readLineStart(isEnd: boolean): boolean {
    const end = this.#rest.indexOf('\n')
    const isWhole = end >= 0 || isEnd
    const line = end >= 0 ? this.#rest.slice(0, end) : this.#rest
    const text = line.trim()
    const isEnough = isWhole || line.length > maxLine
    const drop = (replacement = '') => {
      this.#skipsEmpty = true
      this.#rest =
        replacement + (replacement === '' ? this.#rest.slice(line.length + 1) : this.#rest.slice(line.length))
      return true
    }
    if (text === '') {
      if (!isWhole) return false
      if (!this.#skipsEmpty && (this.#shown > 0 || this.#inFence)) this.#held += this.#rest.slice(0, line.length + 1)
      this.#rest = this.#rest.slice(line.length + 1)
      return true
    }
    if (/^(?:`{1,2}|~{1,2}|[-*_]{1,3})$/.test(text) && !isWhole) return false
    if (/^(?:```|~~~)/.test(text)) {
      if (!isEnough) return false
      if (this.#takesFence(text)) return drop()
      return this.#passLine(false)
    }
    if (this.#inFence) return this.#passLine(false)
    if (/^#{1,6}(?:\s|$)/.test(text)) {
      if (!isEnough) return false
      const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
      if (letters !== '' && letters === this.#lastHeading) {
        this.#note('heading_removed', text)
        return drop()
      }
      this.#emit(this.#rest.slice(0, line.length))
      this.#lastHeading = letters
      this.#rest = this.#rest.slice(line.length)
      return this.#passLine(false)
    }
    const wrapper = this.#isStart ? this.#takeWrapper(isEnd) : false
    if (wrapper !== false) return wrapper === true
    if (this.#isStart) {
      if (mayIntroduce(text)) {
        if (!isEnough) return false
        const remaining = withoutIntroduction(line)
        if (remaining !== line) {
          this.#note('introduction_removed', text.slice(0, text.length - remaining.trim().length))
          this.#introduced = true
          return drop(remaining)
        }
      }
      // What separates the introduction from the text.
      if (this.#introduced && /^[-*_]{3,}$/.test(text)) return drop()
    }
    if (this.#wrappers.at(-1)?.startsWith(text.toLowerCase())) {
      if (!isWhole) return false
      if (text.toLowerCase() === this.#wrappers.at(-1)) {
        this.#wrappers.pop()
        return drop()
      }
    }
    const hold = () => {
      this.#held += this.#rest.slice(0, line.length + 1)
      this.#rest = this.#rest.slice(line.length + 1)
      return true
    }
    if (/^[-*_]{3,}$/.test(text)) return hold()
    if (!this.#keepsClosing && this.#shown > 0 && (mayClose(text) || mayEnd(text))) {
      if (!isEnough) return false
      if (isClosing(line) || isEnding(text, this.#whole, this.#closings)) {
        this.#closings.push(text)
        return hold()
      }
    }
    return this.#passLine(!text.startsWith('|'))
  }

  /** Whether the fence is one around the text. Otherwise it opens or closes a code block. */
  #takesFence(text: string): boolean {
    const name = text
      .replace(/^[`~]+/, '')
      .trim()
      .toLowerCase()
    if (this.#inFence) {
      if (name === '') this.#inFence = false
      return false
    }
    if (this.#isWrapped && name === '') {
      this.#isWrapped = false
      return true
    }
    const isMarkdown = name === 'markdown' || name === 'md'
    if (!this.#isWrapped && ((this.#isStart && wrapperNames.has(name)) || (isMarkdown && this.#shown < nearStart))) {
      this.#isWrapped = true
      this.#note('fence_removed', text)
      return true
    }
    this.#inFence = true
    return false
  }

  /** Leaves out what opens around the text, or names it. False: nothing does. */
  #takeWrapper(isEnd: boolean): boolean | 'incomplete' {
    const label = this.#shown > 0 || this.#continues ? 0 : readLabel(this.#rest, isEnd)
    const wrapper = label === 0 ? readWrapper(this.#rest, isEnd) : null
    if (label === 'incomplete' || wrapper === 'incomplete') return 'incomplete'
    const length = label || (wrapper?.length ?? 0)
    if (length === 0) return false
    this.#note(wrapper ? 'fence_removed' : 'introduction_removed', this.#rest.slice(0, length))
    if (wrapper) this.#wrappers.push(wrapper.closing)
    this.#skipsEmpty = true
    this.#rest = this.#rest.slice(length)
    return true
  }

  #passLine(prose: boolean): boolean {
    this.#atLineStart = false
    this.#isProse = prose
    this.#lineIsEmpty = true
    return true
  }

  /** Passes the line on, sentence by sentence. False: more of it is needed. */
  #readInLine(isEnd: boolean): boolean {
    const end = this.#rest.indexOf('\n')
    const isWhole = end >= 0 || isEnd
    const line = end >= 0 ? this.#rest.slice(0, end) : this.#rest
    const closing = this.#inFence ? undefined : this.#wrappers.at(-1)
    const part = closing ? line.slice(0, getLengthInWrapper(line, closing, isWhole)) : line
    if (isWhole && part.length < line.length) this.#wrappers.pop()
    this.#rest = this.#rest.slice(isWhole ? line.length : part.length)
    if (this.#isProse) this.#readSentences(part, isWhole)
    else this.#emit(part)
    if (end < 0) return false
    // A line of which nothing is left has no break either.
    if (!this.#isProse || !this.#lineIsEmpty) this.#held += '\n'
    else this.#skipsEmpty = true
    this.#rest = this.#rest.slice(1)
    this.#atLineStart = true
    return true
  }

  #readSentences(part: string, isWhole: boolean) {
    this.#sentence += part
    for (let found = sentenceEnd.exec(this.#sentence); found; found = sentenceEnd.exec(this.#sentence)) {
      const whole = this.#sentence.slice(0, found.index + found[0].length)
      this.#endSentence(whole)
      this.#sentence = this.#sentence.slice(whole.length)
      this.#sentenceShown = 0
    }
    if (isWhole) {
      this.#endSentence(this.#sentence)
      this.#sentence = ''
      this.#sentenceShown = 0
    } else if (this.#sentence.length > maxSentence) {
      this.#emit(this.#sentence.slice(this.#sentenceShown))
      this.#sentence = ''
      this.#sentenceShown = 0
    } else if (this.#sentence !== '' && !this.#repeated().some((known) => known.startsWith(this.#sentence.trim()))) {
      this.#emit(this.#sentence.slice(this.#sentenceShown))
      this.#sentenceShown = this.#sentence.length
    }
  }

  /** The sentences that would be repetitions here: the last one, and the next one of a cycle that is being repeated. */
  #repeated(): string[] {
    const last = this.#recent.at(-1)
    if (last === undefined) return []
    const next = [last]
    for (let length = 2; length <= maxCycle; length++)
      if (this.#recent.at(-1 - length) === last) next.push(this.#recent.at(-length)!)
    return next
  }

  #endSentence(whole: string) {
    const text = whole.trim()
    const repeats = this.#sentenceShown === 0 && text.length >= minSentence && this.#repeated().includes(text)
    if (text.length >= minSentence && this.#recent.push(text) > 2 * maxCycle) this.#recent.shift()
    if (repeats) {
      this.#repeats++
      this.#note('repeats_removed', text)
    } else this.#emit(whole.slice(this.#sentenceShown))
  }
}
