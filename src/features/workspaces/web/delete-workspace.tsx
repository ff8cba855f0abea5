import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { rememberWorkspace } from '#web/layout/app-state.ts'
import { type Workspace, type WorkspaceCounts, workspacesContract } from '../contract.ts'
import { workspaceErrorTexts } from './error-texts.ts'

export type DeleteWorkspaceProps = {
  workspace: Workspace
  counts: WorkspaceCounts
  /** The workspace to open afterwards; null for the only one, which can't be deleted. */
  next: Workspace | null
}

/** Lists what will be deleted, asks for a confirmation and opens another workspace. */
export function DeleteWorkspace({ workspace, counts, next }: DeleteWorkspaceProps) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  if (!next) return <p className="text-ink-2">You can’t delete your only workspace. Create another one first.</p>
  const contents = listContents(counts)
  return (
    <>
      <p className="mb-3 max-w-120 text-ink-2">
        {contents.length > 0
          ? `Deletes the workspace for everyone, with ${toSentence(contents)}.`
          : 'Deletes the workspace for everyone. It has no content yet.'}
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete workspace…
      </Button>
      {open && (
        <ConfirmDialog
          title={`Delete ${workspace.name}?`}
          description="This can’t be undone."
          action="Delete workspace"
          texts={workspaceErrorTexts}
          ownPlan
          onConfirm={async () => {
            await api(workspacesContract.remove, { _id: workspace._id })
            rememberWorkspace(next)
            notify.done(`${workspace.name} was deleted. You’re now in ${next.name}.`)
            await navigate('/app')
          }}
          onClose={() => setOpen(false)}
        >
          <p>Will be deleted:</p>
          <ul className="mt-1.5 list-disc pl-5">
            {[...contents, 'its team, shared links and open invitations'].map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
          {counts.reports > 0 && (
            <p className="mt-3 text-ink-2">
              Running reports are canceled. Credits for reports without results yet are refunded; other reports are not
              refunded.
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}

function listContents({ reports, documents, imports, keys, members }: WorkspaceCounts): string[] {
  return [
    ...(reports > 0 ? [`${plural(reports, 'report')} with their results`] : []),
    ...(documents > 0 ? [plural(documents, 'document')] : []),
    ...(imports > 0 ? [plural(imports, 'imported file')] : []),
    ...(keys > 0 ? [plural(keys, 'API key')] : []),
    ...(members > 1 ? [`access for ${plural(members - 1, 'other member')}`] : []),
  ]
}

const toSentence = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
