import { toOutlineOwner } from '#features/reports/web/report/outline/outline-storage.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { CompetitorHeadings } from '../document/competitor-headings.tsx'
import { OutlinePanel } from '../document/outline-panel.tsx'
import type { LiveScore } from '../document/use-score.ts'
import type { GenerateRequest } from '../generation/generate-dialog.tsx'
import { addHeading } from './find/find-in-text.ts'
import { goToHeading, moveSection, moveSectionTo } from './section-moves.ts'
import type { EditorSession } from './use-editor-session.ts'

export type EditorOutlineProps = {
  session: EditorSession
  live: LiveScore
  locked: boolean
  onRequest: (request: GenerateRequest) => void
  /** Closes the drawer that the outline is in on small screens. */
  onLeave: () => void
}

/** The document's outline, and below it the headings of the ranking pages. */
export function EditorOutline({ session, live, locked, onRequest, onLeave }: EditorOutlineProps) {
  const { user } = useSignedIn()
  const { editor, editable, entries, item } = session
  return (
    <>
      <OutlinePanel
        entries={entries}
        editable={editable}
        busy={locked}
        onGo={(entry) => {
          onLeave()
          goToHeading(session, entry)
        }}
        onWrite={(index) => onRequest({ kind: 'section', index, entry: entries[index]! })}
        onMove={(index, by) => moveSection(session, index, by)}
        onMoveTo={(from, to) => moveSectionTo(session, from, to)}
        onPlan={session.setPlan}
        owner={toOutlineOwner(user.id, item.workspace_id, item.report_id, item.cluster_id)}
      />
      {item.report_id && (
        <CompetitorHeadings
          target={live.target}
          entries={entries}
          onAdd={editable && !locked ? (heading) => session.setPlan([...entries, heading]) : null}
          onInsert={({ type, text }) => {
            onLeave()
            addHeading(editor, { part: 'headings', text, level: Number(type[1]) })
          }}
        />
      )}
    </>
  )
}
