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

/** What Word writes its own way: items of lists as paragraphs, headings as classes, footnotes as links. */

type ListItem = { list: string; level: number; isOrdered: boolean; start: number; element: PastedElement }

export function readWord(nodes: PastedNode[]): PastedNode[] {
  return joinLists(mapElements(nodes, (element) => readFootnote(readHeading(element))))
}

function readHeading(element: PastedElement): PastedElement {
  const isBlock = /^(?:p|div)$/.test(element.tag)
  const word = /(?:^|\s)Mso(?:Heading|Title)(\d?)/i.exec(element.attrs.class ?? '')
  // Word Online.
  const level =
    element.attrs.role === 'heading' ? Number(element.attrs['aria-level'] ?? 1) : word ? Number(word[1] || 1) : 0
  return isBlock && level > 0 ? { ...element, tag: `h${Math.min(6, level)}` } : element
}

const noteMark = /#_?ftnt?(\d+)$/
const noteBack = /#_?ftnt?_?ref(\d+)$/

/** Marks and definitions of footnotes, also of Google Docs. */
function readFootnote(element: PastedElement): PastedElement {
  const n = noteMark.exec(element.attrs.href ?? '')?.[1]
  if (element.tag === 'a' && n) return el('sup', [`[${n}]`], { 'data-citation': n })
  const isNote = element.tag === 'div' && /mso-element:\s*footnote\s*(?:;|$)/i.test(element.attrs.style ?? '')
  const own = isNote ? /ftnt?(\d+)$/.exec(element.attrs.id ?? '')?.[1] : undefined
  if (!own) return element
  const children = mapElements(element.children, (inner) => (noteBack.test(inner.attrs.href ?? '') ? [] : inner))
  return el('div', children, { 'data-footnote': own })
}

/** Paragraphs of a list, which Word marks with `mso-list`, as nested lists. */
function joinLists(nodes: PastedNode[]): PastedNode[] {
  const done: PastedNode[] = []
  let run: ListItem[] = []
  const close = () => {
    done.push(...toLists(run))
    run = []
  }
  for (const node of nodes) {
    if (typeof node === 'string') {
      if (node.trim() !== '') close()
      if (run.length === 0) done.push(node)
      continue
    }
    const item = toListItem(node)
    if (item) run.push(item)
    else if (node.tag !== '#') {
      close()
      done.push({ ...node, children: joinLists(node.children) })
    } else if (run.length === 0) done.push(node)
  }
  close()
  return done
}

function toListItem(element: PastedElement): ListItem | null {
  if (!/^(?:p|div|h[1-6])$/.test(element.tag)) return null
  const [, list, level] = /mso-list:\s*(l\d+)\s+level(\d+)/i.exec(element.attrs.style ?? '') ?? []
  if (!list && !hasClass(element, /^MsoList(?:Paragraph|Bullet|Number)/)) return null
  const { sign, children } = takeSign(element.children)
  // A heading with a number stays a heading, and its number stays its words.
  if (/^h/.test(element.tag)) return null
  if (!list && sign === '' && !hasClass(element, /^MsoList(?:Bullet|Number)/)) return null
  const number = /^\(?(\d+|[a-z]{1,5})[.)]/i.exec(sign)?.[1]
  const isOrdered = number !== undefined || hasClass(element, /^MsoListNumber/)
  const start = number && /^\d+$/.test(number) ? Number(number) : 1
  return { list: list ?? '', level: Number(level ?? 1), isOrdered, start, element: el('p', children) }
}

const signFont = /symbol|wingdings|courier new|webdings/i

/** Takes the sign at the start: Word marks it as ignored, or between comments, and browsers keep one of both. */
function takeSign(children: PastedNode[]): { sign: string; children: PastedNode[] } {
  const start = children.findIndex(
    (node) => isElement(node, '#') && /^\[if\b.*support/i.test((node as PastedElement).attrs.text!),
  )
  const end = children.findIndex((node) => isElement(node, '#') && /endif/i.test((node as PastedElement).attrs.text!))
  if (start >= 0 && end > start)
    return {
      sign: children.slice(start, end).map(getText).join('').trim(),
      children: [...children.slice(0, start), ...children.slice(end + 1)],
    }
  let sign = ''
  const rest = mapElements(children, (element) => {
    if (!/mso-list:\s*ignore/i.test(element.attrs.style ?? '')) return element
    sign ||= getText(element).trim()
    return []
  })
  if (sign !== '') return { sign, children: rest }
  const first = children.find((node) => typeof node !== 'string' || node.trim() !== '')
  const isSign = isElement(first) && signFont.test(getStyle(first, 'font-family')) && getText(first).trim().length <= 2
  return isSign
    ? { sign: getText(first).trim(), children: children.filter((node) => node !== first) }
    : { sign: '', children }
}

function toLists(items: ListItem[]): PastedElement[] {
  const lists: PastedElement[] = []
  let open: { element: PastedElement; level: number; list: string }[] = []
  for (const { list, level, isOrdered, start, element } of items) {
    open = open.filter((one) => one.level <= level)
    let top = open.at(-1)
    const tag = isOrdered ? 'ol' : 'ul'
    if (top && top.level === level && (top.element.tag !== tag || (level === 1 && top.list !== list))) {
      open.pop()
      top = open.at(-1)
    }
    if (!top || top.level < level) {
      const made = el(tag, [], isOrdered && start !== 1 ? { start: String(start) } : {})
      const parent = top?.element.children.at(-1)
      if (isElement(parent)) parent.children.push(made)
      else lists.push(made)
      open.push({ element: made, level, list })
      top = open.at(-1)!
    }
    top.element.children.push(el('li', [element]))
  }
  return lists
}
