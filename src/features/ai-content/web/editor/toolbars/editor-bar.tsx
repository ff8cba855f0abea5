import { Ellipsis, ListTree, PanelRight } from 'lucide-react'
import { PublishDocument } from '#features/publishing/web/publish/publish-button.tsx'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Kbd } from '#ui/kbd.tsx'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import type { Claim } from '../../../contract.ts'
import { countWords } from '../../../rules/markdown-text.ts'
import { ExportMenu } from '../../document/export-menu.tsx'
import { PublishChecks } from '../../document/publish-checks.tsx'
import type { GenerateRequest } from '../../generation/generate-dialog.tsx'
import type { Generation } from '../../generation/use-generation.ts'
import { PeopleHere } from '../../live/people-here.tsx'
import { Status } from '../editor-notes.tsx'
import type { EditorSession } from '../use-editor-session.ts'
import type { EditorView } from '../use-editor-view.ts'
import { goToProblem } from './go-to-problem.ts'
import { InsertMenu } from './insert-menu.tsx'

/** The editor's drawers and dialogs, of which one is open at a time. */
export type EditorPart =
  | 'outline'
  | 'side'
  | 'versions'
  | 'activity'
  | 'picture'
  | 'humanize'
  | 'humanize-selection'
  | 'brief'
  | 'share'
  | 'delete'

/** What can be done with the text right now. */
export type WritingState = {
  editable: boolean
  /** The text is being written, here or elsewhere. */
  locked: boolean
  isWrittenElsewhere: boolean
  empty: boolean
  /** Sections are planned but not written, or a draft ended early. */
  canContinue: boolean
}

export type EditorBarProps = {
  session: EditorSession
  generation: Generation
  state: WritingState
  /** Null if they weren't checked yet. */
  claims: Claim[] | null
  onOpen: (part: EditorPart) => void
  onStartWriting: () => void
  onRequest: (request: GenerateRequest) => void
  view: EditorView
}

/** The bar above the text: status, and what can be done with the whole document. */
export function EditorBar(props: EditorBarProps) {
  const { session, generation, state, view } = props
  return (
    <>
      <PeopleHere {...session.people} />
      <Status
        session={session}
        generation={generation}
        isWrittenElsewhere={state.isWrittenElsewhere}
        words={countWords(session.markdown)}
      />
      {view.isFocused ? (
        <Button onClick={() => view.setFocused(false)}>
          Exit focus mode <Kbd keys="escape" className="max-sm:hidden" />
        </Button>
      ) : (
        <Actions {...props} />
      )}
    </>
  )
}

/** Buttons and menu of the bar. */
function Actions({ session, state, claims, onOpen, onStartWriting, onRequest, view }: EditorBarProps) {
  const { editor, item, markdown, title } = session
  const { editable, locked, empty, canContinue } = state
  return (
    <div className="flex items-center gap-2 max-sm:w-full max-sm:justify-end">
      <Button
        className="min-[1280px]:hidden max-sm:mr-auto max-sm:w-8.5 max-sm:px-0!"
        icon={<ListTree size={15} aria-hidden />}
        onClick={() => onOpen('outline')}
      >
        <span className="max-sm:sr-only">Outline</span>
      </Button>
      <Button
        className="min-[1100px]:hidden max-sm:w-8.5 max-sm:px-0!"
        icon={<PanelRight size={15} aria-hidden />}
        onClick={() => onOpen('side')}
      >
        <span className="max-sm:sr-only">Score and review</span>
      </Button>
      {editable && (empty || canContinue) && !locked && (
        <Button
          variant="solid"
          className={empty ? undefined : 'max-sm:hidden'}
          onClick={onStartWriting}
          aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
        >
          {empty ? 'Write draft' : 'Continue writing'}
        </Button>
      )}
      {editable && !locked && editor && (
        <InsertMenu editor={editor} language={item.language} onImage={() => onOpen('picture')} />
      )}
      <ExportMenu
        id={item._id}
        workspaceId={item.workspace_id}
        title={title}
        editor={editor}
        onBefore={session.saveNow}
      />
      {editable && !empty && !locked && (
        <PublishDocument
          id={item._id}
          workspaceId={item.workspace_id}
          title={title}
          onBefore={session.saveNow}
          renderChecks={(close) => (
            <PublishChecks
              id={item._id}
              text={{ title, markdown, citations: session.citations, claims }}
              onGo={(problem, example) => {
                close()
                // The closing dialog gives the focus back to its button first.
                setTimeout(() => goToProblem(session, problem, example))
              }}
            />
          )}
        />
      )}
      <Menu
        items={getMoreItems({ session, state, onOpen, onRequest, view })}
        trigger={<Button aria-label="More" className="w-8.5 px-0!" icon={<Ellipsis size={16} aria-hidden />} />}
      />
    </div>
  )
}

type MoreProps = Pick<EditorBarProps, 'session' | 'state' | 'onOpen' | 'onRequest' | 'view'>

function getMoreItems({ session: { item }, state, onOpen, onRequest, view }: MoreProps): MenuItem[] {
  const { editable, locked, empty } = state
  const items: MenuItem[] = [
    { label: 'Version history', hint: plural(item.versions.length, 'version'), onSelect: () => onOpen('versions') },
    { label: 'Activity', onSelect: () => onOpen('activity') },
    { label: 'Find and replace', keys: 'mod+f', onSelect: () => view.setFind({ replace: editable }) },
    { label: 'Focus mode', keys: 'mod+shift+f', onSelect: () => view.setFocused(true) },
  ]
  if (editable && !locked && !empty)
    items.push(
      'line',
      { label: 'Continue writing', onSelect: () => onRequest({ kind: 'continue' }) },
      { label: 'Rewrite from scratch', onSelect: () => onRequest({ kind: 'whole' }) },
      { label: 'Humanize document', onSelect: () => onOpen('humanize') },
    )
  items.push('line', { label: 'Content brief', onSelect: () => onOpen('brief') })
  if (editable) items.push({ label: 'Share document', onSelect: () => onOpen('share') })
  if (item.report_id) items.push('line', { label: 'Open report', href: `/app/reports/${item.report_id}` })
  if (editable) items.push('line', { label: 'Delete', danger: true, onSelect: () => onOpen('delete') })
  return items
}
