import { Block, dense, isHeading, isRun, measure, type Run } from './page-blocks.ts'
import { leadsAway } from './page-related-links.ts'

/** Class names and ids that content systems give the article element. */
const strongName =
  /(?:^|[\s_-])(?:(?:entry|post|article|story|art|single|blog|news|page|text|body|main|detail|product|recipe|wiki)[-_]?(?:content|body|text|copy|description)|(?:content|body)[-_]?(?:article|post|entry|text|main|body)|articlebody|hentry|post|entry|story|article|fulltext|bodytext)(?:$|[\s_-])/i

/** With fewer characters, the names or the selected element were probably wrong. */
const enoughChars = 250

/**
 * Finds the block with a page's main content. `read` returns fresh blocks: a page that yields almost nothing is read again with
 * less trust in names, then whole.
 */
export function findMain(read: () => Block): Block {
  let best = attempt(read(), { believeNames: true })
  if (hasEnough(best)) return best
  for (const options of [{ believeNames: false }, { believeNames: false, whole: true }]) {
    const next = attempt(read(), options)
    if (next.chars > best.chars * 2) best = next
    if (hasEnough(best)) break
  }
  return best
}

/** Characters of other scripts that one of a dense script stands for. */
const denseChars = 2.5

const getLength = (block: Block) => block.chars * (isDense(block) ? denseChars : 1)
const hasEnough = (block: Block) => getLength(block) >= enoughChars

const isDense = (block: Block): boolean =>
  block.parts.some((part) => (isRun(part) ? dense.test(part.text) : isDense(part)))

function attempt(root: Block, { believeNames, whole = false }: { believeNames: boolean; whole?: boolean }): Block {
  pruneNamed(root, root.prose, believeNames)
  const main = whole ? root : withLead(choose(root))
  pruneLinkFarms(main)
  pruneCards(main)
  pruneInner(main, main.prose)
  pruneAway(main)
  pruneRepeats(main, new Set())
  trimEnd(main)
  return main
}

/** Filters parts from last to first. `keeps` may also change a part's contents. */
function filterParts(block: Block, isContent: (part: Block | Run, isLast: boolean) => boolean) {
  const remaining: (Block | Run)[] = []
  for (const part of block.parts.toReversed()) if (isContent(part, remaining.length === 0)) remaining.push(part)
  block.parts = remaining.reverse()
  measure(block)
}

/** Removes parts named as boilerplate, except wrappers with most of the page's prose. */
function pruneNamed(block: Block, total: number, believeNames: boolean) {
  filterParts(block, (part) => {
    if (isRun(part)) return true
    if (isBoilerplate(part, total) && (believeNames || part.prose < enoughChars / 2)) return false
    pruneNamed(part, total, believeNames)
    return true
  })
}

/** Thresholds here and below were measured on real pages; results change little around them. */
function isBoilerplate(block: Block, total: number) {
  if (!block.boilerplate || holdsMain(block)) return false
  if (block.boilerplate === 'certain') return block.prose <= 0.75 * total
  if (block.boilerplate === 'caption')
    return block.prose <= maxCaptionChars && !holdsTitle(block) && !holdsHeading(block)
  if (holdsTitle(block) || (block.boilerplate === 'showcase' && !block.links)) return false
  if (block.element.tag === 'header') return block.prose <= 0.2 * total
  return block.prose <= 150
}

const maxCaptionChars = 400

/** A wrapper named after the ads or the menu that it holds besides the content. */
function holdsMain(block: Block): boolean {
  return block.element.tag === 'main' || block.parts.some((part) => !isRun(part) && holdsMain(part))
}

function holdsHeading(block: Block): boolean {
  return isHeading(block) || block.parts.some((part) => !isRun(part) && holdsHeading(part))
}

function holdsTitle(block: Block): boolean {
  return isTitle(block) || block.parts.some((part) => !isRun(part) && holdsTitle(part))
}

/** An h1 that only links to the front page is the site name, not the title. */
export function isTitle(block: Block) {
  if (block.element.tag !== 'h1') return false
  return !block.parts.some((part) => isRun(part) && part.hrefs.some(isFrontPage))
}

const isFrontPage = (href: string) => /^(?:https?:\/\/[^/]+)?\/?$/i.test(href)

