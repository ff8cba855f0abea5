import { Badge } from '#ui/badge.tsx'
import { formatCount, formatDecimal } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import type { SitePage } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'

const reasons = {
  noindex: 'noindex',
  canonical: 'canonical elsewhere',
  robots: 'blocked by robots.txt',
  redirect: 'redirect',
  status: 'error',
  unread: 'not read',
} as const satisfies Record<NonNullable<SitePage['index_reason']>, string>

const figure = (value: number | null) => (value === null ? '–' : formatCount(value))

type Props = {
  pages: readonly SitePage[]
  /** Whether there is Search Console data to show. */
  hasSearch: boolean
}

/** Pages with what a crawl read on them. */
export function PagesTable({ pages, hasSearch }: Props) {
  const hasTopics = pages.some(({ topic }) => topic !== null)
  return (
    <Table caption="Pages" className="min-w-180">
      <thead>
        <tr>
          <TableHead>Page</TableHead>
          {hasTopics && <TableHead>Topic</TableHead>}
          {hasSearch && (
            <>
              <TableHead numeric>Clicks</TableHead>
              <TableHead numeric>Impressions</TableHead>
              <TableHead numeric>Position</TableHead>
            </>
          )}
          <TableHead numeric>Words</TableHead>
          <TableHead numeric>Internal links</TableHead>
          <TableHead numeric>Images without alt</TableHead>
          <TableHead>Status</TableHead>
        </tr>
      </thead>
      <tbody>
        {pages.map((page) => (
          <TableRow key={page._id}>
            {/* On a phone, the first figures stay in sight. */}
            <TableCell className="max-w-100 max-sm:max-w-44">
              <a
                href={page.url}
                rel="noreferrer nofollow"
                target="_blank"
                className="block truncate no-underline hover:underline"
              >
                {page.title ?? page.url}
              </a>
              {page.title !== null && <span className="block truncate text-ink-3 text-xs">{page.url}</span>}
            </TableCell>
            {hasTopics && <TableCell className="max-w-50 truncate text-ink-2">{page.topic ?? '–'}</TableCell>}
            {hasSearch && (
              <>
                <TableCell numeric>{figure(page.clicks)}</TableCell>
                <TableCell numeric>{figure(page.impressions)}</TableCell>
                <TableCell numeric>{page.position === null ? '–' : formatDecimal(page.position)}</TableCell>
              </>
            )}
            <TableCell numeric>{figure(page.words)}</TableCell>
            <TableCell numeric>
              {formatCount(page.inlinks)}
              <span className="block text-ink-3 text-xs">{formatCount(page.content_inlinks)} in content</span>
            </TableCell>
            <TableCell numeric>
              {page.images === null ? '–' : `${figure(page.images_without_alt)} of ${figure(page.images)}`}
            </TableCell>
            <TableCell>
              <Status page={page} />
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

function Status({ page }: { page: SitePage }) {
  const error = getStoredError(page)
  const { status, indexable, index_reason, redirect_to, state } = page
  return (
    <span className="flex max-w-60 flex-wrap items-center gap-1.5">
      {state === 'gone' && <Badge tone="bad">gone</Badge>}
      {indexable === true && <Badge tone="good">indexable</Badge>}
      {indexable === false && index_reason && (
        <Badge tone={index_reason === 'status' ? 'bad' : 'warn'}>
          {index_reason === 'status' || index_reason === 'redirect' ? `${status} ` : ''}
          {reasons[index_reason]}
        </Badge>
      )}
      {error && <span className="text-bad text-xs">{getErrorText(error, sitesErrorTexts)}</span>}
      {redirect_to && <span className="truncate text-ink-3 text-xs">to {redirect_to}</span>}
    </span>
  )
}
