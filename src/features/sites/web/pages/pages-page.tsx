import { useRevalidator, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format/format.ts'
import { Select } from '#ui/forms/select.tsx'
import { Progress } from '#ui/progress.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { ListToolbar } from '#web/components/list-toolbar.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { type Crawl, type PageFilters, type PageSort, sitesContract } from '../../contract.ts'
import { AiCrawlersTable, getCrawlersText } from '../ai-crawlers-table.tsx'
import { CrawlLine } from '../crawl-line.tsx'
import { sitesErrorTexts } from '../error-texts.ts'
import { SiteHead } from '../site-head.tsx'
import { UploadNote } from '../uploads/upload-note.tsx'
import type { Route } from './+types/pages-page.ts'
import { PagesTable } from './pages-table.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.site.url ?? 'My site'} · Pages · Earshot` },
]

const shows = {
  '': { label: 'All pages', filters: {} },
  indexable: { label: 'Indexable', filters: { indexable: true } },
  blocked: { label: 'Not indexable', filters: { indexable: false } },
  broken: { label: 'Broken (404 and 410)', filters: { status: [404, 410] } },
  redirects: { label: 'Redirects', filters: { status: [301, 302, 303, 307, 308] } },
  orphans: { label: 'Without internal links', filters: { inlinks: { max: 0 }, indexable: true } },
  thin: { label: 'Under 300 words', filters: { words: { max: 299 }, indexable: true } },
  removed: { label: 'No longer found', filters: { state: 'gone' } },
} as const satisfies Record<string, { label: string; filters: PageFilters }>

const sorts = {
  url: 'URL',
  '-words': 'most words',
  words: 'fewest words',
  '-inlinks': 'most internal links',
  inlinks: 'fewest internal links',
  depth: 'click depth',
  '-clicks': 'most search clicks',
  '-impressions': 'most impressions',
  position: 'best position',
} as const satisfies Partial<Record<PageSort, string>>

const get = <Name extends string>(table: Record<Name, unknown>, given: string | null, usual: Name): Name =>
  given !== null && Object.hasOwn(table, given) ? (given as Name) : usual

export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const params = new URL(args.request.url).searchParams
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const q = params.get('q')?.slice(0, 200)
  const filters: PageFilters = shows[get(shows, params.get('show'), '')].filters
  const sort = get(sorts, params.get('sort'), 'url')
  const _id = args.params.id
  const [{ site }, found] = await orRespond(
    args.request,
    Promise.all([
      call(sitesContract.get, { _id }),
      call(sitesContract.pages, { _id, ...(q ? { q } : {}), filters, sort, page, limit: 50 }),
    ]),
  )
  return { site, found }
}

/** The pages of a site, as its latest crawls found them. */
export default function PagesPage({ loaderData: { site, found } }: Route.ComponentProps) {
  const editor = canEdit(useSignedIn().workspace)
  const { revalidate } = useRevalidator()
  const [params] = useSearchParams()
  const { crawl } = site
  usePolling(crawl.state === 'running', revalidate, { everyMs: 2000 })
  const isFiltered = params.has('q') || params.has('show')
  const { busy, error, run } = useCall()
  const change = (endpoint: typeof sitesContract.crawl | typeof sitesContract.cancelCrawl) =>
    run(async () => {
      await api(endpoint, { _id: site._id })
      await revalidate()
    })
  const button =
    crawl.state === 'running' ? (
      <Button onClick={() => void change(sitesContract.cancelCrawl)} busy={busy}>
        Cancel crawl
      </Button>
    ) : (
      <Button
        variant={crawl.state === 'none' ? 'solid' : 'outline'}
        onClick={() => void change(sitesContract.crawl)}
        busy={busy}
      >
        {crawl.state === 'none' ? 'Crawl site' : 'Crawl again'}
      </Button>
    )
  return (
    <>
      <SiteHead site={site} tab="pages" meta={<CrawlLine crawl={crawl} />} actions={editor && button} />
      <CallError error={error} texts={sitesErrorTexts} className="mb-4" />
      {crawl.state === 'running' && (
        <Progress className="mb-4" label="Crawl" value={crawl.fetched / Math.max(1, crawl.found)} />
      )}
      <Skipped crawl={crawl} />
      {site.ai_crawlers && (
        <Disclosure className="mb-4" summary={getCrawlersText(site.ai_crawlers)}>
          <AiCrawlersTable access={site.ai_crawlers} />
        </Disclosure>
      )}
      <h2 className="sr-only">Pages</h2>
      {(found.total > 0 || isFiltered) && (
        <ListToolbar label="Pages" search="Search pages">
          <Select
            key={`show ${params.get('show')}`}
            name="show"
            className="w-auto"
            aria-label="Show"
            defaultValue={params.get('show') ?? ''}
            options={Object.entries(shows).map(([value, { label }]) => ({ value, label }))}
          />
          <Select
            key={`sort ${params.get('sort')}`}
            name="sort"
            className="w-auto"
            aria-label="Sort by"
            defaultValue={params.get('sort') ?? ''}
            options={Object.entries(sorts).map(([value, label]) => ({
              value: value === 'url' ? '' : value,
              label: `Sort by ${label}`,
            }))}
          />
        </ListToolbar>
      )}
      {found.items.length > 0 ? (
        <>
          <PagesTable pages={found.items} hasSearch={site.search_console.last_day !== null || found.upload !== null} />
          {found.upload && (
            <div className="mt-4">
              <UploadNote upload={found.upload} />
            </div>
          )}
        </>
      ) : isFiltered ? (
        <EmptyState
          title="No pages match your filters."
          action={<Button href={`/app/sites/${site._id}`}>Clear filters</Button>}
        />
      ) : (
        <EmptyState title={crawl.state === 'running' ? 'The first pages appear soon.' : 'No pages yet.'}>
          A crawl reads the site’s robots.txt and sitemaps and follows its links, one page per second.
        </EmptyState>
      )}
      <Pages page={found.page} limit={found.limit} total={found.total} what="pages" />
    </>
  )
}

/** What isn’t in the list, and why. */
function Skipped({ crawl: { skipped, state, added, changed, removed, complete } }: { crawl: Crawl }) {
  if (state === 'none' || state === 'running') return null
  const parts = [
    complete && added > 0 && `${plural(added, 'new page')}`,
    changed > 0 && `${plural(changed, 'page')} changed`,
    removed > 0 && `${plural(removed, 'page')} no longer found`,
    skipped.robots > 0 && `${plural(skipped.robots, 'URL')} blocked by robots.txt`,
    skipped.traps > 0 && `${plural(skipped.traps, 'link')} in calendars and filters skipped`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? <p className="mb-4 text-ink-3 text-s">Latest crawl: {parts.join(' · ')}</p> : null
}
