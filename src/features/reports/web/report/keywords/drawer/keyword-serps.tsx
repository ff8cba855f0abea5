import { formatCount, formatDay } from '#ui/format/format.ts'
import type { KeywordDetails } from '../../../../contract.ts'
import { serpFeatureLabel, sourceLabel } from '../../../keyword-labels.ts'
import { Part } from './keyword-part.tsx'

/** The search results of the keyword, by source. */
export function KeywordSerps({ serps }: { serps: KeywordDetails['serps'] }) {
  if (serps.length === 0)
    return (
      <Part title="Search results">
        <p className="text-ink-3">No source was asked for the results of this keyword.</p>
      </Part>
    )
  return serps.map(({ source, fetched_at, features, results }) => (
    <Part key={source} title="Search results" note={`${sourceLabel(source)}, ${formatDay(fetched_at)}`}>
      {features && features.length > 0 && (
        <p className="mb-1.5 text-xs text-ink-2">Features: {features.map(serpFeatureLabel).join(' · ')}</p>
      )}
      <ol className="border-line border-t">
        {results.map(({ rank, url, domain, title, words }) => (
          <li key={url} className="flex items-baseline gap-2.5 border-line border-b py-1.5">
            <span className="w-4 shrink-0 text-right text-xs text-ink-3">{rank}</span>
            <span className="min-w-0 flex-1">
              {/^https?:\/\//i.test(url) ? (
                <a
                  className="block truncate hover:underline"
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                >
                  {title ?? url.replace(/^https?:\/\/(www\.)?/, '')}
                </a>
              ) : (
                <span className="block truncate">{title ?? url}</span>
              )}
              <span className="block truncate text-xs text-ink-3">{domain}</span>
            </span>
            {words !== null && (
              <span className="shrink-0 text-xs text-ink-2">
                {formatCount(words)} <span className="text-ink-3">words</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Part>
  ))
}
