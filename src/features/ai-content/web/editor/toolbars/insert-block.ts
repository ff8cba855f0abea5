import type { Editor, JSONContent } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { CalloutKind } from '#kit/markdown/markdown-callouts.ts'

const faqTexts: Record<string, { title: string; question: string }> = {
  en: { title: 'Frequently asked questions', question: 'Question?' },
  de: { title: 'Häufige Fragen', question: 'Frage?' },
  es: { title: 'Preguntas frecuentes', question: '¿Pregunta?' },
  fr: { title: 'Questions fréquentes', question: 'Question ?' },
  it: { title: 'Domande frequenti', question: 'Domanda?' },
  nl: { title: 'Veelgestelde vragen', question: 'Vraag?' },
  pt: { title: 'Perguntas frequentes', question: 'Pergunta?' },
}

const paragraph: JSONContent = { type: 'paragraph' }
const cell = (type: 'tableHeader' | 'tableCell'): JSONContent => ({ type, content: [paragraph] })
const row = (type: 'tableHeader' | 'tableCell'): JSONContent => ({
  type: 'tableRow',
  content: Array.from({ length: 3 }, () => cell(type)),
})
const heading = (level: number, text: string): JSONContent => ({
  type: 'heading',
  attrs: { level },
  content: [{ type: 'text', text }],
})

/** Inserts an empty table with a header row, and goes to its first cell. */
export const addTable = (editor: Editor) =>
  addBlocks(editor, [{ type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] }])

/** Inserts an empty callout and goes into it. */
export const addCallout = (editor: Editor, kind: CalloutKind) =>
  addBlocks(editor, [{ type: 'callout', attrs: { kind }, content: [paragraph] }])

/**
 * Inserts questions and answers: a heading with a question for each subheading. Published, they are FAQPage structured
 * data. `language`: of the text, BCP 47.
 */
export function addFaq(editor: Editor, language: string) {
  const { title, question } = faqTexts[language.toLowerCase().split('-')[0]!] ?? faqTexts.en!
  const one = [heading(3, question), paragraph]
  addBlocks(editor, [heading(2, title), ...one, ...one], question)
}

export const addRule = (editor: Editor) => addBlocks(editor, [{ type: 'horizontalRule' }, paragraph])

/**
 * Inserts blocks after the current one, or in its place if it's an empty paragraph, with a paragraph to go on in. Goes to the
 * first empty paragraph in them, or selects `select`.
 */
function addBlocks(editor: Editor, blocks: JSONContent[], select?: string) {
  const { state, schema, view } = editor
  const { $to } = state.selection
  const index = Math.min($to.index(0), state.doc.childCount - 1)
  const current = state.doc.child(index)
  let start = 0
  for (let at = 0; at < index; at++) start += state.doc.child(at).nodeSize
  const isEmpty = current.type.name === 'paragraph' && current.content.size === 0
  const at = isEmpty ? start : start + current.nodeSize
  const nodes = blocks.map((block) => schema.nodeFromJSON(block))
  const isLast = index === state.doc.childCount - 1
  if (isLast && !nodes.at(-1)!.isTextblock) nodes.push(schema.nodes.paragraph!.create())
  const tr = state.tr.replaceWith(at, isEmpty ? at + current.nodeSize : at, nodes)
  const end = nodes.reduce((sum, node) => sum + node.nodeSize, at)
  let target: { from: number; to: number } | null = null
  tr.doc.nodesBetween(at, end, (node, position) => {
    if (target || !node.isTextblock) return !target
    if (select ? node.textContent === select : node.content.size === 0)
      target = { from: position + 1, to: position + 1 + node.content.size }
    return false
  })
  const { from, to } = target ?? { from: at + 1, to: at + 1 }
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, from, to)).scrollIntoView())
  editor.commands.focus()
}
