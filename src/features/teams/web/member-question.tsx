import { useNavigate } from 'react-router'
import type { Workspace } from '#features/workspaces/contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallRefusal } from '#web/call-refusal.tsx'
import { useCall } from '#web/use-call.ts'
import { type Member, teamsContract } from '../contract.ts'

/** A step that is asked about once before it is taken. */
export type Question = { kind: 'remove' | 'leave' | 'transfer'; member: Member }

export type MemberQuestionProps = {
  question: Question | null
  workspace: Workspace
  onClose(): void
  onDone(): Promise<void>
}

/** Removing, withdrawing, leaving, handing over: says what it means and asks once. */
export function MemberQuestion({ question, workspace, onClose, onDone }: MemberQuestionProps) {
  const navigate = useNavigate()
  const { busy, error, run, clear } = useCall()
  const close = () => {
    clear()
    onClose()
  }
  const take = ({ kind, member }: Question) =>
    run(async () => {
      const ids = { workspace_id: workspace._id, member_id: member._id }
      if (kind === 'transfer') await api(teamsContract.transfer, ids)
      else await api(teamsContract.remove, ids)
      notify.done(wordsOf({ kind, member }, workspace.name).done)
      close()
      if (kind === 'leave') await navigate('/app')
      else await onDone()
    })
  const words = question && wordsOf(question, workspace.name)
  return (
    <Dialog
      open={question !== null}
      onOpenChange={(open) => !open && close()}
      width="s"
      title={words?.title}
      description={words?.meaning}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant={question?.kind === 'transfer' ? 'solid' : 'danger'}
            busy={busy}
            onClick={() => question && void take(question)}
          >
            {words?.act}
          </Button>
        </>
      }
    >
      {error && <CallRefusal error={{ ...error, code: 'conflict' }} ownPlan={false} />}
    </Dialog>
  )
}

function wordsOf({ kind, member }: Question, workspace: string) {
  const name = member.name || member.email
  if (kind === 'transfer')
    return {
      title: `Hand ${workspace} over to ${name}?`,
      meaning: `${name} owns it then: their plan pays for what is done here, and only they can remove it or hand it back. You stay as admin.`,
      act: 'Hand it over',
      done: `${name} owns ${workspace} now.`,
    }
  if (kind === 'leave')
    return {
      title: `Leave ${workspace}?`,
      meaning:
        'You lose access at once, and your API keys for it end. What you made stays there. Only a new invitation brings you back.',
      act: 'Leave',
      done: `You left ${workspace}.`,
    }
  if (member.status === 'invited')
    return {
      title: `Withdraw the invitation of ${name}?`,
      meaning: 'The link in the mail stops working. You can invite again at any time.',
      act: 'Withdraw it',
      done: `The invitation of ${name} is withdrawn.`,
    }
  return {
    title: `Remove ${name}?`,
    meaning: `${name} loses access at once, and their API keys for this workspace end. What they made stays. Only a new invitation brings them back.`,
    act: 'Remove',
    done: `${name} is removed.`,
  }
}
