import { type Boilerplate, getBoilerplate, isSilent } from './page-boilerplate.ts'
import type { PageElement } from './page-parser.ts'

/** A line of text as a visitor sees it: inline elements joined, whitespace collapsed. */
export type Run = { text: string; linkChars: number; hrefs: string[]; shortLinks: number }

const emptyRun = (): Run => ({ text: '', linkChars: 0, hrefs: [], shortLinks: 0 })

/** A block-level element with its contents in document order, and totals of everything inside. */
export class Block {
  readonly element: PageElement
  readonly parent: Block | null
  parts: (Block | Run)[] = []
  /** Characters of text, and of text inside links. */
  chars = 0
  linkChars = 0
  links = 0
  shortLinks = 0
  /** Characters outside links in lines long enough to be sentences. */
  prose = 0
  /** Holds an image, itself or below. */
  hasImage = false
  /** Set when its class or id marks it as boilerplate. */
  readonly boilerplate: Boilerplate

  constructor(element: PageElement, parent: Block | null) {
    this.element = element
    this.parent = parent
    this.boilerplate = getBoilerplate(element)
  }
}

const words = (list: string) => new Set(list.trim().split(/\s+/))
const blockTags = words(`
  html body address article aside blockquote caption center dd details dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul`)

const proseFromChars = 50
/** A character of these scripts carries as much as two or three letters. */
const denseProseFromChars = 20
export const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const shortLinkChars = 10
const headingTag = /^h[1-6]$/
const maxHeadingLength = 300
/** An inline element is boilerplate by name only up to this length. */
const inlineBoilerplateChars = 200

export const isRun = (part: Block | Run): part is Run => !(part instanceof Block)
/** An unclosed heading holds half the page, so it doesn't count as a heading. */
export const isHeading = (block: Block) => headingTag.test(block.element.tag) && block.chars <= maxHeadingLength

/** Reads the page as blocks, without hidden elements. */
export function readBlocks(root: PageElement): Block {
  return new BlockReader().read(root)
}

class BlockReader {
  private pieces: string[] = []
  private run = emptyRun()
  private link: { href: string; chars: number; run: Run | null } | null = null
  private breaks = 0

  read(element: PageElement, parent: Block | null = null): Block {
    const block = new Block(element, parent)
    this.readInto(block, element)
    this.flush(block)
    measure(block)
    return block
  }

  private readInto(block: Block, element: PageElement) {
    for (const child of element.children) {
      if (typeof child === 'string') this.addText(child)
      else if (child.tag === 'br') this.breakLine(block)
      else if (child.tag === 'img' || child.tag === 'picture') block.hasImage = true
      else if (!isSilent(child)) this.readElement(block, child)
    }
  }

  private readElement(block: Block, child: PageElement) {
    if (!blockTags.has(child.tag) && isInlineBoilerplate(child)) return
    const around = this.link
    const isLink = child.tag === 'a' && 'href' in child.attrs
    if (isLink) this.link = { href: child.attrs.href!, chars: 0, run: null }
    if (blockTags.has(child.tag)) {
      this.flush(block)
      const read = this.read(child, block)
      if (read.hasImage) block.hasImage = true
      if (read.chars) block.parts.push(read)
    } else this.readInto(block, child)
    if (isLink) this.closeLink(around)
  }

  private closeLink(around: BlockReader['link']) {
    if (this.link?.run && this.link.chars < shortLinkChars) this.link.run.shortLinks++
    this.link = around
  }

  private addText(text: string) {
    this.pieces.push(text)
    const { length } = text.replace(/\s+/g, ' ').trim()
    if (!length) return
    this.breaks = 0
    if (!this.link) return
    if (!this.link.run) {
      this.link.run = this.run
      this.run.hrefs.push(this.link.href)
    }
    this.link.chars += length
    this.run.linkChars += length
  }

  private breakLine(block: Block) {
    if (++this.breaks > 1) this.flush(block)
    else this.pieces.push('\n')
  }

  private flush(block: Block) {
    const text = this.pieces.join('').replace(/\s+/g, ' ').trim()
    this.pieces = []
    this.breaks = 0
    if (text) {
      this.run.text = text
      block.parts.push(this.run)
    }
    this.run = emptyRun()
  }
}

/** A link inside a sentence is part of it, whatever its name: "has praised <a class=tag-link>…</a>'s album". */
function isInlineBoilerplate(element: PageElement) {
  if (element.tag === 'a') return false
  const boilerplate = getBoilerplate(element)
  return (boilerplate === 'certain' || boilerplate === 'doubtful') && isShort(element)
}

function isShort(element: PageElement, left = { chars: inlineBoilerplateChars }): boolean {
  for (const child of element.children) {
    if (typeof child !== 'string') isShort(child, left)
    else left.chars -= child.trim().length
    if (left.chars < 0) return false
  }
  return true
}

/** Totals a block whose inner blocks are measured already. */
export function measure(block: Block) {
  block.chars = block.linkChars = block.links = block.shortLinks = block.prose = 0
  for (const part of block.parts) {
    block.linkChars += part.linkChars
    block.links += isRun(part) ? part.hrefs.length : part.links
    block.shortLinks += part.shortLinks
    if (isRun(part)) {
      block.chars += part.text.length
      block.prose += getProse(part)
    } else {
      block.chars += part.chars
      block.prose += part.prose
    }
  }
  if (isHeading(block)) block.prose = 0
}

function getProse({ text, linkChars }: Run) {
  const own = text.length - linkChars
  const isSentence = own >= proseFromChars || (own >= denseProseFromChars && dense.test(text))
  return isSentence && linkChars < own ? own : 0
}
