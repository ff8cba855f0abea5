import { Tokenizer } from 'htmlparser2'

/** An element of a page. Text children are strings with entities decoded. */
export class PageElement {
  readonly tag: string
  readonly attrs: Readonly<Record<string, string>>
  readonly children: (PageElement | string)[] = []
  readonly parent: PageElement | null

  constructor(tag: string, attrs: Readonly<Record<string, string>>, parent: PageElement | null) {
    this.tag = tag
    this.attrs = attrs
    this.parent = parent
  }
}

/** Maximum nesting; browsers have a limit too (512). Deeper markup is broken, and the limit makes recursion safe. */
const maxDepth = 300
/** Maximum elements, since a 5 MB page of tags has over a million; beyond it only text is read. */
const maxElements = 200_000

const readAttributes = new Set(
  'id class style hidden role href rel alt lang xml:lang content name property http-equiv itemprop datetime type pubdate aria-hidden aria-label aria-modal data-nosnippet'.split(
    ' ',
  ),
)
const words = (list: string) => new Set(list.split(' '))
const voidTags = words('area base br col embed hr img input link meta param source track wbr keygen frame')
const headTags = words('title meta link base script style noscript template object bgsound')
const closesParagraph = words(
  'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre section summary table ul',
)
const formatting = words('a b big code em font i nobr s small span strike strong sub sup tt u label abbr cite mark q')
const headings = words('h1 h2 h3 h4 h5 h6')
const scopeEnds = words('caption html table td th marquee object template noscript iframe noframes noembed')
const tableParts = words('caption table tbody td tfoot th thead tr')
const tableRows = words('tbody tfoot thead')
const cells = words('td th')
const terms = words('dd dt')
const lists = words('ul ol menu dir')
const definitionList = words('dl')
const row = words('tr table')
const table = words('table')
const noAttributes: Readonly<Record<string, string>> = Object.freeze({})

/**
 * Parses any HTML, however broken, with the rules that matter for reading: implied end tags, misnested formatting, table
 * scopes. Never throws, and takes linear time. Only htmlparser2's tokenizer is used, because its tree builder isn't linear (a
 * million open tags take minutes).
 */
export function parseTree(html: string): PageElement {
  const builder = new TreeBuilder(html)
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, builder)
  tokenizer.write(html)
  tokenizer.end()
  return builder.root
}

class TreeBuilder {
  readonly root = new PageElement('html', {}, null)
  private readonly html: string
  private readonly stack: PageElement[] = [this.root]
  /** Open tags beyond the nesting limit, by name: their end tags close nothing. */
  private readonly flattened = new Map<string, number>()
  private elements = 0
  private body: PageElement | null = null
  private text = ''
  private tag = ''
  private attrs: Record<string, string> = {}
  private hasAttrs = false
  private attributeName = ''
  private attributeValue = ''

  constructor(html: string) {
    this.html = html
  }

  ontext(start: number, end: number) {
    this.text += this.html.slice(start, end)
  }
  ontextentity(codepoint: number) {
    this.text += String.fromCodePoint(codepoint)
  }
  oncdata(start: number, end: number) {
    this.text += this.html.slice(start, end)
  }
  onopentagname(start: number, end: number) {
    this.flushText()
    this.tag = this.html.slice(start, end).toLowerCase()
    this.attrs = {}
    this.hasAttrs = false
  }
  onattribname(start: number, end: number) {
    const name = this.html.slice(start, end).toLowerCase()
    this.attributeName = readAttributes.has(name) ? name : ''
    this.attributeValue = ''
  }
  onattribdata(start: number, end: number) {
    if (this.attributeName) this.attributeValue += this.html.slice(start, end)
  }
  onattribentity(codepoint: number) {
    if (this.attributeName) this.attributeValue += String.fromCodePoint(codepoint)
  }
  onattribend() {
    if (!this.attributeName || this.attributeName in this.attrs) return
    this.attrs[this.attributeName] = this.attributeValue
    this.hasAttrs = true
  }
  onopentagend() {
    this.open(this.tag, this.hasAttrs ? this.attrs : noAttributes)
  }
  onselfclosingtag() {
    this.open(this.tag, this.hasAttrs ? this.attrs : noAttributes)
  }
  onclosetag(start: number, end: number) {
    this.flushText()
    this.close(this.html.slice(start, end).toLowerCase())
  }
  onend() {
    this.flushText()
  }
  oncomment() {}
  ondeclaration() {}
  onprocessinginstruction() {}

