import { Outlet, useLocation } from 'react-router'
import { Link } from '#ui/link.tsx'
import { tabClass } from '#ui/tabs.tsx'
import { useSignedIn } from './use-signed-in.ts'

/** The pages of the settings, grouped by what they belong to. */
const groups = [
  {
    title: 'You',
    pages: [
      { href: '/app/settings', label: 'Account' },
      { href: '/app/settings/security', label: 'Security' },
    ],
  },
  {
    title: 'Workspace',
    pages: [
      { href: '/app/settings/workspace', label: 'Workspace' },
      { href: '/app/settings/team', label: 'Team' },
      { href: '/app/settings/domain', label: 'Domain' },
      { href: '/app/settings/voices', label: 'Brand voices' },
      { href: '/app/settings/models', label: 'Models' },
      { href: '/app/settings/keys', label: 'API keys' },
    ],
  },
  { title: 'Billing', pages: [{ href: '/app/billing', label: 'Plan and billing' }] },
]

/** Frame of every settings page: the groups of links above the page's own head. */
export default function SettingsLayout() {
  const pathname = useLocation().pathname.replace(/\/$/, '')
  return (
    <>
      <nav aria-label="Settings" className="mb-7 flex flex-wrap gap-x-8 gap-y-2 border-line border-b">
        {groups.map(({ title, pages }) => (
          <ul key={title} aria-label={title} className="flex flex-wrap gap-x-5.5">
            <li aria-hidden className="w-full text-ink-3 text-xs">
              {title}
            </li>
            {pages.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={href === pathname ? 'page' : undefined}
                  className={tabClass(href === pathname)}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <Outlet context={useSignedIn()} />
    </>
  )
}
