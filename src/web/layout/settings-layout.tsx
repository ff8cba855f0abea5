import { Outlet, useLocation } from 'react-router'
import { Disclosure } from '#ui/disclosure.tsx'
import { Link } from '#ui/link.tsx'
import { tabClass } from '#ui/tabs.tsx'
import { useSignedIn } from '../session/use-signed-in.ts'

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
      { href: '/app/settings/destinations', label: 'Destinations' },
      { href: '/app/settings/webhooks', label: 'Webhooks' },
      { href: '/app/settings/feeds', label: 'Data feeds' },
    ],
  },
  { title: 'Billing', pages: [{ href: '/app/billing', label: 'Plan and billing' }] },
]

/** The deliveries of a webhook belong to its page. */
const getPage = (pathname: string) => pathname.split('/').slice(0, 4).join('/')

/** Frame of every settings page: the groups of links above the page's own head, folded on a phone. */
export default function SettingsLayout() {
  const pathname = useLocation().pathname.replace(/\/$/, '')
  const page = getPage(pathname)
  const current = groups.flatMap(({ pages }) => pages).find(({ href }) => href === page)
  return (
    <>
      <nav aria-label="Settings" className="mb-7 border-line border-b max-sm:hidden">
        <Groups pathname={pathname} className="flex flex-wrap gap-x-8 gap-y-2" />
      </nav>
      <nav aria-label="Settings" className="mb-5 border-line border-b pb-2 sm:hidden">
        {/* Another page is another fold: it closes when a link is followed. */}
        <Disclosure key={pathname} summary={current ? `Settings: ${current.label}` : 'Settings'}>
          <Groups pathname={pathname} className="mt-2 grid gap-y-2" />
        </Disclosure>
      </nav>
      <Outlet context={useSignedIn()} />
    </>
  )
}

function Groups({ pathname, className }: { pathname: string; className: string }) {
  return (
    <div className={className}>
      {groups.map(({ title, pages }) => (
        <div key={title}>
          <p aria-hidden className="text-ink-3 text-xs">
            {title}
          </p>
          <ul aria-label={title} className="flex flex-wrap gap-x-5.5">
            {pages.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={href === pathname ? 'page' : undefined}
                  className={tabClass(href === getPage(pathname))}
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