function isStrong({ element }: Block) {
  const { attrs, tag } = element
  return (
    tag === 'article' ||
    attrs.itemprop?.includes('articleBody') ||
    strongName.test(`${attrs.class ?? ''} ${attrs.id ?? ''}`.slice(0, 2000))
  )
}

/**
 * Follows the part with most of the prose and returns the last element on the way that is named as an article. Below such an
 * element, only a part with nearly all of its prose replaces it.
 */
function choose(root: Block): Block {
  let block = findMainElement(root) ?? root
  let strong: Block | null = null
  for (;;) {
    const best = richest(block)
    if (!best) break
    const share = best.prose / (block.prose || 1)
    if (share < (strong ? 0.9 : 0.7)) break
    block = best
    if (isStrong(block)) strong = block
  }
  return strong ?? strongestBelow(block) ?? titledBelow(block) ?? block
}

/** Minimum share of the page's prose in its `main`, which some pages leave around the menu or an empty frame. */
const minMainShare = 0.5

function findMainElement(root: Block): Block | null {
  for (const part of root.parts) {
    if (isRun(part)) continue
    if (part.element.tag === 'main' && part.prose > 0) return part.prose >= minMainShare * root.prose ? part : null
    const found = part.prose >= minMainShare * root.prose ? findMainElement(part) : null
    if (found) return found
  }
  return null
}

/** Returns the only part of a mixed page that is named as an article, or null. */
function strongestBelow(top: Block): Block | null {
  let best: Block | null = null
  let second = 0
  const visit = (block: Block) => {
    for (const part of block.parts) {
      if (isRun(part) || !part.prose) continue
      if (!isStrong(part)) visit(part)
      else if (part.prose > (best?.prose ?? 0)) {
        second = best?.prose ?? 0
        best = part
      } else second = Math.max(second, part.prose)
    }
  }
  visit(top)
  const found = best as Block | null
  return found && found.prose >= 0.3 * top.prose && second < found.prose * 0.5 ? found : null
}

/** Returns the first article with a title: others below it are other articles in full, to be read next. */
function titledBelow(top: Block): Block | null {
  const titled: Block[] = []
  const visit = (block: Block) => {
    for (const part of block.parts) {
      if (isRun(part)) continue
      if (part.element.tag === 'article' && part.prose >= enoughChars && holdsTitle(part)) titled.push(part)
      else visit(part)
    }
  }
  visit(top)
  return titled[0] ?? null
}

/** Adds the title and intro, which often come before the article element. */
function withLead(main: Block): Block {
  const before: Block[] = []
  let title: Block | null = null
  for (let block = main; block.parent && !title; block = block.parent) {
    const siblings = block.parent.parts
    for (let at = siblings.indexOf(block) - 1; at >= 0 && !title; at--) {
      const part = siblings[at]!
      if (!isRun(part)) title = collectLead(part, before)
    }
  }
  if (!title) return main
  const joined = new Block(main.element, null)
  joined.parts.push(title, ...before.reverse(), main)
  measure(joined)
  return joined
}

/** Walks backward, adds prose blocks to `found`, and returns the title where it stops. */
function collectLead(block: Block, found: Block[]): Block | null {
  if (isTitle(block)) return block
  const holdsBlocks = block.parts.some((part) => !isRun(part))
  if (!holdsBlocks) {
    if (block.chars >= 40 && block.linkChars < block.chars * 0.3) found.push(block)
    return null
  }
  for (let at = block.parts.length - 1; at >= 0; at--) {
    const part = block.parts[at]!
    if (isRun(part)) continue
    const title = collectLead(part, found)
    if (title) return title
  }
  return null
}

function richest(block: Block) {
  let best: Block | null = null
  for (const part of block.parts) if (!isRun(part) && part.prose > (best?.prose ?? 0)) best = part
  return best
}

const farmTags = new Set(['ul', 'ol', 'dl', 'div', 'section', 'table', 'p', 'form', 'header', 'figure'])

/** Removes lists of links, innermost first. */
function pruneLinkFarms(block: Block) {
  filterParts(block, (part, isLast) => {
    if (isRun(part)) return true
    pruneLinkFarms(part)
    return part.parts.length > 0 && !isLinkFarm(part, isLast)
  })
}

