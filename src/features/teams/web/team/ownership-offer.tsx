import { Button } from '#ui/button.tsx'
import { formatDay } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { type Member, teamsContract } from '../../contract.ts'
import { teamErrorTexts } from '../error-texts.ts'

export type OwnershipOfferProps = {
  /** The signed-in member the workspace is offered to. */
  member: Member
  owner: Member | undefined
  workspace: { _id: string; name: string }
  onAccept(): void
  onChanged(): Promise<void>
}

/** Shows an ownership offer to the member it was made to, with accept and decline. */
export function OwnershipOffer({ member, owner, workspace, onAccept, onChanged }: OwnershipOfferProps) {
  const { busy, error, run } = useCall()
  const decline = () =>
    run(async () => {
      await api(teamsContract.transferCancel, { workspace_id: workspace._id })
      await onChanged()
      notify.done('Ownership offer declined.')
    })
  return (
    <section aria-label="Ownership offer" className="rounded-m border border-accent bg-accent-wash px-4 py-3">
      <p className="[overflow-wrap:anywhere]">
        {owner ? owner.name || owner.email : 'The owner'} offers you ownership of {workspace.name}. Your plan pays for
        it once you accept. The offer expires on {formatDay(member.ownership_offered_until ?? '')}.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="s" variant="solid" onClick={onAccept}>
          Accept ownership
        </Button>
        <Button size="s" busy={busy} onClick={() => void decline()}>
          Decline offer
        </Button>
      </div>
      <CallError error={error} texts={teamErrorTexts} ownPlan={false} className="mt-2" />
    </section>
  )
}
