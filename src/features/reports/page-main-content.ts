import { Block, isHeading, isRun, measure, type Run } from './page-blocks.ts'
import { leadsAway } from './page-related-links.ts'

/** Names content systems give the element that holds the article itself. */
const strongName =
  /(?:^|[\s_-])(?:(?:entry|post|article|story|art|single|blog|news|page|text|body|main|detail|product|recipe|wiki)[-_]?(?:content|body|text|copy|description)|(?:content|body)[-_]?(?:article|post|entry|text|main|body)|articlebody|hentry|post|entry|story|article|fulltext|bodytext)(?:$|[\s_-])/i

/** Less than this and the names or the choice of the element were probably wrong. */
const enoughChars = 250

/**
 * The block with a page's main content. `read` gives the page's blocks afresh: a page that yields next to nothing is read again
 * with less belief in names, then whole.
 */
export function findMain(read: () => Block): Block {
  let best = attempt(read(), { believeNames: true })
  if (best.chars >= enoughChars) return best
  for (const options of [{ believeNames: false }, { believeNames: false, whole: true }]) {
    const next = attempt(read(), options)
    if (next.chars > best.chars * 2) best = next
    if (best.chars >= enoughChars) break
  }
  return best
}

function attempt(root: Block, { believeNames, whole = false }: { believeNames: boolean; whole?: boolean }): Block {
  pruneNamed(root, root.prose, believeNames)
  const main = whole ? root : withLead(choose(root))
  pruneLinkFarms(main)
  pruneAway(main)
  trimEnd(main)
  return main
}

/** Keeps the parts `keeps` wants, judged from the last to the first; it may change what is inside them. */
function filterParts(block: Block, keeps: (part: Block | Run, isLast: boolean) => boolean) {
  const remaining: (Block | Run)[] = []
  for (const part of block.parts.toReversed()) if (keeps(part, remaining.length === 0)) remaining.push(part)
  block.parts = remaining.reverse()
  measure(block)
}

/** Removes what is named as boilerplate, except wrappers: a body's worth of prose is no sidebar, whatever it is called. */
function pruneNamed(block: Block, total: number, believeNames: boolean) {
  filterParts(block, (part) => {
    if (isRun(part)) return true
    if (isBoilerplate(part, total) && (believeNames || part.prose < enoughChars / 2)) return false
    pruneNamed(part, total, believeNames)
    return true
  })
}

/** Shares and sizes here and below were found by measuring; the results are flat around them. */
function isBoilerplate(block: Block, total: number) {
  if (!block.boilerplate) return false
  if (block.boilerplate === 'certain') return block.prose <= 0.75 * total
  if (holdsTitle(block) || (block.boilerplate === 'showcase' && !block.links)) return false
  if (block.element.tag === 'header') return block.prose <= 0.2 * total
  return block.prose <= 150
}

function holdsTitle(block: Block): boolean {
  return isTitle(block) || block.parts.some((part) => !isRun(part) && holdsTitle(part))
}

/** An h1 that only links to the front page is the site's name. */
function isTitle(block: Block) {
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
 * Walks down while one part holds most of the prose, and takes the last element on the way that is named as an article; below
 * such an element only a part that holds nearly everything may replace it.
 */
function choose(root: Block): Block {
  let block = root
  let strong: Block | null = null
  for (;;) {
    const best = richest(block)
    if (!best) break
    const share = best.prose / (block.prose || 1)
    if (share < (strong ? 0.9 : 0.7)) break
    block = best
    if (isStrong(block)) strong = block
  }
  return strong ?? strongestBelow(block) ?? block
}

/** The one part of a mixed page that is named as its article, when there is one such. */
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

/** The title and standfirst often stand before the element that holds the article. */
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

/** Walks backwards; the prose blocks passed are added to `found`, and the title that ends the walk is returned. */
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

/** Removes lists of links, from the innermost outwards. */
function pruneLinkFarms(block: Block) {
  filterParts(block, (part, isLast) => {
    if (isRun(part)) return true
    pruneLinkFarms(part)
    return part.parts.length > 0 && !isLinkFarm(part, isLast)
  })
}

/** Nearly all of it links. A little text is judged strictly, more so at the end, where pages point elsewhere. */
function isLinkFarm(block: Block, isLast: boolean) {
  const { tag } = block.element
  if (!block.links || !farmTags.has(tag)) return false
  const mostlyLinks = block.linkChars > block.chars * 0.8
  const isShort = block.chars < (isLast && tag !== 'p' ? 300 : 100)
  if (!isShort) return mostlyLinks && block.links > 4
  return mostlyLinks || (block.links > 1 && block.shortLinks > block.links * 0.8)
}

/** Removes the lines that point to other pages. */
function pruneAway(block: Block) {
  filterParts(block, (part) => {
    if (isRun(part)) return !leadsAway(part.text)
    if (part.element.tag !== 'h1') pruneAway(part)
    return part.parts.length > 0
  })
}

/** Removes headings with nothing below them. */
function trimEnd(block: Block) {
  filterParts(block, (part, isLast) => {
    if (!isLast || isRun(part)) return true
    if (isHeading(part)) return false
    trimEnd(part)
    return part.parts.length > 0
  })
}
