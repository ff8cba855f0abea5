import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ErrorBody } from '#kit/errors.ts'
import { plural } from '#ui/format/format.ts'
import { api } from '#web/calls/api.ts'
import { toErrorBody } from '#web/calls/error-texts.ts'
import { LoadError } from '#web/calls/load-error.tsx'
import { aiContentContract, type LinkState } from '../../contract.ts'
import { getPublishProblems, getWebLinks, type PublishedText, type PublishProblem } from '../../rules/publish-checks.ts'
import { aiContentErrorTexts } from '../error-texts.ts'

const sentences: Record<PublishProblem['id'], (count: number) => string> = {
  raw_titles: (count) =>
    `${plural(count, 'title or heading still reads', 'titles or headings still read')} like a search, in lowercase`,
  writer_notes: (count) => `${plural(count, 'note', 'notes')} of the built-in writer in the text`,
  empty_sections: (count) => `${plural(count, 'heading has', 'headings have')} no text below`,
  repeated_headings: (count) => `${plural(count, 'heading repeats', 'headings repeat')} an earlier one`,
  lost_citations: (count) => `${plural(count, 'citation has', 'citations have')} no source`,
  claims: (count) => `${plural(count, 'claim isn’t', 'claims aren’t')} supported by a source`,
  copied: (count) =>
    `${plural(count, 'sentence is', 'sentences are')} word for word from a cited page, without quotation marks`,
  alt_text: (count) => `${plural(count, 'image has', 'images have')} no description (alt text)`,
  links: (count) => `${plural(count, 'link doesn’t', 'links don’t')} lead to a web address`,
  quoted: (count) => `${count}% of the words are quoted from other pages`,
}

export type PublishChecksProps = {
  /** The document's id. */
  id: string
  /** The text to check. */
  text: PublishedText
  /** Closes the dialog and goes to the place in the text. */
  onGo: (problem: PublishProblem['id'], example: string) => void
}

type LinkCheck = { items: LinkState[]; unchecked: number } | null

/** What to look at before publishing. Renders nothing if there is nothing. */
export function PublishChecks({ id, text, onGo }: PublishChecksProps) {
  const [links, setLinks] = useState<LinkCheck>(null)
  const [error, setError] = useState<ErrorBody | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another question
  useEffect(() => {
    const stop = new AbortController()
    setError(null)
    api(aiContentContract.links, { _id: id }, { signal: stop.signal })
      .then(setLinks)
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted) setError(toErrorBody(thrown))
      })
    return () => stop.abort()
  }, [id, tries])
  const problems = getPublishProblems(text)
  const hasLinks = getWebLinks(text.markdown).length > 0 || text.citations.length > 0
  const linkError = hasLinks ? error : null
  const linkNotes = hasLinks && !error ? toLinkNotes(links) : []
  if (problems.length + linkNotes.length === 0 && !linkError) return null
  return (
    <section aria-labelledby="publish-checks" className="mb-5 rounded-m border border-line-2 bg-panel p-3">
      <h3 id="publish-checks" className="mb-1 flex items-center gap-1.5 font-[600]">
        <TriangleAlert size={14} aria-hidden /> Before you publish
      </h3>
      <ul className="flex flex-col gap-1 text-ink-2 text-s" aria-live="polite">
        {problems.map(({ id, count, examples }) => (
          <li key={id}>
            {sentences[id](count)}
            {examples.length > 0 && (
              <span className="text-ink-3 [overflow-wrap:anywhere]">
                :{' '}
                {examples.map((example, at) => (
                  <span key={example}>
                    {at > 0 && ' · '}
                    <button type="button" className="link text-left" onClick={() => onGo(id, example)}>
                      {example.length > 60 ? `${example.slice(0, 59).trimEnd()}…` : example}
                    </button>
                  </span>
                ))}
                {count > examples.length && ` and ${count - examples.length} more`}
              </span>
            )}
          </li>
        ))}
        {linkNotes.map((note) => (
          <li key={note} className="[overflow-wrap:anywhere]">
            {note}
          </li>
        ))}
      </ul>
      {linkError && (
        <LoadError
          className="mt-2"
          what="The links weren’t checked."
          error={linkError}
          texts={aiContentErrorTexts}
          onRetry={() => setTries((count) => count + 1)}
        />
      )}
    </section>
  )
}

function toLinkNotes(links: LinkCheck): string[] {
  if (links === null) return ['Checking links…']
  const broken = links.items.filter(({ state }) => state === 'broken')
  const unknown = links.items.filter(({ state }) => state === 'unknown').length + links.unchecked
  return [
    ...broken.map(({ url, note }) => `Broken link: ${url}. ${note}`),
    ...(unknown > 0
      ? [`${plural(unknown, 'link')} couldn’t be checked. Open ${unknown === 1 ? 'it' : 'them'} yourself.`]
      : []),
  ]
}
