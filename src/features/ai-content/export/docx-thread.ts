/** Exports a document as DOCX in a worker thread, because the library is large and slow. */
import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  ImageRun,
  type IRunOptions,
  LevelFormat,
  Packer,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type Token from 'markdown-it/lib/token.mjs'
import { getImageId } from '#features/images/rules/image-url.ts'
import { AppError } from '#kit/errors.ts'
import { type CalloutKind, getCalloutLabel } from '#kit/markdown/markdown-callouts.ts'
import { createMarkdownReader, refuseTooManyCells } from '#kit/markdown/markdown-parser.ts'
import type { DocumentFile, FileImage } from '../rules/document-file.ts'
import { citationsIn } from '../rules/generation/citations/citation-marks.ts'

const levels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
]
const deepestList = 8
/** Width between the page margins, at 96 pixels per inch. */
const maxImageWidth = 600
const maxImageHeight = 800
/** Twentieths of a point. */
const indent = 720

export default async function writeDocx(file: DocumentFile): Promise<Uint8Array> {
  try {
    refuseTooManyCells(file.contentMd)
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
  const cited = citationsIn(file.contentMd, file.citations)
  const blocks = toBlocks(createMarkdownReader().parse(file.contentMd, {}), {
    cited: new Set(cited.map(({ n }) => n)),
    images: file.images ?? new Map(),
    language: file.language,
  })
  if (!/^\s*# /.test(file.contentMd) && file.title)
    blocks.unshift(new Paragraph({ text: file.title, heading: HeadingLevel.HEADING_1 }))
  if (cited.length > 0) {
    blocks.push(new Paragraph({ text: 'Sources', heading: HeadingLevel.HEADING_2 }))
    for (const { n, url, title, quote } of cited)
      blocks.push(
        new Paragraph({
          children: [
            new TextRun(`${n}. `),
            new ExternalHyperlink({ link: url, children: [new TextRun({ text: title || url, style: 'Hyperlink' })] }),
            new TextRun(quote ? `: “${quote}”` : ''),
          ],
        }),
      )
  }
  const document = new Document({
    title: file.title,
    creator: 'Earshot',
    styles: { default: { document: { run: { font: 'Georgia', size: 23, language: { value: file.language } } } } },
    numbering: { config: orderedLists(file.contentMd) },
    sections: [{ children: blocks }],
  })
  return Packer.toBuffer(document)
}

type Block = Paragraph | Table
type List = { ordered: boolean; reference: string }
/** Sources by number, images by id, and the text's language. */
type Known = { cited: ReadonlySet<number>; images: ReadonlyMap<string, FileImage>; language: string }
type Inside = { lists: List[]; quoted: boolean; known: Known; ordered: { count: number } }

function toBlocks(tokens: Token[], known: Known): Block[] {
  const blocks: Block[] = []
  const inside: Inside = { lists: [], quoted: false, known, ordered: { count: 0 } }
  let itemStarts = false
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const inline = tokens[at + 1]?.type === 'inline' ? tokens[at + 1]! : null
    switch (token.type) {
      case 'heading_open':
        blocks.push(
          new Paragraph({
            heading: levels[Number(token.tag.slice(1)) - 1],
            children: getRuns(inline?.children ?? [], inside.known),
          }),
        )
        break
      case 'bullet_list_open':
        inside.lists.push({ ordered: false, reference: '' })
        break
      case 'ordered_list_open':
        inside.lists.push({ ordered: true, reference: `list-${inside.ordered.count++}` })
        break
      case 'bullet_list_close':
      case 'ordered_list_close':
        inside.lists.pop()
        break
      case 'list_item_open':
        itemStarts = true
        break
      case 'callout_open': {
        inside.quoted = true
        const label = getCalloutLabel(token.meta as CalloutKind, known.language)
        blocks.push(paragraph([], inside, false, new TextRun({ text: label, bold: true })))
        break
      }
      case 'callout_close':
        inside.quoted = false
        break
      case 'blockquote_open':
        inside.quoted = true
        break
      case 'blockquote_close':
        inside.quoted = false
        break
      case 'paragraph_open':
        blocks.push(paragraph(inline?.children ?? [], inside, itemStarts))
        itemStarts = false
        break
      case 'fence':
      case 'code_block':
        for (const line of token.content.replace(/\n$/, '').split('\n'))
          blocks.push(new Paragraph({ children: [new TextRun({ text: line, font: 'Consolas', size: 20 })] }))
        break
      case 'hr':
        blocks.push(
          new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 4, space: 1, color: '999999' } } }),
        )
        break
      case 'table_open': {
        const end = tokens.findIndex((other, index) => index > at && other.type === 'table_close')
        blocks.push(table(tokens.slice(at, end), inside.known))
        at = end
        break
      }
    }
  }
  return blocks
}

