import { orRespond } from '#web/calls/loader-calls.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireUser } from '#web/session/session.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { authContract } from '../../contract.ts'
import type { Route } from './+types/security-page.ts'
import { SecurityPassword } from './security-password.tsx'
import { SecuritySessions } from './security-sessions.tsx'
import { SecurityTwoFactor } from './security-two-factor.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Security · Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args)
  const { call } = args.context.get(pageContext)
  const { items } = await orRespond(args.request, call(authContract.sessionsList, {}))
  return { sessions: items }
}

/** What protects the account: its password, a second step, and where it is signed in. */
export default function SecurityPage({ loaderData: { sessions } }: Route.ComponentProps) {
  const { user } = useSignedIn()
  return (
    <>
      <ScreenHead title="Security" meta={user.email} />
      <div className="grid max-w-220 gap-10">
        <SettingsPart title="Password">
          <SecurityPassword user={user} />
        </SettingsPart>
        <SettingsPart title="Two-factor sign-in">
          <SecurityTwoFactor user={user} />
        </SettingsPart>
        <SettingsPart title="Active sessions">
          <SecuritySessions sessions={sessions} />
        </SettingsPart>
      </div>
    </>
  )
}
