import { useNavigate } from 'react-router'
import type { Workspace } from '#features/workspaces/contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { type Member, teamsContract } from '../../contract.ts'
import { teamErrorTexts } from '../error-texts.ts'

/** An action that needs a confirmation. */
export type MemberAction = { kind: 'remove' | 'leave' | 'transfer' | 'accept'; member: Member }

export type MemberQuestionProps = {
  action: MemberAction | null
  workspace: Workspace
  onClose(): void
  onDone(): Promise<void>
}

/** Confirms removing a member, withdrawing an invitation, leaving, and offering or accepting ownership. */
export function ConfirmMemberDialog({ action, workspace, onClose, onDone }: MemberQuestionProps) {
  const navigate = useNavigate()
  const { busy, error, run, clear } = useCall()
  const close = () => {
    clear()
    onClose()
  }
  const confirm = ({ kind, member }: MemberAction) =>
    run(async () => {
      const ids = { workspace_id: workspace._id, member_id: member._id }
      if (kind === 'transfer') await api(teamsContract.transfer, ids)
      else if (kind === 'accept') await api(teamsContract.transferAccept, { workspace_id: workspace._id })
      else await api(teamsContract.remove, ids)
      notify.done(getTexts({ kind, member }, workspace.name).done)
      close()
      if (kind === 'leave') await navigate('/app')
      else await onDone()
    })
  const texts = action && getTexts(action, workspace.name)
  return (
    <Dialog
      open={action !== null}
      onOpenChange={(open) => !open && close()}
      width="s"
      title={texts?.title}
      description={texts?.meaning}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant={action?.kind === 'transfer' || action?.kind === 'accept' ? 'solid' : 'danger'}
            busy={busy}
            onClick={() => action && void confirm(action)}
          >
            {texts?.act}
          </Button>
        </>
      }
    >
      {error && (
        <CallError
          error={action?.kind === 'accept' ? error : { ...error, code: 'conflict' }}
          texts={teamErrorTexts}
          ownPlan={action?.kind === 'accept'}
        />
      )}
    </Dialog>
  )
}

function getTexts({ kind, member }: MemberAction, workspace: string) {
  const name = member.name || member.email
  if (kind === 'transfer')
    return {
      title: `Offer ownership of ${workspace} to ${name}?`,
      meaning: `${name} has 7 days to accept. Nothing changes until then. Once they accept, their plan pays for this workspace, only they can delete it or transfer it, and you stay as an admin.`,
      act: 'Offer ownership',
      done: `Ownership offered to ${name}.`,
    }
  if (kind === 'accept')
    return {
      title: `Accept ownership of ${workspace}?`,
      meaning:
        'Your plan pays for this workspace from now on, and it counts toward your limits. The current owner stays as an admin.',
      act: 'Accept ownership',
      done: `You now own ${workspace}.`,
    }
  if (kind === 'leave')
    return {
      title: `Leave ${workspace}?`,
      meaning:
        'You lose access immediately, and your API keys for it stop working. What you created stays. To come back, you need a new invitation.',
      act: 'Leave',
      done: `You left ${workspace}.`,
    }
  if (member.status === 'invited')
    return {
      title: `Withdraw the invitation for ${name}?`,
      meaning: 'The link in the email stops working. You can invite them again at any time.',
      act: 'Withdraw invitation',
      done: `Invitation for ${name} withdrawn.`,
    }
  return {
    title: `Remove ${name}?`,
    meaning: `${name} loses access immediately, and their API keys for this workspace stop working. What they created stays. To come back, they need a new invitation.`,
    act: 'Remove',
    done: `${name} was removed.`,
  }
}
