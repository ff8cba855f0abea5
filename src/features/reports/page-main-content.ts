import { Block, isHeading, isRun, measure, type Run } from './page-blocks.ts'
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

/** Filters parts from last to first. `keeps` may also change a part's contents. */
function filterParts(block: Block, keeps: (part: Block | Run, isLast: boolean) => boolean) {
  const remaining: (Block | Run)[] = []
  for (const part of block.parts.toReversed()) if (keeps(part, remaining.length === 0)) remaining.push(part)
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
  if (!block.boilerplate) return false
  if (block.boilerplate === 'certain') return block.prose <= 0.75 * total
  if (holdsTitle(block) || (block.boilerplate === 'showcase' && !block.links)) return false
  if (block.element.tag === 'header') return block.prose <= 0.2 * total
  return block.prose <= 150
}

function holdsTitle(block: Block): boolean {
  return isTitle(block) || block.parts.some((part) => !isRun(part) && holdsTitle(part))
}

/** An h1 that only links to the front page is the site name, not the title. */
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
 * Follows the part with most of the prose and returns the last element on the way that is named as an article. Below such an
 * element, only a part with nearly all of its prose replaces it.
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
