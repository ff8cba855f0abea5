import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { plural } from '#ui/format.ts'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { rememberWorkspace } from '#web/app-state.ts'
import { CallRefusal } from '#web/call-refusal.tsx'
import { useCall } from '#web/use-call.ts'
import { type Workspace, type WorkspaceCounts, workspacesContract } from '../contract.ts'

export type RemoveWorkspaceProps = {
  workspace: Workspace
  counts: WorkspaceCounts
  /** Where one is afterwards; null for the last one, which stays. */
  next: Workspace | null
}

/** Says what goes with the workspace, asks once, and leads to another. */
export function RemoveWorkspace({ workspace, counts, next }: RemoveWorkspaceProps) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const { busy, error, run, clear } = useCall()
  if (!next) return <p className="text-ink-2">This is your only workspace: make another one before you remove it.</p>
  const remove = () =>
    run(async () => {
      await api(workspacesContract.remove, { _id: workspace._id })
      rememberWorkspace(next)
      notify.done(`${workspace.name} is removed. You are in ${next.name} now.`)
      await navigate('/app')
    })
  const goes = goingAlong(counts)
  return (
    <>
      <p className="mb-3 max-w-120 text-ink-2">
        {goes.length > 0 ? `The workspace goes for everyone, with ${inWords(goes)}.` : 'There is nothing in it yet.'}
      </p>
      <Button variant="danger" onClick={() => setAsked(true)}>
        Remove this workspace…
      </Button>
      <Dialog
        open={asked}
        onOpenChange={(open) => {
          setAsked(open)
          clear()
        }}
        width="s"
        title={`Remove ${workspace.name}?`}
        description="This cannot be undone."
        footer={
          <>
            <Button onClick={() => setAsked(false)}>Keep it</Button>
            <Button variant="danger" busy={busy} onClick={() => void remove()}>
              Remove it for good
            </Button>
          </>
        }
      >
        <p>What goes with it:</p>
        <ul className="mt-1.5 list-disc pl-5">
          {[...goes, 'its team, links shared from it and open invitations'].map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        {counts.reports > 0 && (
          <p className="mt-3 text-ink-2">
            Reports still at work are stopped. Those that found nothing yet give their units back; what others found is
            paid and goes.
          </p>
        )}
        <CallRefusal error={error} ownPlan className="mt-3" />
      </Dialog>
    </>
  )
}

function goingAlong({ reports, documents, imports, keys, members }: WorkspaceCounts): string[] {
  return [
    ...(reports > 0 ? [`${plural(reports, 'report')} with everything found`] : []),
    ...(documents > 0 ? [plural(documents, 'document')] : []),
    ...(imports > 0 ? [plural(imports, 'imported file')] : []),
    ...(keys > 0 ? [plural(keys, 'API key')] : []),
    ...(members > 1 ? [`the way in for ${plural(members - 1, 'other member')}`] : []),
  ]
}

const inWords = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