function paragraph(
  children: Token[],
  { lists, quoted, known }: Inside,
  startsItem: boolean,
  label?: TextRun,
): Paragraph {
  const list = lists.at(-1)
  const level = Math.min(deepestList, lists.length - 1)
  return new Paragraph({
    spacing: { after: 160 },
    children: label ? [label] : getRuns(children, known),
    ...(quoted
      ? {
          indent: { left: indent },
          border: { left: { style: BorderStyle.SINGLE, size: 12, space: 12, color: '999999' } },
        }
      : {}),
    ...(list && startsItem
      ? list.ordered
        ? { numbering: { reference: list.reference, level } }
        : { bullet: { level } }
      : list
        ? { indent: { left: indent * lists.length } }
        : {}),
  })
}

function getRuns(tokens: Token[], { cited, images }: Known): ParagraphChild[] {
  const marks = { bold: 0, italics: 0, strike: 0 }
  const done: ParagraphChild[] = []
  let link: { address: string; runs: (TextRun | ImageRun)[] } | null = null
  const push = (options: IRunOptions) => {
    const run = new TextRun({
      ...options,
      bold: marks.bold > 0,
      italics: marks.italics > 0,
      strike: marks.strike > 0,
      ...(link ? { style: 'Hyperlink' } : {}),
    })
    if (link) link.runs.push(run)
    else done.push(run)
  }
  for (const token of tokens) {
    if (token.type === 'text') push({ text: token.content })
    else if (token.type === 'softbreak') push({ text: ' ' })
    else if (token.type === 'hardbreak') push({ break: 1 })
    else if (token.type === 'code_inline') push({ text: token.content, font: 'Consolas' })
    else if (token.type === 'strong_open') marks.bold++
    else if (token.type === 'strong_close') marks.bold--
    else if (token.type === 'em_open') marks.italics++
    else if (token.type === 'em_close') marks.italics--
    else if (token.type === 's_open') marks.strike++
    else if (token.type === 's_close') marks.strike--
    else if (token.type === 'citation' && cited.has(token.meta as number))
      push({ text: String(token.meta), superScript: true })
    else if (token.type === 'image') {
      const image = images.get(getImageId(token.attrGet('src') ?? '') ?? '')
      if (image) (link?.runs ?? done).push(toImageRun(image, token.content))
      else push({ text: token.content || (token.attrGet('src') ?? '') })
    } else if (token.type === 'link_open') link = { address: token.attrGet('href') ?? '', runs: [] }
    else if (token.type === 'link_close' && link) {
      // Word accepts only absolute URLs.
      if (/^(?:https?|mailto|tel):/i.test(link.address))
        done.push(new ExternalHyperlink({ link: link.address, children: link.runs }))
      else done.push(...link.runs)
      link = null
    }
  }
  return done
}

function toImageRun({ type, width, height, bytes }: FileImage, alt: string): ImageRun {
  const scale = Math.min(1, maxImageWidth / width, maxImageHeight / height)
  return new ImageRun({
    type,
    data: bytes,
    transformation: { width: Math.round(width * scale), height: Math.round(height * scale) },
    altText: { name: alt || 'Image', title: alt, description: alt },
  })
}

function table(tokens: Token[], known: Known): Table {
  const rows: TableRow[] = []
  let cells: TableCell[] = []
  tokens.forEach((token, at) => {
    if (token.type === 'tr_open') cells = []
    else if (token.type === 'tr_close') rows.push(new TableRow({ children: cells, tableHeader: rows.length === 0 }))
    else if (token.type === 'th_open' || token.type === 'td_open')
      cells.push(
        new TableCell({
          children: [new Paragraph({ children: getRuns(tokens[at + 1]?.children ?? [], known) })],
        }),
      )
  })
  return new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE } })
}

/** Gives each numbered list its own numbering. */
function orderedLists(markdown: string) {
  const lists = createMarkdownReader()
    .parse(markdown, {})
    .filter(({ type }) => type === 'ordered_list_open')
  return lists.map((token, at) => ({
    reference: `list-${at}`,
    levels: Array.from({ length: deepestList + 1 }, (_, level) => ({
      level,
      format: LevelFormat.DECIMAL,
      text: `%${level + 1}.`,
      start: Number(token.attrGet('start') ?? 1),
      alignment: AlignmentType.START,
      style: { paragraph: { indent: { left: indent * (level + 1), hanging: indent / 2 } } },
    })),
  }))
}
