import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatLocalDateTime, plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { LoadError } from '#web/calls/load-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { type SuggestionItem, suggestionsContract } from '../contract-suggestions.ts'
import { reviewErrorTexts } from './error-texts.ts'
import { loadAll } from './load-all.ts'
import { SuggestedChange } from './suggested-change.tsx'

export type DocumentSuggestionsProps = {
  documentId: string
  /** The saved version: where suggestions are in it changes with it. */
  version: number
  canEdit: boolean
  /** Saves what's typed, which an accepted change is put into. False: it couldn't be saved. */
  saveNow(): Promise<boolean>
  /** How many there are. */
  onCount(count: number): void
}

/** Changes that guests suggest in a document, to accept or reject one by one or all. */
export default function DocumentSuggestions(props: DocumentSuggestionsProps) {
  const { documentId, version, canEdit, saveNow, onCount } = props
  const [items, setItems] = useState<SuggestionItem[] | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Reading the list again doesn't disable the buttons that someone is on.
  const { error: loadError, run: load } = useCall()
  const { error, run, busy } = useCall()
  const latest = useRef(0)
  /** An answer that was asked for before another one is outdated when it comes after it. */
  const show = async () => {
    const request = ++latest.current
    const found = await loadAll((paging) => api(suggestionsContract.list, { document_id: documentId, ...paging }))
    if (request !== latest.current) return
    setItems(found)
    onCount(found.length)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a version, and whenever its reader comes back to the window
  useEffect(() => {
    void load(show)
    const onFocus = () => void load(show)
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [documentId, version])
  if (!items || items.length === 0)
    return loadError ? (
      <LoadError
        what="Suggested changes couldn’t be loaded."
        error={loadError}
        texts={reviewErrorTexts}
        onRetry={() => void load(show)}
      />
    ) : null
  const decide = (call: 'accept' | 'reject', id?: string) =>
    run(async () => {
      if (call === 'accept' && !(await saveNow())) return
      const input = { document_id: documentId, ...(id ? { ids: [id] } : {}) }
      if (call === 'reject') await api(suggestionsContract.reject, input)
      else {
        const { conflicts } = await api(suggestionsContract.accept, input)
        if (conflicts > 0)
          notify.failed(
            `${plural(conflicts, 'suggestion')} couldn’t be accepted, because the passage was changed since.`,
          )
      }
      await show()
      // The button that was pressed is gone.
      heading.current?.focus()
    })
  const isAcceptable = items.some(({ state }) => state === 'open')
  return (
    <section aria-labelledby="document-suggestions">
      <h2 id="document-suggestions" ref={heading} tabIndex={-1} className="subheading mb-1">
        {plural(items.length, 'suggested change')}
      </h2>
      <CallError error={error ?? loadError} texts={reviewErrorTexts} />
      {canEdit && items.length > 1 && (
        <div className="mt-1 flex flex-wrap gap-2">
          <Button size="s" disabled={busy || !isAcceptable} onClick={() => void decide('accept')}>
            Accept all
          </Button>
          <Button size="s" disabled={busy} onClick={() => void decide('reject')}>
            Reject all
          </Button>
        </div>
      )}
      <ul>
        {items.map((each) => (
          <li key={each._id} className="border-line border-b py-2 last:border-0">
            <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
              <b className="font-[600] text-ink-2">{each.author.name}</b> (guest) · {formatLocalDateTime(each.at)}
            </p>
            <SuggestedChange suggestion={each} />
            {canEdit && (
              <div className="mt-1.5 flex flex-wrap gap-2">
                {each.state === 'open' && (
                  <Button
                    size="s"
                    disabled={busy}
                    aria-label={`Accept ${getName(each)}`}
                    onClick={() => void decide('accept', each._id)}
                  >
                    Accept
                  </Button>
                )}
                <Button
                  size="s"
                  disabled={busy}
                  aria-label={`Reject ${getName(each)}`}
                  onClick={() => void decide('reject', each._id)}
                >
                  Reject
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const getName = ({ before, after, author }: SuggestionItem) =>
  `change of ${author.name}: ${shorten(before)} to ${shorten(after)}`
const shorten = (text: string) => (text.trim() === '' ? 'nothing' : text.length > 60 ? `${text.slice(0, 57)}…` : text)
