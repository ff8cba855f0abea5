import type { FoundLink } from './reference-links.ts'

/** Reads how lines begin: code fences, of which one around the whole text is dropped, and headings, which become deeper. */
export class LineStarts {
  /** The level of the heading above the text. Headings in the text must be deeper. 0: there's none. */
  readonly #level: number
  /** Whether the text so far ends inside a code block. */
  isInFence: boolean
  /** The text began with a fence around all of it, whose end is still to come. */
  isWrapped = false

  constructor(level: number, startsInFence: boolean) {
    this.#level = level
    this.isInFence = startsInFence
  }

  /** Reads the fence or heading of the line that starts at `at`. Null if it starts with something else. */
  read(text: string, at: number, final: boolean): FoundLink | 'incomplete' | null {
    const first = getIndentEnd(text, at)
    const isCut = (end: number) => end === text.length && !final
    if (isCut(first)) return 'incomplete'
    const mark = text[first]
    const isHeading = mark === '#' && !this.isInFence && this.#level > 0
    if (mark !== '`' && mark !== '~' && !isHeading) return null
    const run = getRunEnd(text, first)
    if (isCut(run)) return 'incomplete'
    if (isHeading) {
      const isTooHigh = run - first <= this.#level && (text[run] === ' ' || text[run] === '\t')
      return isTooHigh ? { shown: '#'.repeat(Math.min(6, this.#level + 1)), end: run, removed: null } : null
    }
    if (run - first < 3) return null
    const end = getLineEnd(text, run)
    if (isCut(end)) return 'incomplete'
    const isBare = text.slice(run, end).trim() === ''
    if (!this.isInFence && this.isWrapped && isBare) {
      this.isWrapped = false
      return { shown: '', end, removed: null }
    }
    this.isInFence = !(this.isInFence && isBare)
    return { shown: text.slice(at, end), end, removed: null }
  }

  /** Whether a bracket starts the line at `at`, which may be a footnote's or a link's definition. */
  isBracket(text: string, at: number): boolean {
    return !this.isInFence && text[getIndentEnd(text, at)] === '['
  }
}

/** Index after up to three spaces, with which a line may start. */
function getIndentEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && end - at < 3 && (text[end] === ' ' || text[end] === '\t')) end++
  return end
}

/** Index after the characters at `at` that are the same. */
export function getRunEnd(text: string, at: number): number {
  let end = at
  while (text[end] === text[at]) end++
  return end
}

export function getLineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}
