/** Exports a document as DOCX in a worker thread, because the library is large and slow. */
import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type Token from 'markdown-it/lib/token.mjs'
import { AppError } from '#kit/errors.ts'
import { type CalloutKind, getCalloutLabel } from '#kit/markdown/markdown-callouts.ts'
import { placeNotes, toNoteLetter } from '#kit/markdown/markdown-notes.ts'
import { createMarkdownReader, refuseTooManyCells } from '#kit/markdown/markdown-parser.ts'
import { getTextDirection } from '#kit/text-direction.ts'
import type { DocumentFile } from '../rules/document-file.ts'
import { citationsIn } from '../rules/generation/citations/citation-marks.ts'
import { getRuns, getTextRuns, isRightToLeft, type Known } from './docx-runs.ts'

const levels = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
]
const deepestList = 8
/** Twentieths of a point. */
const indent = 720

export default async function writeDocx(file: DocumentFile): Promise<Uint8Array> {
  try {
    refuseTooManyCells(file.contentMd)
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
  const cited = citationsIn(file.contentMd, file.citations)
  const numbers = new Set(cited.map(({ n }) => n))
  const { tokens, notes } = placeNotes(createMarkdownReader().parse(file.contentMd, {}), numbers)
  const known: Known = {
    cited: numbers,
    notes,
    images: file.images ?? new Map(),
    language: file.language,
    isRightToLeft: getTextDirection(file.language, `${file.title}\n${file.contentMd}`) === 'rtl',
  }
  const blocks = toBlocks(tokens, known)
  if (!/^\s*# /.test(file.contentMd) && file.title) blocks.unshift(heading(file.title, 1, known))
  if (cited.length > 0) {
    blocks.push(heading('Sources', 2, known))
    for (const { n, url, title, quote } of cited) {
      const bidirectional = isRightToLeft(`${title} ${quote}`, known)
      const words = (text: string, style?: string) => getTextRuns(text, style ? { style } : {}, bidirectional)
      blocks.push(
        new Paragraph({
          bidirectional,
          children: [
            ...words(`${n}. `),
            new ExternalHyperlink({ link: url, children: words(title || url, 'Hyperlink') }),
            ...words(quote ? `: “${quote}”` : ''),
          ],
        }),
      )
    }
  }
  const language = known.isRightToLeft ? { value: 'en-US', bidirectional: file.language } : { value: file.language }
  const document = new Document({
    title: file.title,
    creator: 'Earshot',
    styles: { default: { document: { run: { font: 'Georgia', size: 23, language } } } },
    numbering: { config: orderedLists(tokens) },
    sections: [{ children: blocks }],
  })
  return Packer.toBuffer(document)
}

const heading = (text: string, level: number, known: Known) =>
  new Paragraph({
    heading: levels[level - 1],
    bidirectional: isRightToLeft(text, known),
    children: getTextRuns(text, {}, isRightToLeft(text, known)),
  })

type Block = Paragraph | Table
type List = { ordered: boolean; reference: string }
type Inside = { lists: List[]; quoted: boolean; known: Known; ordered: { count: number } }

function toBlocks(tokens: Token[], known: Known): Block[] {
  const blocks: Block[] = []
  const inside: Inside = { lists: [], quoted: false, known, ordered: { count: 0 } }
  let itemStarts = false
  /** What the next paragraph begins with. */
  let sign = ''
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const inline = tokens[at + 1]?.type === 'inline' ? tokens[at + 1]! : null
    switch (token.type) {
      case 'heading_open': {
        const bidirectional = isRightToLeft(inline?.content ?? '', known)
        blocks.push(
          new Paragraph({
            heading: levels[Number(token.tag.slice(1)) - 1],
            bidirectional,
            children: getRuns(inline?.children ?? [], known, bidirectional),
          }),
        )
        break
      }
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
      case 'notes_open':
        blocks.push(rule())
        break
      case 'footnote_open':
        sign = `${toNoteLetter(known.notes.indexOf(token.meta as number))}. `
        break
      case 'callout_open': {
        inside.quoted = true
        const label = getCalloutLabel(token.meta as CalloutKind, known.language)
        blocks.push(paragraph(null, inside, false, label))
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
        blocks.push(paragraph(inline, inside, itemStarts, sign))
        itemStarts = false
        sign = ''
        break
      case 'fence':
      case 'code_block':
        for (const line of token.content.replace(/\n$/, '').split('\n'))
          blocks.push(new Paragraph({ children: [new TextRun({ text: line, font: 'Consolas', size: 20 })] }))
        break
      case 'hr':
        blocks.push(rule())
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

const rule = () =>
  new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 4, space: 1, color: '999999' } } })

/** @param label bold words that the paragraph begins with, or a note's letter */
function paragraph(inline: Token | null, { lists, quoted, known }: Inside, startsItem: boolean, label = ''): Paragraph {
  const bidirectional = isRightToLeft(inline?.content ?? label, known)
  const list = lists.at(-1)
  const level = Math.min(deepestList, lists.length - 1)
  return new Paragraph({
    spacing: { after: 160 },
    bidirectional,
    children: [
      ...(label ? getTextRuns(label, { bold: inline === null }, bidirectional) : []),
      ...getRuns(inline?.children ?? [], known, bidirectional),
    ],
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

function table(tokens: Token[], known: Known): Table {
  const rows: TableRow[] = []
  let cells: TableCell[] = []
  tokens.forEach((token, at) => {
    if (token.type === 'tr_open') cells = []
    else if (token.type === 'tr_close') rows.push(new TableRow({ children: cells, tableHeader: rows.length === 0 }))
    else if (token.type === 'th_open' || token.type === 'td_open') {
      const inline = tokens[at + 1]!
      const bidirectional = isRightToLeft(inline.content, known)
      const align = /text-align:\s*(left|center|right)/.exec(token.attrGet('style') ?? '')?.[1]
      cells.push(
        new TableCell({
          children: [
            new Paragraph({
              bidirectional,
              ...(align ? { alignment: alignments[align] } : {}),
              children: getRuns(inline.children ?? [], known, bidirectional),
            }),
          ],
        }),
      )
    }
  })
  const words = tokens.map(({ type, content }) => (type === 'inline' ? content : '')).join(' ')
  return new Table({
    rows,
    width: { size: 100, type: WidthType.PERCENTAGE },
    visuallyRightToLeft: isRightToLeft(words, known),
  })
}

const alignments: Record<string, (typeof AlignmentType)[keyof typeof AlignmentType]> = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
}

/** Gives each numbered list its own numbering. */
function orderedLists(tokens: Token[]) {
  const lists = tokens.filter(({ type }) => type === 'ordered_list_open')
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
