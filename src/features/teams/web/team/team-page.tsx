import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { unlimited } from '#features/plans/contract-tools.ts'
import { workspacesContract } from '#features/workspaces/contract.ts'
import { roleAtLeast } from '#kit/endpoint.ts'
import { plural } from '#ui/format/format.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { roleLabels, roleMeanings } from '../role-labels.ts'
import type { Route } from './+types/team-page.ts'
import { ConfirmMemberDialog, type MemberAction } from './confirm-member-dialog.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberRow } from './member-row.tsx'
import { OwnershipOffer } from './ownership-offer.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Team · Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(workspacesContract.data, { workspace_id: workspace._id }))
}

/** Lists members and invitations with their roles; admins can invite, change roles and remove. */
export default function TeamPage({ loaderData: { workspace, members } }: Route.ComponentProps) {
  const { user } = useSignedIn()
  const { revalidate } = useRevalidator()
  const [action, setAction] = useState<MemberAction | null>(null)
  const refresh = () => revalidate()
  const active = members.filter(({ status }) => status === 'active').length
  const own = members.find(({ user_id }) => user_id === user.id)
  const ownPlan = workspace.role === 'owner'
  const maxMembers = Number(user.plan.members)
  return (
    <>
      <ScreenHead
        title="Team"
        meta={
          ownPlan && maxMembers < unlimited
            ? `${plural(active, 'person', 'people')} in ${workspace.name}. Your plan allows up to ${maxMembers} per workspace, including invitations.`
            : `${plural(active, 'person', 'people')} in ${workspace.name}.`
        }
      />
      <div className="grid max-w-220 gap-10">
        {own?.ownership_offered_until && (
          <OwnershipOffer
            member={own}
            owner={members.find(({ role }) => role === 'owner')}
            workspace={workspace}
            onAccept={() => setAction({ kind: 'accept', member: own })}
            onChanged={refresh}
          />
        )}
        {roleAtLeast(workspace.role, 'admin') && (
          <SettingsPart title="Invite">
            <InviteForm workspaceId={workspace._id} ownPlan={ownPlan} onInvited={() => void refresh()} />
          </SettingsPart>
        )}
        <SettingsPart title="People">
          <ul className="border-line border-t" aria-label="People">
            {members.map((member) => (
              <MemberRow
                key={member._id}
                member={member}
                workspaceId={workspace._id}
                role={workspace.role}
                isSelf={member.user_id === user.id}
                ownPlan={ownPlan}
                onAction={setAction}
                onChanged={refresh}
              />
            ))}
          </ul>
        </SettingsPart>
        <SettingsPart title="Roles">
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-1.5">
            {(['viewer', 'editor', 'admin', 'owner'] as const).map((role) => (
              <div key={role} className="col-span-2 grid grid-cols-subgrid">
                <dt>{roleLabels[role]}</dt>
                <dd className="text-ink-2">{roleMeanings[role]}</dd>
              </div>
            ))}
          </dl>
        </SettingsPart>
      </div>
      <ConfirmMemberDialog action={action} workspace={workspace} onClose={() => setAction(null)} onDone={refresh} />
    </>
  )
}
