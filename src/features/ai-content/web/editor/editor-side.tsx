import type { Editor as TextEditor } from '@tiptap/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Tabs } from '#ui/tabs.tsx'
import type { ScoreTarget } from '../../contract.ts'
import type { citationsIn } from '../../rules/generation/citations/citation-marks.ts'
import { ClaimsList } from '../document/claims-list.tsx'
import { DocumentAssignment } from '../document/document-assignment.tsx'
import { ScorePanel, type SuggestionActions } from '../document/score-panel.tsx'
import { SourcesList } from '../document/sources-list.tsx'
import { TemplateChecks } from '../document/template-checks.tsx'
import type { useClaims, useScore } from '../document/use-score.ts'
import type { PassageEdit } from '../generation/use-passage-edit.ts'
import { addHeading, addLink, goToWords, linkWords } from './find/find-in-text.ts'
import { goToCitation } from './section-moves.ts'
import { markTerm } from './term-mark.ts'
import type { CommentMarks } from './use-comment-marks.ts'
import type { EditorSession } from './use-editor-session.ts'

const DocumentComments = lazy(() => import('#features/review/web/document-comments.tsx'))
const DocumentReview = lazy(() => import('#features/review/web/document-review.tsx'))
const DocumentSuggestions = lazy(() => import('#features/review/web/document-suggestions.tsx'))
const DocumentLinks = lazy(() => import('#features/content-plan/web/document-links/document-links.tsx'))

export type PanelTab = 'score' | 'comments' | 'review'

type EditorSideProps = {
  session: EditorSession
  live: ReturnType<typeof useScore>
  checked: ReturnType<typeof useClaims>
  citations: ReturnType<typeof citationsIn>
  passage: PassageEdit
  marks: CommentMarks
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  /** A text is being written. */
  busy: boolean
  isWritable: boolean
  /** The text is looked at next, so a drawer closes. */
  onLeave: () => void
  onOpenBrief: () => void
}

/**
 * Beside the text: score, checks, claims, links and sources, or comments, or owner, review and suggestions, and the way from each to
 * its place in the text.
 */
export function EditorSide(props: EditorSideProps) {
  const { session, marks, tab, onTab, isWritable, onLeave } = props
  const { item } = session
  const [suggestions, setSuggestions] = useState(0)
  const open = marks.comments.items?.filter(({ parent_id, resolved_at }) => parent_id === null && resolved_at === null)
  return (
    <>
      <Tabs
        label="Score and review"
        idPrefix={idPrefix}
        tabs={[
          { value: 'score', label: 'Score' },
          { value: 'comments', label: 'Comments', count: open?.length || null },
          { value: 'review', label: 'Review', count: suggestions || null },
        ]}
        value={tab}
        onChange={(value) => onTab(value as PanelTab)}
        className="sticky top-0 z-10 bg-paper"
      />
      <Panel of="score" tab={tab}>
        <Score {...props} />
      </Panel>
      <Panel of="comments" tab={tab}>
        <Suspense>
          <DocumentComments
            documentId={item._id}
            comments={marks.comments}
            shown={marks.shown}
            getSelected={marks.getSelected}
            onShow={(comment) => {
              onLeave()
              return marks.show(comment)
            }}
          />
        </Suspense>
      </Panel>
      <Panel of="review" tab={tab}>
        <DocumentAssignment item={item} canEdit={isWritable} />
        <Suspense>
          <DocumentReview documentId={item._id} version={item.version} canEdit={isWritable} />
        </Suspense>
        <Suspense>
          <DocumentSuggestions
            documentId={item._id}
            version={item.version}
            canEdit={isWritable}
            saveNow={session.saveNow}
            onCount={setSuggestions}
          />
        </Suspense>
      </Panel>
    </>
  )
}

const idPrefix = 'editor-panel'

/** Hidden rather than removed, so that what is typed there stays. */
const Panel = ({ of, tab, children }: { of: PanelTab; tab: PanelTab; children: ReactNode }) => (
  <div
    role="tabpanel"
    id={`${idPrefix}-panel-${of}`}
    aria-labelledby={`${idPrefix}-tab-${of}`}
    hidden={of !== tab}
    className="grid content-start gap-7"
  >
    {children}
  </div>
)

function Score({
  session,
  live,
  checked,
  citations,
  passage,
  busy,
  isWritable,
  onLeave,
  onOpenBrief,
}: EditorSideProps) {
  const { editor, item, markdown } = session
  const showWords = (words: string) => {
    onLeave()
    goToWords(editor, words)
  }
  return (
    <>
      <ScorePanel
        live={live}
        onFind={(term) => {
          if (term !== null) onLeave()
          return markTerm(editor, term)
        }}
        actions={isWritable && editor ? getSuggestionActions(editor, passage, live.target, onLeave) : null}
      />
      {!busy && (
        <TemplateChecks item={item} markdown={markdown} pages={[...(live.target?.pages ?? []), ...citations]} />
      )}
      <ClaimsList {...checked} onGo={(claim) => showWords(claim.text)} />
      <Suspense>
        <DocumentLinks
          documentId={item._id}
          markdown={markdown}
          actions={isWritable && editor ? getLinkActions(editor, onLeave) : null}
          onGo={showWords}
        />
      </Suspense>
      <SourcesList
        citations={citations}
        markdown={markdown}
        onGo={(n) => {
          onLeave()
          goToCitation(session, n)
        }}
        onOpenBrief={item.report_id ? onOpenBrief : undefined}
      />
    </>
  )
}

/** How planned links get into the text. */
const getLinkActions = (editor: TextEditor, close: () => void) => ({
  onSet: (words: string, url: string) => {
    close()
    return linkWords(editor, words, url)
  },
  onInsert: (title: string, url: string) => {
    close()
    editor.commands.setTextSelection(editor.state.selection.to)
    addLink(editor, { title, url })
  },
})

/** What the score panel's suggestions do in the text. */
function getSuggestionActions(
  editor: TextEditor,
  passage: PassageEdit,
  target: ScoreTarget | null,
  close: () => void,
): SuggestionActions {
  return {
    onSentence: (term) => {
      close()
      void passage.ask({ action: 'sentence', term })
    },
    onHeading: (missing) => {
      close()
      addHeading(editor, missing)
    },
    onLink: (title) => {
      close()
      const page = target?.own_pages?.pages.find((page) => page.title === title)
      if (page) addLink(editor, page)
    },
  }
}
