import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { movedBranch, type OutlineEntry } from '../document/outline-model.ts'
import { headingNodes } from '../generation/generation-region.ts'
import type { EditorSession } from './use-editor-session.ts'

export function goToHeading({ editor }: EditorSession, entry: OutlineEntry) {
  if (!editor || entry.at === null) return
  const found = headingNodes(editor.state.doc)[entry.at]
  const element = found && editor.view.nodeDOM(found.at)
  if (!found || !(element instanceof HTMLElement)) return
  editor
    .chain()
    .setTextSelection(found.at + 1 + found.node.content.size)
    .focus(null, { scrollIntoView: false })
    .run()
  element.scrollIntoView({ block: 'start', behavior: 'smooth' })
}

export const goToCitation = ({ editor }: EditorSession, n: number) =>
  goToNode(editor, (node) => node.type.name === 'citation' && node.attrs.n === n)

export const goToImage = ({ editor }: EditorSession, src: string) =>
  goToNode(editor, (node) => node.type.name === 'image' && node.attrs.src === src)

/** Selects the first such node and scrolls to it. */
function goToNode(editor: Editor | null, matches: (node: Node) => boolean) {
  let position = -1
  editor?.state.doc.descendants((node, at) => {
    if (position < 0 && matches(node)) position = at
    return position < 0
  })
  if (!editor || position < 0) return
  editor.chain().setNodeSelection(position).focus(null, { scrollIntoView: false }).run()
  const element = editor.view.nodeDOM(position)
  if (element instanceof HTMLElement) element.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

/** Moves a section with its text, or a planned heading in the plan. */
export function moveSection(session: EditorSession, index: number, by: -1 | 1) {
  const moved = movedBranch(session.entries, index, by)
  if (moved) reorderSections(session, moved.entries)
}

export function moveSectionTo(session: EditorSession, from: number, to: number) {
  let entries = session.entries
  let at = from
  while (at !== to) {
    const moved = movedBranch(entries, at, to > at ? 1 : -1)
    if (!moved || (to > from ? moved.at > to : moved.at < to && moved.at !== 0)) {
      if (moved && Math.abs(moved.at - to) < Math.abs(at - to)) entries = moved.entries
      break
    }
    entries = moved.entries
    at = moved.at
  }
  if (entries !== session.entries) reorderSections(session, entries)
}

/** Reorders the text's sections to match the outline, as one undo step. */
function reorderSections(session: EditorSession, entries: OutlineEntry[]) {
  const { editor } = session
  if (!editor) return
  const order = entries.flatMap(({ at }) => (at === null ? [] : [at]))
  if (order.some((at, position) => position > 0 && at < order[position - 1]!)) {
    const { doc } = editor.state
    const found = headingNodes(doc)
    const ends = found.map((_, at) => found[at + 1]?.at ?? doc.content.size)
    const opening = doc.slice(0, found[0]?.at ?? 0).content
    const content = order.reduce((text, at) => text.append(doc.slice(found[at]!.at, ends[at]!).content), opening)
    editor.view.dispatch(editor.state.tr.replaceWith(0, doc.content.size, content))
  }
  session.setPlan(entries)
}

export function applyVariation(session: EditorSession, text: string) {
  session.replaceText({ title: session.title, content_md: text })
  session.editor?.commands.focus('start')
}
