import { type RefObject, useMemo } from 'react'
import { TextImageCard } from '#features/images/web/in-text/text-image-card.tsx'
import { getTextDirection } from '#kit/text-direction.ts'
import type { citationsIn } from '../../rules/generation/citations/citation-marks.ts'
import { templates } from '../../rules/templates/templates.ts'
import { builtinLine, type Engine, engineName } from '../content-labels.ts'
import { CitationCard } from '../document/citation-card.tsx'
import { TitleField } from '../document/editor-layout.tsx'
import { Variations } from '../document/variations-dialog.tsx'
import { selectsBlocks } from '../generation/block-range.ts'
import { ProposalCard } from '../generation/proposal-card.tsx'
import type { PassageEdit } from '../generation/use-passage-edit.ts'
import { applyVariation } from './section-moves.ts'
import { BlockToolbar } from './toolbars/block-toolbar.tsx'
import type { EditorPart } from './toolbars/editor-bar.tsx'
import { TextToolbar } from './toolbars/editor-toolbar.tsx'
import type { EditorSession } from './use-editor-session.ts'

type EditorTextProps = {
  frame: RefObject<HTMLDivElement | null>
  session: EditorSession
  passage: PassageEdit
  citations: ReturnType<typeof citationsIn>
  /** Of the element that says what a comment's mark is. */
  markId: string
  engine: Engine
  state: { editable: boolean; locked: boolean; empty: boolean }
  onOpen: (part: EditorPart) => void
}

/** Title and text, with the toolbars and cards that stand at a place of the text. */
export function EditorText({ frame, session, passage, citations, markId, engine, state, onOpen }: EditorTextProps) {
  const { editor, item, markdown, title } = session
  const { editable, locked, empty } = state
  const direction = useMemo(
    () => getTextDirection(item.language, `${title}\n${markdown}`),
    [item.language, title, markdown],
  )
  return (
    <div ref={frame} className="relative">
      <TitleField
        title={title}
        direction={direction}
        readOnly={!editable}
        onChange={session.setTitle}
        onEnter={() => editor?.commands.focus('start')}
      />
      <div ref={session.editorRef} className="document-text" dir={direction} />
      <p id={markId} hidden>
        Has a comment. Press Alt+Enter to open it.
      </p>
      {editor && editable && <TextImageCard editor={editor} frame={frame} />}
      {editor && editable && <BlockToolbar editor={editor} frame={frame} />}
      {editor && <CitationCard editor={editor} frame={frame} citations={citations} />}
      {editor && editable && !passage.proposal && (
        <TextToolbar
          editor={editor}
          frame={frame}
          language={item.language}
          busy={locked}
          onRequest={(request) => {
            // Several paragraphs are accepted one by one.
            if (request.action === 'humanize' && selectsBlocks(editor)) onOpen('humanize-selection')
            else void passage.ask(request)
          }}
        />
      )}
      <ProposalCard passage={passage} />
      {editable && templates[item.template].shape === 'single' && !empty && !locked && (
        <Variations id={item._id} busy={locked} onTake={(text) => applyVariation(session, text)} />
      )}
      {empty && !locked && editable && <EmptyHint engine={engine} sourced={item.report_id !== null} />}
    </div>
  )
}

function EmptyHint({ engine, sourced }: { engine: Engine; sourced: boolean }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 font-sans text-ink-3 text-s">
      <p>
        {engineName(engine)}
        {engine === null && `: ${builtinLine}`}
        {!sourced && ' No report is attached, so there are no sources to cite.'} Writing a draft uses 1 AI credit.
      </p>
    </div>
  )
}
