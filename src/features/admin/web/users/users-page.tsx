import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CatalogPlan } from '#features/plans/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDay, plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type AdminUser, adminContract } from '../../contract.ts'
import { ListSearch } from '../admin-search.tsx'
import { adminErrorTexts } from '../error-texts.ts'
import { getListParams, requireStaff } from '../require-staff.ts'
import type { Route } from './+types/users-page.ts'
import { DisableAccount } from './disable-account.tsx'
import { GrantPlan } from './grant-plan.tsx'
import { ImpersonateUser } from './impersonate-user.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Users · Admin · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  const params = getListParams(args.request)
  const [found, plans] = await orRespond(
    args.request,
    Promise.all([call(adminContract.usersList, { ...params, limit: 25 }), call(adminContract.plansList, {})]),
  )
  return { found, params, plans: plans.items }
}

export default function UsersPage({ loaderData: { found, params, plans } }: Route.ComponentProps) {
  const { user } = useSignedIn()
  return (
    <>
      <ScreenHead
        title="Users"
        meta={plural(found.total, params.q ? 'account found' : 'account', params.q ? 'accounts found' : 'accounts')}
      />
      <ListSearch label="Email or name" q={params.q} />
      {found.items.length === 0 ? (
        <EmptyState title="No accounts found." action={<Button href="/app/admin">Clear search</Button>}>
          No accounts match your search.
        </EmptyState>
      ) : (
        <ul className="border-line border-t">
          {found.items.map((each) => (
            <UserRow key={each._id} user={each} plans={plans} isSelf={each._id === user.id} />
          ))}
        </ul>
      )}
      <Pages page={found.page} limit={found.limit} total={found.total} what="accounts" />
    </>
  )
}

function UserRow({ user, plans, isSelf }: { user: AdminUser; plans: CatalogPlan[]; isSelf: boolean }) {
  const [granting, setGranting] = useState(false)
  const [disabling, setDisabling] = useState(false)
  const [impersonating, setImpersonating] = useState(false)
  const { enable, busy, error } = useEnableAccount(user)
  const name = [user.personal.first_name, user.personal.last_name].filter(Boolean).join(' ')
  const label = plans.find((plan) => plan.name === user.plan.name)?.label ?? user.plan.name
  return (
    <li className="grid gap-x-6 gap-y-2 border-line border-b py-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
          <span className="min-w-0">
            <span className="font-[550]">{user.email}</span> {name && <span className="text-ink-2">{name}</span>}
          </span>
          {user.staff && <Badge tone="accent">staff</Badge>}
          {user.disabled && <Badge tone="bad">disabled</Badge>}
          {!user.email_verified && <Badge>email not confirmed</Badge>}
        </p>
        <p className="mt-0.5 text-ink-2 text-xs">
          {label}
          {user.plan.renews_at && ` until ${formatDay(user.plan.renews_at)}`}
          {user.plan.codes.length > 0 && `, ${plural(user.plan.codes.length, 'code')}`}
          {` · ${plural(user.usage.reports, 'report')}, ${plural(user.usage.ai, 'AI text')} this month · ${plural(user.workspaces, 'workspace')}`}
        </p>
        <p className="mt-0.5 text-ink-3 text-xs">
          Member since {formatDay(user.created_at)}
          {user.last_seen_at && (
            <>
              , last seen <DateTime at={user.last_seen_at} />
            </>
          )}
        </p>
        <CallError error={error} texts={adminErrorTexts} className="mt-2" />
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <Button size="s" onClick={() => setGranting(true)} aria-label={`Grant plan to ${user.email}`}>
          Grant plan
        </Button>
        {!isSelf && !user.disabled && (
          <Button size="s" onClick={() => setImpersonating(true)} aria-label={`Sign in as ${user.email}`}>
            Sign in as
          </Button>
        )}
        {user.disabled ? (
          <Button size="s" busy={busy} onClick={() => void enable()} aria-label={`Enable account ${user.email}`}>
            Enable account
          </Button>
        ) : (
          !isSelf && (
            <Button
              size="s"
              variant="danger"
              onClick={() => setDisabling(true)}
              aria-label={`Disable account ${user.email}`}
            >
              Disable account
            </Button>
          )
        )}
      </div>
      {granting && <GrantPlan user={user} plans={plans} onClose={() => setGranting(false)} />}
      {impersonating && <ImpersonateUser email={user.email} onClose={() => setImpersonating(false)} />}
      {disabling && <DisableAccount user={user} onClose={() => setDisabling(false)} />}
    </li>
  )
}

function useEnableAccount(user: AdminUser) {
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  const enable = () =>
    run(async () => {
      await api(adminContract.usersDisable, { user_id: user._id, disabled: false })
      notify.done(`${user.email} can sign in again.`)
      await revalidate()
    })
  return { enable, busy, error }
}