/** True when almost all text is links. Stricter for short text and at the end, where pages link to other pages. */
function isLinkFarm(block: Block, isLast: boolean) {
  const { tag } = block.element
  if (!block.links || !farmTags.has(tag)) return false
  const mostlyLinks = block.linkChars > block.chars * 0.8
  const isShort = block.chars < (isLast && tag !== 'p' ? 300 : 100)
  if (!isShort) return mostlyLinks && block.links > 4
  return mostlyLinks || (block.links > 1 && block.shortLinks > block.links * 0.8)
}

/** Siblings alike in tag and class: this many in a row are a list. */
const minCards = 3

/** Removes lists of teasers: siblings alike, each a linked heading or line with an excerpt. */
function pruneCards(block: Block) {
  const cards = new Set<Block>()
  let row: Block[] = []
  const closeRow = () => {
    if (row.length >= minCards) for (const card of row) cards.add(card)
    row = []
  }
  for (const part of block.parts) {
    if (isRun(part)) continue
    if (!isCard(part)) closeRow()
    else if (row.length > 0 && !isAlike(row[0]!, part)) {
      closeRow()
      row = [part]
    } else row.push(part)
  }
  closeRow()
  filterParts(block, (part) => {
    if (isRun(part)) return true
    if (cards.has(part)) return false
    pruneCards(part)
    return part.parts.length > 0
  })
}

const isAlike = (a: Block, b: Block) =>
  a.element.tag === b.element.tag && (a.element.attrs.class ?? '') === (b.element.attrs.class ?? '')

const maxCardChars = 500

function isCard(block: Block): boolean {
  if (!block.links || block.chars > maxCardChars || block.element.tag === 'p' || block.element.tag === 'tr')
    return false
  return hasLinkedLine(block)
}

/** A heading or a line of its own that is one link. */
function hasLinkedLine(block: Block): boolean {
  return block.parts.some((part) =>
    isRun(part)
      ? block.element.tag !== 'li' && part.linkChars >= 15 && part.linkChars >= 0.95 * part.text.length
      : hasLinkedLine(part),
  )
}

const listTags = new Set(['ul', 'ol'])
/** An article within the article up to this share of the prose is a teaser when a line of it is a link. */
const innerShare = 0.2

/** Removes teasers inside the text: other articles, lists in which every item is mostly a link, and captions. */
function pruneInner(block: Block, total: number) {
  filterParts(block, (part) => {
    if (isRun(part)) return true
    const { tag } = part.element
    if (tag === 'article' && hasLinkedLine(part) && part.prose <= innerShare * total && !holdsTitle(part)) return false
    if (listTags.has(tag) && isLinkedList(part)) return false
    if (isCaption(part)) return false
    pruneInner(part, total)
    return part.parts.length > 0
  })
}

function isLinkedList(block: Block): boolean {
  const items = block.parts.filter((part): part is Block => !isRun(part))
  return items.length > 1 && items.every((item) => item.linkChars > 0.5 * item.chars)
}

const maxImageTextChars = 250

/** The only text beside an image: its caption and credit. */
function isCaption(block: Block): boolean {
  if (block.element.tag === 'figure') return block.chars <= maxCaptionChars && !holdsTitle(block)
  return block.hasImage && getLength(block) <= maxImageTextChars && block.element.tag !== 'td' && !holdsHeading(block)
}

const minRepeatChars = 40

/** Keeps the first of identical paragraphs: captions and quotes that are shown twice. */
function pruneRepeats(block: Block, seen: Set<string>) {
  if (isHeading(block)) return
  const remaining = block.parts.filter((part) => {
    if (!isRun(part)) {
      pruneRepeats(part, seen)
      return part.parts.length > 0
    }
    if (part.text.length < minRepeatChars || !seen.has(part.text)) {
      seen.add(part.text)
      return true
    }
    return false
  })
  block.parts = remaining
  measure(block)
}

/** Removes lines that link to other pages. */
function pruneAway(block: Block) {
  filterParts(block, (part) => {
    if (isRun(part)) return !leadsAway(part.text)
    if (part.element.tag !== 'h1') pruneAway(part)
    return part.parts.length > 0
  })
}

/** Removes headings without content below. */
function trimEnd(block: Block) {
  filterParts(block, (part, isLast) => {
    if (!isLast || isRun(part)) return true
    if (isHeading(part)) return false
    trimEnd(part)
    return part.parts.length > 0
  })
}
