import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { type Role, roleAtLeast } from '#kit/endpoint.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { type GivenRole, type Member, teamsContract } from '../../contract.ts'
import { teamErrorTexts } from '../error-texts.ts'
import { roleLabels, roleOptions } from '../role-labels.ts'
import type { MemberAction } from './confirm-member-dialog.tsx'

export type MemberRowProps = {
  member: Member
  workspaceId: string
  /** The signed-in user's role. */
  role: Role
  isSelf: boolean
  ownPlan: boolean
  onAction(action: MemberAction): void
  onChanged(): Promise<void>
}

/** A member or invitation with its role and a menu of actions. */
export function MemberRow({ member, workspaceId, role, isSelf, ownPlan, onAction, onChanged }: MemberRowProps) {
  const { busy, error, run } = useCall()
  const [chosen, setChosen] = useState<GivenRole | null>(null)
  const manages = roleAtLeast(role, 'admin')
  const name = member.name || member.email
  const changeRole = async (to: GivenRole) => {
    setChosen(to)
    await run(async () => {
      await api(teamsContract.role, { workspace_id: workspaceId, member_id: member._id, role: to })
      await onChanged()
      notify.done(`${name} is now ${roleLabels[to].toLowerCase()}.`)
    })
    setChosen(null)
  }
  const inviteAgain = () =>
    run(async () => {
      const { email, role: invitedAs } = member
      await api(teamsContract.add, { workspace_id: workspaceId, email, role: invitedAs as GivenRole })
      await onChanged()
      notify.done(`We sent ${email} a new invitation. The old link no longer works.`)
    })

  const withdraw = () =>
    run(async () => {
      await api(teamsContract.transferCancel, { workspace_id: workspaceId })
      await onChanged()
      notify.done('Ownership offer withdrawn.')
    })

  const items: MenuItem[] = []
  if (member.status === 'invited' && manages)
    items.push(
      { label: 'Invite again', onSelect: () => void inviteAgain() },
      { label: 'Withdraw invitation…', danger: true, onSelect: () => onAction({ kind: 'remove', member }) },
    )
  else if (member.role !== 'owner' && !isSelf) {
    if (role === 'owner')
      items.push(
        member.ownership_offered_until
          ? { label: 'Withdraw ownership offer', onSelect: () => void withdraw() }
          : { label: 'Offer ownership…', onSelect: () => onAction({ kind: 'transfer', member }) },
      )
    if (manages)
      items.push({
        label: 'Remove from workspace…',
        danger: true,
        onSelect: () => onAction({ kind: 'remove', member }),
      })
  }
  return (
    <li className="border-line border-b py-2">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5 sm:gap-x-4">
        <div className="min-w-30 flex-1">
          <p className="[overflow-wrap:anywhere]">
            {name}
            {isSelf && (
              <Badge tone="accent" className="ml-2">
                you
              </Badge>
            )}
            {member.ownership_offered_until && (
              <Badge tone="warn" className="ml-2">
                ownership offered
              </Badge>
            )}
          </p>
          <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
            {member.name && `${member.email} · `}
            <Since member={member} />
            {member.ownership_offered_until && (
              <>
                {' · '}offer expires <DateTime at={member.ownership_offered_until} />
              </>
            )}
          </p>
        </div>
        {manages && member.role !== 'owner' ? (
          <Select
            scale="s"
            className="w-26"
            aria-label={`Role of ${name}`}
            options={roleOptions}
            value={chosen ?? member.role}
            disabled={busy}
            onChange={(event) => void changeRole(event.target.value as GivenRole)}
          />
        ) : (
          <span className="w-26 px-2.5 text-ink-2">{roleLabels[member.role]}</span>
        )}
        <div className="flex justify-end sm:w-18">
          {items.length > 0 ? (
            <Menu
              items={items}
              trigger={
                <Button variant="quiet" size="s" busy={busy} aria-label={`Actions for ${name}`}>
                  <MoreHorizontal size={16} aria-hidden />
                </Button>
              }
            />
          ) : (
            isSelf &&
            member.role !== 'owner' && (
              <Button size="s" onClick={() => onAction({ kind: 'leave', member })}>
                Leave…
              </Button>
            )
          )}
        </div>
      </div>
      <CallError error={error} texts={teamErrorTexts} ownPlan={ownPlan} className="mt-2" />
    </li>
  )
}

function Since({ member }: { member: Member }) {
  if (member.status === 'active')
    return (
      <>
        member since <DateTime at={member.created_at} />
      </>
    )
  const ended = new Date(member.invite_expires_at ?? 0) < new Date()
  return (
    <>
      invited, {ended ? 'invitation expired' : 'expires on'} <DateTime at={member.invite_expires_at ?? ''} />
    </>
  )
}
