import { Outlet, useLocation } from 'react-router'
import { Tabs } from '#ui/tabs.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import type { Route } from './+types/admin-layout.ts'
import { requireStaff } from './require-staff.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  return null
}

const pages = [
  { value: '/app/admin', label: 'Users' },
  { value: '/app/admin/plans', label: 'Plans' },
  { value: '/app/admin/codes', label: 'Codes' },
  { value: '/app/admin/audit', label: 'Audit' },
  { value: '/app/admin/posts', label: 'Posts' },
  { value: '/app/admin/events', label: 'Events' },
  { value: '/app/admin/emails', label: 'Emails' },
  { value: '/app/admin/jobs', label: 'Jobs' },
  { value: '/app/admin/status', label: 'Status' },
  { value: '/app/admin/models', label: 'Models' },
  { value: '/app/admin/health', label: 'Health' },
]

/** The tab whose address an address begins with; the longest, since all begin with the first one's. */
const getTab = (pathname: string) =>
  pages
    .map(({ value }) => value)
    .reduce((best, value) =>
      pathname === value || (pathname.startsWith(`${value}/`) && value.length > best.length) ? value : best,
    )

/** Frame of the staff's pages. */
export default function AdminLayout() {
  const { pathname } = useLocation()
  return (
    <>
      <Tabs
        label="Admin"
        tabs={pages.map((page) => ({ ...page, href: page.value }))}
        value={getTab(pathname)}
        wrap
        className="mb-7"
      />
      <Outlet context={useSignedIn()} />
    </>
  )
}
