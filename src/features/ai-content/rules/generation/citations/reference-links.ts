/**
 * Links by reference: `[text][name]` with `[name]: url` on a line of its own, mostly below. Text from the link on is held back
 * until its address is known, or until there's too much of it.
 */
import { type Removed, toLinkKey } from './read-link.ts'

/** A link that was read: what the text shows for it, and its end. */
export type FoundLink = { shown: string; end: number; removed: Removed | null }

const maxHeld = 8000
const maxDefinition = 600
const used = /\[([^\][\n]{1,300})\]\[([^\][\n]{0,80})\]/y
const partlyUsed = /\[[^\][\n]{1,300}\]\[[^\][\n]{0,80}$/y
const address = '[ \\t]*<?([^\\s<>]+)>?[ \\t]*(?:"[^"\\n]*"|\'[^\'\\n]*\'|\\([^)\\n]*\\))?[ \\t]*'
const definition = new RegExp(`\\[([^\\][\\n]{1,80})\\]:${address}(?:\\n|$)`, 'y')
const partlyDefinition = /\[[^\][\n]{1,80}(?:\](?::[^\n]*)?)?$/y
const urlLike = /^(?:https?:|www\.|mailto:|[/#]|[\w-]+(?:\.[\w-]+)+)/i
/** "[1][2]" are two citations. */
const markLike = /^\s*\^?\d+\s*$/

export class ReferenceLinks {
  readonly #given: ReadonlySet<string>
  /** Addresses by name. */
  readonly #urls = new Map<string, string>()
  readonly #undefined = new Set<string>()
  readonly #listed = new Set<string>()
  readonly #unlisted = new Map<string, string>()
  /** Whether text is held back until a definition comes. */
  isWaiting = false

  constructor(given: ReadonlySet<string>) {
    this.#given = given
  }

  /** Whether text with this much held back may become longer before it's read again. */
  canWait(delta: string, held: number): boolean {
    return this.isWaiting && !delta.includes('\n') && held < maxHeld
  }

  /** Reads the link, image or definition at `at`. Null if it's something else. */
  read(text: string, at: number, isLineStart: boolean, final: boolean): FoundLink | 'incomplete' | null {
    this.isWaiting = false
    const isImage = text[at] === '!'
    if (isLineStart && !isImage) {
      const defined = this.#readDefinition(text, at, final)
      if (defined) return defined
    }
    const start = isImage ? at + 1 : at
    const link = match(used, text, start)
    if (!link) return !final && match(partlyUsed, text, start) ? 'incomplete' : null
    const [whole, shown = '', name = ''] = link
    if (markLike.test(shown) || name.startsWith('^')) return null
    const end = start + whole.length
    const url = this.#find(toName(name || shown), text, at, end, final)
    if (url === 'incomplete') {
      this.isWaiting = true
      return url
    }
    if (url === null) return null
    if (this.#isGiven(url)) return { shown: text.slice(at, end), end, removed: null }
    this.#listed.add(toName(name || shown))
    this.#unlisted.delete(toName(name || shown))
    return { shown: isImage ? '' : shown, end, removed: { kind: 'link', text: shown, url } }
  }

  /** Invented addresses that no link in the text leads to. */
  takeUnused(): Removed[] {
    const unused = [...this.#unlisted.values()]
    this.#unlisted.clear()
    return unused.map((url) => ({ kind: 'link', text: url, url }))
  }

  #readDefinition(text: string, at: number, final: boolean): FoundLink | 'incomplete' | null {
    const isCut = !final && text.indexOf('\n', at) < 0 && text.length - at < maxDefinition
    if (isCut) return match(partlyDefinition, text, at) ? 'incomplete' : null
    const found = match(definition, text, at)
    const [whole, label = '', url = ''] = found ?? ['']
    if (!found || label.startsWith('^') || !urlLike.test(url)) return null
    const name = toName(label)
    // A number without a link is a source below the text.
    if (markLike.test(label) && !this.#urls.has(name) && !this.#undefined.has(name)) return null
    if (!this.#urls.has(name)) this.#urls.set(name, url)
    const end = at + whole.length
    if (this.#isGiven(url)) return { shown: whole.trimEnd(), end: at + whole.trimEnd().length, removed: null }
    if (!this.#listed.has(name)) this.#unlisted.set(name, url)
    return { shown: '', end, removed: null }
  }

  /** The address of a name. Null if there's none. */
  #find(name: string, text: string, at: number, from: number, final: boolean): string | 'incomplete' | null {
    const known = this.#urls.get(name)
    if (known !== undefined) return known
    if (this.#undefined.has(name)) return null
    for (let line = text.indexOf('\n', from); line >= 0; line = text.indexOf('\n', line + 1)) {
      const indent = /^ {0,3}/.exec(text.slice(line + 1, line + 4))![0].length
      const found = match(definition, text, line + 1 + indent)
      const isWhole = final || found?.[0].endsWith('\n')
      if (!found || !isWhole || toName(found[1]!) !== name || !urlLike.test(found[2]!)) continue
      this.#urls.set(name, found[2]!)
      return found[2]!
    }
    if (!final && text.length - at < maxHeld) return 'incomplete'
    this.#undefined.add(name)
    return null
  }

  #isGiven(url: string): boolean {
    return url.startsWith('#') || this.#given.has(toLinkKey(url))
  }
}

/** Names are compared regardless of case and white space. */
const toName = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
