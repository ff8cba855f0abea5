import { formatDay } from '#ui/format/format.ts'
import { ThemeToggle } from '#ui/theme/theme-toggle.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { requireUser } from '#web/session/session.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { PrivacyChoices } from '#web/tracking/privacy-choices.tsx'
import type { Route } from './+types/settings-page.ts'
import { AccountData } from './account-data.tsx'
import { AccountDeletion } from './account-deletion.tsx'
import { AccountEmail } from './account-email.tsx'
import { AccountEmailPreferences } from './account-email-preferences.tsx'
import { AccountName } from './account-name.tsx'
import { AccountTimeZone } from './account-time-zone.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Account · Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args)
  return null
}

/** Account settings: name, email, time zone, email preferences, data export and deletion. */
export default function SettingsPage() {
  const { user } = useSignedIn()
  return (
    <>
      <ScreenHead title="Account" meta={`Member since ${formatDay(user.created_at)}${user.staff ? ' · staff' : ''}`} />
      <div className="grid max-w-220 gap-10">
        <SettingsPart title="Name">
          <AccountName key={user.id} user={user} />
        </SettingsPart>
        <SettingsPart title="Email">
          <AccountEmail user={user} />
        </SettingsPart>
        <SettingsPart title="Time zone">
          <AccountTimeZone user={user} />
        </SettingsPart>
        <SettingsPart title="Emails">
          <AccountEmailPreferences user={user} />
        </SettingsPart>
        <SettingsPart title="Appearance">
          <div className="grid justify-items-start gap-2">
            <ThemeToggle />
            <p className="text-ink-3 text-xs">Saved in this browser.</p>
          </div>
        </SettingsPart>
        <SettingsPart title="Privacy" id="privacy">
          <PrivacyChoices back="/app/settings" />
        </SettingsPart>
        <SettingsPart title="Your data">
          <AccountData />
        </SettingsPart>
        <SettingsPart title="Delete account">
          <AccountDeletion user={user} />
        </SettingsPart>
      </div>
    </>
  )
}
