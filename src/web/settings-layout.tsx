import { Outlet, useLocation } from 'react-router'
import { Tabs } from '#ui/tabs.tsx'
import { useSignedIn } from './use-signed-in.ts'

/** The pages of the settings, in the order they are shown. */
const pages = [
  { value: '/app/settings', label: 'Account' },
  { value: '/app/settings/security', label: 'Security' },
  { value: '/app/settings/workspace', label: 'Workspace' },
  { value: '/app/settings/team', label: 'Team' },
  { value: '/app/settings/domain', label: 'Domain' },
  { value: '/app/settings/voices', label: 'Brand voices' },
  { value: '/app/settings/models', label: 'Models' },
  { value: '/app/billing', label: 'Plan and billing' },
  { value: '/app/settings/keys', label: 'Keys' },
]

/** Frame of every settings page: one row of links above the page's own head. */
export default function SettingsLayout() {
  const { pathname } = useLocation()
  return (
    <>
      <Tabs
        label="Settings"
        tabs={pages.map((page) => ({ ...page, href: page.value }))}
        value={pathname.replace(/\/$/, '')}
        wrap
        className="mb-7"
      />
      <Outlet context={useSignedIn()} />
    </>
  )
}
