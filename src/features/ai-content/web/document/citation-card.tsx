import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { type RefObject, useEffect, useState } from 'react'
import type { Citation } from '../../contract.ts'
import { getHost } from './sources-list.tsx'

type Shown = { n: number; left: number; top: number }

const cardWidthPx = 300

/** The source of a citation, shown next to its number on hover or when the cursor is on it. */
export function CitationCard({
  editor,
  frame,
  citations,
}: {
  editor: Editor
  /** The element the card is positioned in. */
  frame: RefObject<HTMLElement | null>
  citations: Citation[]
}) {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const text = editor.view.dom
    let leaving: ReturnType<typeof setTimeout> | undefined
    const show = (mark: HTMLElement) => {
      clearTimeout(leaving)
      const box = frame.current?.getBoundingClientRect()
      if (!box) return
      const at = mark.getBoundingClientRect()
      const left = Math.max(0, Math.min(at.left - box.left - 20, box.width - cardWidthPx))
      setShown({ n: Number(mark.dataset.citation), left, top: at.bottom - box.top + 4 })
    }
    const hide = () => {
      clearTimeout(leaving)
      leaving = setTimeout(() => setShown(null), 180)
    }
    const over = (event: Event) => {
      const mark = (event.target as Element).closest<HTMLElement>('sup[data-citation]')
      if (mark) show(mark)
      else if (!(event.target as Element).closest('[data-citation-card]')) hide()
    }
    const selected = () => {
      const { selection } = editor.state
      if (selection instanceof NodeSelection && selection.node.type.name === 'citation') {
        const mark = editor.view.nodeDOM(selection.from)
        if (mark instanceof HTMLElement) show(mark)
      } else hide()
    }
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && setShown(null)
    const area = frame.current
    area?.addEventListener('pointerover', over)
    area?.addEventListener('pointerleave', hide)
    text.addEventListener('keydown', onEscape)
    editor.on('selectionUpdate', selected)
    return () => {
      clearTimeout(leaving)
      area?.removeEventListener('pointerover', over)
      area?.removeEventListener('pointerleave', hide)
      text.removeEventListener('keydown', onEscape)
      editor.off('selectionUpdate', selected)
    }
  }, [editor, frame])
  const citation = shown && citations.find(({ n }) => n === shown.n)
  if (!shown) return null
  return (
    <div
      data-citation-card
      role="note"
      className="absolute z-20 w-75 max-w-full animate-[ui-fade_0.12s] rounded-l border border-line-2 bg-panel px-3.5 py-3 font-sans text-s shadow-float"
      style={{ left: shown.left, top: shown.top }}
    >
      {citation ? (
        <>
          <p className="text-ink-3 text-xs">
            Source {citation.n} · {getHost(citation.url)}
          </p>
          <a
            href={citation.url}
            target="_blank"
            rel="noopener noreferrer"
            className="link mt-0.5 block font-[550] [overflow-wrap:anywhere]"
          >
            {citation.title || citation.url}
          </a>
          {citation.quote && <p className="mt-1.5 font-serif text-ink-2 text-m leading-snug">“{citation.quote}”</p>}
        </>
      ) : (
        <p className="text-ink-2">{getNote(editor, shown.n) ?? `Source ${shown.n} is no longer in the list.`}</p>
      )}
    </div>
  )
}

/** The text of a footnote that names no page. */
function getNote({ state: { doc } }: Editor, n: number): string | null {
  let note: string | null = null
  doc.descendants((node) => {
    if (node.type.name === 'footnote' && node.attrs.n === n) note ??= node.textBetween(0, node.content.size, ' ')
    return note === null && !node.isTextblock
  })
  return note
}
