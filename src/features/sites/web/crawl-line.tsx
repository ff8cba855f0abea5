import { plural } from '#ui/format/format.ts'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import { DateTime } from '#web/components/date-time.tsx'
import type { Crawl } from '../contract.ts'
import { sitesErrorTexts } from './error-texts.ts'

/** The latest crawl in one line. */
export function CrawlLine({ crawl }: { crawl: Crawl }) {
  const { state, pages, fetched, found, finished_at } = crawl
  if (state === 'none') return <>Not crawled yet</>
  if (state === 'running')
    return (
      <>
        Crawling: {plural(fetched, 'URL')} of {found} found
      </>
    )
  const when = finished_at && (
    <>
      {' '}
      · crawled <DateTime at={finished_at} />
    </>
  )
  const error = getStoredError(crawl)
  if (state === 'failed' && error)
    return (
      <span className="text-bad">
        Crawl failed: {getErrorText(error, sitesErrorTexts)}
        {when}
      </span>
    )
  return (
    <>
      {plural(pages, 'page')}
      {state === 'cancelled' ? ' · crawl canceled' : crawl.complete ? '' : ' · not all pages were fetched'}
      {when}
    </>
  )
}