  private get top() {
    return this.stack[this.stack.length - 1]!
  }

  private flushText() {
    if (!this.text) return
    const { text } = this
    this.text = ''
    if (this.top.tag === 'head' && text.trim()) this.stack.pop()
    this.top.children.push(text)
  }

  private open(tag: string, attrs: Readonly<Record<string, string>>) {
    if (tag === 'html') return this.mergeInto(this.root, attrs)
    if (tag === 'body' && this.body) return this.mergeInto(this.body, attrs)
    if (++this.elements > maxElements) return
    this.closeImplied(tag)
    const element = new PageElement(tag, attrs, this.top)
    this.top.children.push(element)
    if (tag === 'body') this.body = element
    if (voidTags.has(tag)) return
    if (this.stack.length < maxDepth) this.stack.push(element)
    else this.flattened.set(tag, (this.flattened.get(tag) ?? 0) + 1)
  }

  private mergeInto(element: PageElement, attrs: Readonly<Record<string, string>>) {
    if (attrs === noAttributes) return
    const known = element.attrs as Record<string, string>
    if (!Object.isFrozen(known)) for (const [name, value] of Object.entries(attrs)) known[name] ??= value
  }

  private closeImplied(tag: string) {
    if (this.top.tag === 'head' && !headTags.has(tag)) this.stack.pop()
    if (closesParagraph.has(tag)) this.popTo((open) => open === 'p', scopeEnds)
    if (headings.has(tag) && headings.has(this.top.tag)) this.stack.pop()
    if (tag === 'li') this.popTo((open) => open === 'li', lists, scopeEnds)
    else if (tag === 'a') this.close('a')
    else if (terms.has(tag)) this.popTo((open) => terms.has(open), definitionList, scopeEnds)
    else if (cells.has(tag)) this.popTo((open) => cells.has(open), row)
    else if (tag === 'tr') this.popTo((open) => open === 'tr', table)
    else if (tableRows.has(tag)) this.popTo((open) => tableRows.has(open), table)
    else if (tag === 'option' && this.top.tag === 'option') this.stack.pop()
  }

  /** Closes the innermost open element that matches, unless one of `barriers` is in between. */
  private popTo(matches: (tag: string) => boolean, ...barriers: ReadonlySet<string>[]) {
    for (let at = this.stack.length - 1; at > 0; at--) {
      const { tag } = this.stack[at]!
      if (matches(tag)) {
        this.stack.length = at
        return
      }
      if (barriers.some((barrier) => barrier.has(tag))) return
    }
  }

  private close(tag: string) {
    if (tag === 'html' || tag === 'body') return
    if (tag === 'br') return this.open('br', noAttributes)
    const skipped = this.flattened.get(tag)
    if (skipped) {
      this.flattened.set(tag, skipped - 1)
      return
    }
    // The end tag of any heading level closes the open heading.
    const closes = headings.has(tag) ? (open: string) => headings.has(open) : (open: string) => open === tag
    for (let at = this.stack.length - 1; at > 0; at--) {
      const open = this.stack[at]!.tag
      if (closes(open)) {
        // In `<a><div></a>text</div>` the link ends here and the block continues.
        if (formatting.has(tag) && this.hasBlockAbove(at)) this.stack.splice(at, 1)
        else this.stack.length = at
        return
      }
      if (scopeEnds.has(open) && !tableParts.has(tag)) return
      if (open === 'table') return
    }
  }

  private hasBlockAbove(at: number) {
    return this.stack.slice(at + 1).some(({ tag }) => !formatting.has(tag))
  }
}
