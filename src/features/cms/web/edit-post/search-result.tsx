export type SearchResultProps = { url: string; title: string; description: string; noindex: boolean }

const maxTitleLength = 60
const maxDescriptionLength = 160
const cut = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/\s+\S*$/, '')} …`

/** Approximate preview of the search result. */
export function SearchResult({ url, title, description, noindex }: SearchResultProps) {
  const shown = url.replace(/^https?:\/\//, '').replaceAll('/', ' › ')
  return (
    <section className="rounded-m border border-line bg-panel px-3.5 py-3" aria-label="Search result preview">
      {noindex ? (
        <p className="text-ink-2 text-s">Hidden from search engines</p>
      ) : (
        <>
          <p className="truncate text-ink-3 text-xs">{shown}</p>
          <p className="mt-0.5 text-accent-ink text-l leading-snug [overflow-wrap:anywhere]">
            {cut(title || 'Untitled', maxTitleLength)}
          </p>
          <p className="mt-0.5 text-ink-2 text-s leading-snug [overflow-wrap:anywhere]">
            {cut(description, maxDescriptionLength) || 'Search engines will pick text from the post.'}
          </p>
        </>
      )}
    </section>
  )
}
