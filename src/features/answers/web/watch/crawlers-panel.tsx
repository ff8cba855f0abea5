import type { Site } from '#features/sites/contract.ts'
import { AiCrawlersTable, getCrawlersText } from '#features/sites/web/ai-crawlers-table.tsx'
import { Disclosure } from '#ui/disclosure.tsx'

/** Whether assistants may fetch the brand’s own sites: what they can’t read, they can’t cite. */
export function CrawlersPanel({ sites }: { sites: Site[] }) {
  const read = sites.flatMap(({ _id, url, ai_crawlers }) => (ai_crawlers ? [{ _id, url, access: ai_crawlers }] : []))
  if (read.length === 0) return null
  return (
    <section aria-label="AI crawlers on your site" className="mt-9 min-w-0">
      <h2 className="font-serif text-xl">AI crawlers on your site</h2>
      <p className="mt-1 mb-2 text-ink-3 text-xs">
        Assistants cite pages that they can fetch. What robots.txt says to their bots, as the latest crawl read it:
      </p>
      {read.map(({ _id, url, access }) => (
        <Disclosure key={_id} summary={`${url} · ${getCrawlersText(access)}`}>
          <AiCrawlersTable access={access} />
        </Disclosure>
      ))}
    </section>
  )
}
