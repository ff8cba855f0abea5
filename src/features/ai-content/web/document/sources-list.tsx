import { ExternalLink } from 'lucide-react'
import type { Citation } from '../../contract.ts'
import { getQuotedShare } from '../../rules/quoted-words.ts'
import { getSourceShares } from '../../rules/source-shares.ts'

export type SourcesListProps = {
  citations: Citation[]
  /** The text, to say how much of it each page supports. */
  markdown: string
  /** Scrolls to the first citation of the page. */
  onGo?: (n: number) => void
  /** Opens the content brief, which lists the report's pages. Of documents with a report. */
  onOpenBrief?: (() => void) | undefined
}

/** The cited pages, by number. */
export function SourcesList({ citations, markdown, onGo, onOpenBrief }: SourcesListProps) {
  const shares = getSourceShares(markdown)
  const quoted = Math.round(100 * getQuotedShare(markdown))
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className="subheading mb-1">
        Sources
      </h2>
      {citations.length === 0 ? (
        <p className="text-ink-2">
          {onOpenBrief
            ? 'The text doesn’t cite any page.'
            : 'No sources yet. Documents written from a report cite its pages.'}
        </p>
      ) : (
        <>
          {quoted > 0 && <p className="mb-1 text-ink-2">{quoted}% of the words are quoted from other pages.</p>}
          <ol>
            {citations.map((citation) => (
              <li key={citation.n} className="flex gap-2.5 border-line border-b py-2 last:border-0">
                <button
                  type="button"
                  onClick={() => onGo?.(citation.n)}
                  aria-label={`Go to source ${citation.n} in the text`}
                  className="grid size-6 shrink-0 place-items-center rounded-s font-semibold text-accent-ink text-xs hover:bg-accent-wash"
                >
                  {citation.n}
                </button>
                <div className="min-w-0">
                  <a
                    href={citation.url}
                    target="_blank"
                    rel="noopener noreferrer"
                    className="link [overflow-wrap:anywhere]"
                  >
                    {citation.title || getHost(citation.url)}
                  </a>
                  <p className="flex items-center gap-1 text-ink-3 text-xs">
                    {getHost(citation.url)} <ExternalLink size={11} className="shrink-0" aria-hidden />
                  </p>
                  <p
                    className="text-ink-3 text-xs"
                    title="Words of the sentences that cite this page, as a share of all words"
                  >
                    supports {Math.round((shares.get(citation.n) ?? 0) * 100)}% of the text
                  </p>
                  {citation.quote && (
                    <p className="mt-0.5 line-clamp-3 font-serif text-ink-2 text-m">“{citation.quote}”</p>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
      {onOpenBrief && (
        <p className="mt-1.5 text-ink-2">
          All pages of the report with their facts are in the{' '}
          <button type="button" className="link" onClick={onOpenBrief}>
            content brief
          </button>
          .
        </p>
      )}
    </section>
  )
}

export function getHost(url: string) {
  try {
    return new URL(url).hostname.replace(/^www\./, '')
  } catch {
    return url
  }
}
