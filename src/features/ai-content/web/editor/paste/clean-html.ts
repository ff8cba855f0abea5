import { isSafeAddress } from '#kit/markdown/markdown-parser.ts'
import {
  el,
  getStyle,
  getText,
  hasClass,
  isElement,
  mapElements,
  type PastedElement,
  type PastedNode,
} from './html-tree.ts'
import { readWord } from './word-html.ts'

/**
 * HTML of Word, Google Docs, Excel, Sheets and web pages with only what the editor has: headings, lists, tables, links, images and
 * marks, without styles, classes or anything that belongs to the other program.
 */
export function cleanNodes(nodes: PastedNode[]): PastedNode[] {
  const visible = mapElements(nodes, dropHidden)
  return nestLists(joinItems(mapElements(readWord(visible), toEditorElement)))
}

const dropped =
  /^(?:style|script|meta|link|title|xml|colgroup|col|noscript|template|object|iframe|svg|math|button|select|textarea|v:\w+|w:\w+|m:\w+)$/

function dropHidden(element: PastedElement): PastedNode[] {
  const { tag, attrs, children } = element
  if (tag === '#') return [element]
  const isHidden = getStyle(element, 'display') === 'none' || getStyle(element, 'mso-hide') === 'all'
  if (dropped.test(tag) || isHidden) return []
  // `<o:p>` is the end of each paragraph, other tags with a colon are notes about words.
  if (tag === 'o:p') return children.map(getText).join('').trim() === '' ? [] : children
  if (tag.includes(':') || tag === 'font' || tag === 'google-sheets-html-origin') return children
  if (/^t[dh]$/.test(tag))
    return [{ tag, attrs: { ...attrs, align: attrs.align ?? getInnerAlign(children) }, children }]
  // The end of a paragraph in Word Online.
  if (hasClass(element, /^EOP$/)) return []
  return hasClass(element, /^Apple-converted-space$/) ? [' '] : [{ tag, attrs, children }]
}

const allowedAttributes: Record<string, string[]> = {
  a: ['href'],
  img: ['src', 'alt', 'title'],
  ol: ['start'],
  sup: ['data-citation'],
  div: ['data-footnote'],
  aside: ['class'],
  input: ['type', 'checked'],
}
const blocks =
  /^(?:p|div|h[1-6]|[uo]l|li|table|tbody|thead|tfoot|tr|t[dh]|blockquote|pre|section|article|aside|figure)$/

