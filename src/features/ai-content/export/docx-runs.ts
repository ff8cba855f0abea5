/** Words of a paragraph as runs of Word. */
import { ExternalHyperlink, ImageRun, type IRunOptions, type ParagraphChild, TextRun } from 'docx'
import type Token from 'markdown-it/lib/token.mjs'
import { getImageId } from '#features/images/rules/image-url.ts'
import { toNoteLetter } from '#kit/markdown/markdown-notes.ts'
import { hasRightToLeft, isMostlyRightToLeft } from '#kit/text-direction.ts'
import type { FileImage } from '../rules/document-file.ts'

/** Width between the page margins, at 96 pixels per inch. */
const maxImageWidth = 600
const maxImageHeight = 800

export type Known = {
  /** Numbers of cited sources. */
  cited: ReadonlySet<number>
  /** Numbers of the text's notes, in order. */
  notes: readonly number[]
  images: ReadonlyMap<string, FileImage>
  language: string
  /** Whether the document is written from right to left. */
  isRightToLeft: boolean
}

/** Whether a paragraph is written from right to left: all are in such a document, and in another one those of such letters. */
export const isRightToLeft = (text: string, known: Known) => known.isRightToLeft || isMostlyRightToLeft(text)

/**
 * Parts of a text by direction. Word shows signs and figures in a run from right to left where their run is marked so, and must not
 * mark Latin words.
 */
export function splitByDirection(text: string, inRightToLeft: boolean): { text: string; rightToLeft: boolean }[] {
  if (!inRightToLeft && !hasRightToLeft(text)) return [{ text, rightToLeft: false }]
  const parts: { text: string; rightToLeft: boolean }[] = []
  // A word of the other direction goes up to its last letter, so that spaces and signs stay with the paragraph's own.
  for (const piece of text.split(inRightToLeft ? latinWords : rightToLeftWords)) {
    if (piece === '') continue
    const rightToLeft = hasRightToLeft(piece) || (inRightToLeft && !/\p{L}/u.test(piece))
    const previous = parts.at(-1)
    if (previous?.rightToLeft === rightToLeft) previous.text += piece
    else parts.push({ text: piece, rightToLeft })
  }
  return parts
}

const rightToLeftLetters = String.raw`\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}`
const rightToLeftWords = new RegExp(`([${rightToLeftLetters}](?:[^\\p{L}]*[${rightToLeftLetters}\\p{M}])*)`, 'u')
const latinWords = new RegExp(
  String.raw`((?![${rightToLeftLetters}])\p{L}(?:[^\p{L}]*(?![${rightToLeftLetters}])[\p{L}\p{M}])*)`,
  'u',
)

/** Runs of a text in one style. */
export function getTextRuns(text: string, options: IRunOptions, inRightToLeft: boolean): TextRun[] {
  return splitByDirection(text, inRightToLeft).map(
    (part) => new TextRun({ ...options, text: part.text, ...(part.rightToLeft ? { rightToLeft: true } : {}) }),
  )
}

export function getRuns(tokens: Token[], known: Known, inRightToLeft: boolean): ParagraphChild[] {
  const { cited, notes, images } = known
  const marks = { bold: 0, italics: 0, strike: 0 }
  const done: ParagraphChild[] = []
  let link: { address: string; runs: (TextRun | ImageRun)[] } | null = null
  const push = (text: string, options: IRunOptions = {}) => {
    const style: IRunOptions = {
      ...options,
      bold: marks.bold > 0,
      italics: marks.italics > 0,
      strike: marks.strike > 0,
      ...(link ? { style: 'Hyperlink' } : {}),
    }
    const runs = text === '' ? [new TextRun(style)] : getTextRuns(text, style, inRightToLeft)
    if (link) link.runs.push(...runs)
    else done.push(...runs)
  }
  for (const token of tokens) {
    if (token.type === 'text') push(token.content)
    else if (token.type === 'softbreak') push(' ')
    else if (token.type === 'hardbreak') push('', { break: 1 })
    else if (token.type === 'task_box') push((token.meta as { checked: boolean }).checked ? '☑ ' : '☐ ')
    else if (token.type === 'code_inline') push(token.content, { font: 'Consolas' })
    else if (token.type === 'strong_open') marks.bold++
    else if (token.type === 'strong_close') marks.bold--
    else if (token.type === 'em_open') marks.italics++
    else if (token.type === 'em_close') marks.italics--
    else if (token.type === 's_open') marks.strike++
    else if (token.type === 's_close') marks.strike--
    else if (token.type === 'citation') {
      const n = token.meta as number
      const sign = cited.has(n) ? String(n) : notes.includes(n) ? toNoteLetter(notes.indexOf(n)) : ''
      if (sign) push(sign, { superScript: true })
    } else if (token.type === 'image') {
      const image = images.get(getImageId(token.attrGet('src') ?? '') ?? '')
      if (image) (link?.runs ?? done).push(toImageRun(image, token.content))
      else push(token.content || (token.attrGet('src') ?? ''))
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
