import { lazy, type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { insertImage } from '#features/images/web/in-text/text-images.ts'
import { api } from '#web/calls/api.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { aiContentContract } from '../../contract.ts'
import { SideDrawer } from '../document/side-drawer.tsx'
import { aiContentErrorTexts } from '../error-texts.ts'
import { getTextRange } from '../generation/block-range.ts'
import type { EditorPart } from './toolbars/editor-bar.tsx'
import type { EditorSession } from './use-editor-session.ts'

const DocumentActivity = lazy(() => import('#features/activity/web/document-activity.tsx'))
const ContentBriefDialog = lazy(() => import('../brief/content-brief-dialog.tsx'))
const ShareDocument = lazy(() => import('#features/review/web/share-document.tsx'))
const TextImagePicker = lazy(() => import('./toolbars/text-image-picker.tsx'))
const HumanizeDialog = lazy(() =>
  import('../generation/humanize-dialog.tsx').then((file) => ({ default: file.HumanizeDialog })),
)
const VersionsDrawer = lazy(() =>
  import('../document/versions-drawer.tsx').then((file) => ({ default: file.VersionsDrawer })),
)

type EditorOverlayProps = {
  part: EditorPart | null
  session: EditorSession
  isWritable: boolean
  outline: ReactNode
  /** Null where it's beside the text. */
  side: ReactNode
  onClose: () => void
}

/** The drawer or dialog over the text. */
export function EditorOverlay({ part, session, isWritable, outline, side, onClose }: EditorOverlayProps) {
  const { editor, item, markdown, title } = session
  switch (part) {
    case 'outline':
      return (
        <SideDrawer title="Outline" side="left" onClose={onClose}>
          <div className="[&_h2]:sr-only">{outline}</div>
        </SideDrawer>
      )
    case 'side':
      if (side === null) return null
      return (
        <SideDrawer title="Score and review" onClose={onClose}>
          <div className="grid gap-5">{side}</div>
        </SideDrawer>
      )
    case 'versions':
      return (
        <Suspense>
          <VersionsDrawer
            id={item._id}
            versions={item.versions}
            markdown={markdown}
            editable={isWritable}
            onRestore={(version) => {
              onClose()
              session.replaceText(version)
              void session.saveNow()
            }}
            onClose={onClose}
          />
        </Suspense>
      )
    case 'activity':
      return (
        <SideDrawer title="Activity" onClose={onClose}>
          <Suspense>
            <DocumentActivity id={item._id} />
          </Suspense>
        </SideDrawer>
      )
    case 'picture':
      return (
        editor && (
          <Suspense>
            <TextImagePicker
              editor={editor}
              workspaceId={item.workspace_id}
              language={item.language}
              onPick={({ src, alt }) => {
                onClose()
                editor
                  .chain()
                  .focus()
                  .command(({ tr }) => Boolean(insertImage(tr, tr.selection.to, { src, alt })))
                  .run()
              }}
              onClose={onClose}
            />
          </Suspense>
        )
      )
    case 'humanize':
    case 'humanize-selection':
      return (
        <Suspense>
          <HumanizeDialog
            session={session}
            range={
              editor && part === 'humanize-selection' ? getTextRange(editor.state.doc, editor.state.selection) : null
            }
            onClose={onClose}
          />
        </Suspense>
      )
    case 'share':
      return (
        <Suspense>
          <ShareDocument id={item._id} onClose={onClose} />
        </Suspense>
      )
    case 'brief':
      return (
        <Suspense>
          <ContentBriefDialog id={item._id} canEdit={isWritable} onClose={onClose} />
        </Suspense>
      )
    case 'delete':
      return <DeleteDocument id={item._id} title={title} onClose={onClose} />
    default:
      return null
  }
}

function DeleteDocument({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      title={`Delete “${title || 'Untitled'}”?`}
      description="This deletes the document and its version history. This can’t be undone."
      action="Delete document"
      texts={aiContentErrorTexts}
      onConfirm={async () => {
        await api(aiContentContract.delete, { _id: id })
        await navigate('/app/content')
      }}
      onClose={onClose}
    />
  )
}