function toEditorElement(element: PastedElement): PastedNode[] {
  const { tag, attrs, children } = element
  if (tag === '#') return []
  if (tag === 'a') return toLink(element)
  if (tag === 'img') return isReachable(element) ? [el('img', [], pick(attrs, allowedAttributes.img))] : []
  if (tag === 'li') return [toItem(element)]
  if (/^t[dh]$/.test(tag)) return [toCell(element)]
  if (/^(?:table|tr|tbody|thead|tfoot|[uo]l)$/.test(tag)) {
    const own = children.filter((node) => typeof node !== 'string' || node.trim() !== '')
    return [el(tag, own, pick(attrs, allowedAttributes[tag]))]
  }
  // Google Docs writes an empty line as a break between paragraphs.
  const inner = children.some((node) => isElement(node) && blocks.test(node.tag))
    ? children.filter((node) => !isElement(node, 'br'))
    : children
  if (tag === 'sup' && attrs['data-citation']) return [el('sup', inner, pick(attrs, allowedAttributes.sup))]
  if (tag === 'sup' || tag === 'sub') return toRaised(tag, inner)
  if (/^(?:b|strong|i|em|s|strike|del|span|u|ins|mark|small|big|abbr|time|label|cite)$/.test(tag))
    return toMarks(element, inner)
  if (tag === 'p' && hasClass(element, /^callout-label$/)) return []
  const language = tag === 'code' ? /(?:^|\s)(language-[\w+#-]+)/.exec(attrs.class ?? '')?.[1] : undefined
  return [el(tag, inner, language ? { class: language } : pick(attrs, allowedAttributes[tag]))]
}

/** Word names files of the computer it runs on, which no page can read. */
const isReachable = ({ attrs }: PastedElement) =>
  /^(?:https?:\/\/|data:image\/|\/(?!\/))/i.test((attrs.src ?? '').trim())

/** How many images the other program didn't put on the clipboard. */
export const countLostImages = (nodes: PastedNode[]): number =>
  nodes.reduce(
    (sum, node) =>
      isElement(node) ? sum + (node.tag === 'img' && !isReachable(node) ? 1 : 0) + countLostImages(node.children) : sum,
    0,
  )

const pick = (attrs: Record<string, string>, names: string[] = []) =>
  Object.fromEntries(names.flatMap((name) => (attrs[name] === undefined ? [] : [[name, attrs[name]]])))

/** Marks of tags and styles. A style such as Google's `<b style="font-weight:normal">` undoes its tag. */
function toMarks(element: PastedElement, children: PastedNode[]): PastedNode[] {
  const { tag } = element
  const weight = getStyle(element, 'font-weight').toLowerCase()
  const isBold =
    weight === '' ? /^(?:b|strong)$/.test(tag) : weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
  const slant = getStyle(element, 'font-style').toLowerCase()
  const isItalic = slant === '' ? /^(?:i|em|cite)$/.test(tag) : /italic|oblique/.test(slant)
  const isStruck = /^(?:s|strike|del)$/.test(tag) || /line-through/.test(getStyle(element, 'text-decoration(?:-line)?'))
  const raise = getStyle(element, 'vertical-align')
  let inner = raise === 'super' || raise === 'sub' ? toRaised(raise === 'super' ? 'sup' : 'sub', children) : children
  if (inner.some((node) => isElement(node) && blocks.test(node.tag))) return inner
  const url = element.attrs['data-sheets-hyperlink']
  if (url && !hasLink(inner)) inner = toLink(el('a', inner, { href: url }))
  if (isStruck) inner = [el('s', inner)]
  if (isItalic) inner = [el('em', inner)]
  return isBold ? [el('strong', inner)] : inner
}

const hasLink = (nodes: PastedNode[]): boolean =>
  nodes.some((node) => isElement(node) && (node.tag === 'a' || hasLink(node.children)))

const raised = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ', sub: '₀₁₂₃₄₅₆₇₈₉₊₋ₙ' }

/** Raised figures are letters of their own, since Markdown has no other way: "m2" isn't "m²". */
function toRaised(tag: 'sup' | 'sub', children: PastedNode[]): PastedNode[] {
  const text = children.map(getText).join('')
  if (!/^[\d+−–n-]{1,4}$/.test(text) || hasLink(children)) return children
  return [[...text].map((letter) => raised[tag][/[−–-]/.test(letter) ? 11 : '0123456789+-n'.indexOf(letter)]).join('')]
}

function toLink({ attrs, children }: PastedElement): PastedNode[] {
  const href = unwrapAddress((attrs.href ?? '').trim())
  // Without a scheme it would lead to this site, and a fragment into the page it was copied from.
  const isOwn = /^\/(?:images|app|media)\//.test(href)
  if (!isOwn && (!/^(?:https?:|mailto:|tel:)/i.test(href) || !isSafeAddress(href))) return children
  if (children.map(getText).join('').trim() === '' && !children.some(hasImage)) return children
  return [el('a', children, { href })]
}

const hasImage = (node: PastedNode): boolean => isElement(node) && (node.tag === 'img' || node.children.some(hasImage))

/** The address behind a redirect of Google or Outlook. */
export function unwrapAddress(href: string): string {
  if (!URL.canParse(href)) return href
  const { hostname, pathname, searchParams } = new URL(href)
  const isGoogle = /(?:^|\.)google(?:\.[a-z]{2,3}){1,2}$/.test(hostname) && pathname === '/url'
  const isOutlook = /(?:^|\.)safelinks\.protection\.outlook\.com$/.test(hostname)
  const target = isGoogle
    ? (searchParams.get('q') ?? searchParams.get('url'))
    : isOutlook
      ? searchParams.get('url')
      : null
  return target && /^https?:/i.test(target) && URL.canParse(target) ? unwrapAddress(target) : href
}

/** Tasks of other editors: a checkbox in the item, or its state as an attribute. */
function toItem({ attrs, children }: PastedElement): PastedElement {
  let checked = attrs['data-checked'] ?? attrs['aria-checked']
  const isBox = (node: PastedNode) => isElement(node, 'input') && node.attrs.type === 'checkbox'
  const rest = mapElements(children, (element) => {
    if (!isBox(element)) return element
    checked ??= String('checked' in element.attrs)
    return []
  })
  return el('li', rest, {
    ...(checked === undefined ? {} : { 'data-checked': String(checked === 'true' || checked === '') }),
    ...pick(attrs, ['data-aria-level']),
  })
}

const maxSpan = 100

function toCell(element: PastedElement): PastedElement {
  const { tag, attrs, children } = element
  const align = (getStyle(element, 'text-align') || (attrs.align ?? '')).toLowerCase()
  const url = attrs['data-sheets-hyperlink']
  const linked = url && !hasLink(children) ? toLink(el('a', children, { href: url })) : children
  const isBlock = children.some((node) => isElement(node) && blocks.test(node.tag))
  const marked = isBlock ? linked : toMarks({ ...element, tag: 'span', attrs: { style: attrs.style ?? '' } }, linked)
  return el(tag, marked, {
    ...(/^(?:left|center|right)$/.test(align) ? { style: `text-align: ${align}` } : {}),
    ...Object.fromEntries(
      ['colspan', 'rowspan'].flatMap((name) => {
        const span = Math.min(maxSpan, Number(attrs[name] ?? 1) || 1)
        return span > 1 ? [[name, String(span)]] : []
      }),
    ),
  })
}

const getInnerAlign = (children: PastedNode[]): string => {
  const paragraph = children.find((node) => isElement(node, 'p'))
  return paragraph
    ? getStyle(paragraph as PastedElement, 'text-align') || ((paragraph as PastedElement).attrs.align ?? '')
    : ''
}

/** Google Docs and Word put the list of the next level beside the item it belongs to. */
function nestLists(nodes: PastedNode[]): PastedNode[] {
  return mapElements(nodes, (element) => {
    if (element.tag !== 'ul' && element.tag !== 'ol') return element
    const items: PastedElement[] = []
    for (const node of element.children) {
      const last = items.at(-1)
      if (isElement(node, 'ul', 'ol') && last) last.children.push(node)
      else if (isElement(node, 'ul', 'ol'))
        items.push(...(node.children.filter((child) => isElement(child)) as PastedElement[]))
      else if (isElement(node)) items.push(node.tag === 'li' ? node : el('li', [node]))
    }
    return { ...element, children: items }
  })
}

/** Word Online writes each item as a list, with its level as an attribute. */
function joinItems(nodes: PastedNode[]): PastedNode[] {
  const own = nodes.map((node) => (isElement(node) ? { ...node, children: joinItems(node.children) } : node))
  const done: PastedNode[] = []
  for (const node of own.flatMap(unwrapList)) addList(done, node)
  return done
}

function addList(nodes: PastedNode[], node: PastedNode) {
  const last = nodes.at(-1)
  const [above, level] = [getLevel(last), getLevel(node)]
  const item = isElement(last) ? last.children.at(-1) : undefined
  if (above > 0 && level > above && isElement(item)) addList(item.children, node)
  else if (above > 0 && level === above && (last as PastedElement).tag === (node as PastedElement).tag)
    (last as PastedElement).children.push(...(node as PastedElement).children)
  else nodes.push(node)
}

/** A `<div>` around nothing but lists of Word Online. */
const unwrapList = (node: PastedNode): PastedNode[] => {
  if (!isElement(node, 'div') || node.attrs['data-footnote']) return [node]
  const inner = node.children.filter((child) => typeof child !== 'string' || child.trim() !== '')
  return inner.length > 0 && inner.every((child) => getLevel(child) > 0) ? inner : [node]
}

/** The level of a list whose items have one. */
function getLevel(node: PastedNode | undefined): number {
  if (!isElement(node, 'ul', 'ol')) return 0
  const first = node.children.find((child) => isElement(child, 'li')) as PastedElement | undefined
  return Number(first?.attrs['data-aria-level'] ?? 0)
}
