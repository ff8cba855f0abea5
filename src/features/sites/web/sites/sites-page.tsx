import { Globe, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { roleAtLeast } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { useNewDialog } from '#web/components/use-new-dialog.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type Site, sitesContract } from '../../contract.ts'
import { describeClicks } from '../clicks-change.ts'
import { CrawlLine } from '../crawl-line.tsx'
import { sitesErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/sites-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

const NewSiteDialog = lazy(() => import('../new-site-dialog.tsx'))

export const meta: Route.MetaFunction = () => [{ title: 'My site · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(sitesContract.list, { workspace_id: workspace._id }))
}

/** The workspace’s sites, oldest first. */
export default function SitesPage({ loaderData: { items } }: Route.ComponentProps) {
  const manages = roleAtLeast(useSignedIn().workspace.role, 'admin')
  const dialog = useNewDialog()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [deleting, setDeleting] = useState<Site | null>(null)
  usePolling(
    items.some(({ crawl }) => crawl.state === 'running'),
    revalidate,
    { everyMs: 3000 },
  )
  const add = (
    <Button variant="solid" icon={<Plus size={15} aria-hidden />} onClick={dialog.open}>
      New site
    </Button>
  )
  return (
    <>
      <ScreenHead
        title="My site"
        meta="Your own pages: what’s on them, who links to them and what changes."
        actions={manages && items.length > 0 && add}
      />
      {items.length > 0 ? (
        <ul className="border-line border-t" aria-label="Sites">
          {items.map((site) => (
            <li key={site._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2.5">
              <div className="min-w-0 flex-1">
                <Link
                  href={`/app/sites/${site._id}`}
                  className="font-serif text-l leading-snug no-underline [overflow-wrap:anywhere] hover:underline"
                >
                  {site.url}
                </Link>
                <p className={cx('text-s', site.clicks ? 'text-ink-2' : 'text-ink-3')}>{describeClicks(site)}</p>
                <p className="text-ink-3 text-xs">
                  <CrawlLine crawl={site.crawl} />
                </p>
              </div>
              {manages && (
                <RowMenu
                  label={`More for ${site.url}`}
                  items={[{ label: 'Delete…', danger: true, onSelect: () => setDeleting(site) }]}
                />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          illustration={<Globe size={28} strokeWidth={1.25} aria-hidden />}
          title="No sites yet."
          action={manages && add}
        >
          {manages
            ? 'Add your site to see its pages and how they link to each other.'
            : 'An admin of this workspace can add your site.'}
        </EmptyState>
      )}
      <Suspense>
        {dialog.isOpen && manages && (
          <NewSiteDialog onClose={dialog.close} onAdded={(site) => void navigate(`/app/sites/${site._id}`)} />
        )}
      </Suspense>
      {deleting && (
        <ConfirmDialog
          title={`Delete “${deleting.url}”?`}
          description="This deletes the site’s pages and their history here. Your website stays as it is. This can’t be undone."
          action="Delete site"
          texts={sitesErrorTexts}
          onConfirm={async () => {
            await api(sitesContract.remove, { _id: deleting._id })
            await revalidate()
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
