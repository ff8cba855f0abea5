import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { aiContentContract, type DocumentHead } from '#features/ai-content/contract.ts'
import { templates } from '#features/ai-content/rules/templates/templates.ts'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format/format.ts'
import { Input } from '#ui/forms/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { debounce } from '#web/calls/debounce.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { humanizerErrorTexts } from './error-texts.ts'
import type { Source } from './use-humanizer.ts'

export type Picked = { text: string; language: string; source: Source }

/** The workspace's documents, by title. */
export function DocumentPicker({ onPick, onClose }: { onPick(picked: Picked): void; onClose(): void }) {
  const { workspace } = useSignedIn()
  const [q, setQ] = useState('')
  const [items, setItems] = useState<DocumentHead[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const call = useCall()
  useEffect(() => {
    const load = (signal: AbortSignal) =>
      api(
        aiContentContract.find,
        { workspace_id: workspace._id, q: q.trim() || undefined, limit: 25 },
        { signal },
      ).then(
        (found) => {
          setProblem(null)
          setItems(found.items.filter(({ words }) => words > 0))
        },
        (error) => {
          if (!signal.aborted) setProblem(getSentence(error, humanizerErrorTexts))
        },
      )
    return debounce(load, q ? 200 : 0)
  }, [workspace._id, q])
  const pick = (head: DocumentHead) =>
    void call.run(async () => {
      const { item } = await api(aiContentContract.single, { _id: head._id })
      if (item.content_md.trim() === '')
        throw new AppError('conflict', 'The document is empty.', { reason: 'document_empty' })
      onPick({ text: item.content_md, language: item.language, source: { _id: item._id, title: item.title } })
    })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Open document">
      <Input
        type="search"
        aria-label="Search by title"
        placeholder="Search by title"
        icon={<Search size={15} aria-hidden />}
        value={q}
        maxLength={200}
        onChange={(event) => setQ(event.target.value)}
      />
      {problem && <ErrorNote className="mt-3">{problem}</ErrorNote>}
      <CallError error={call.error} texts={humanizerErrorTexts} className="mt-3" />
      <ul aria-label="Documents" aria-busy={items === null} className="mt-3 border-line border-t">
        {items?.map((head) => (
          <li key={head._id} className="border-line border-b">
            <button
              type="button"
              disabled={call.busy}
              onClick={() => pick(head)}
              className="block w-full px-1 py-2 text-left hover:bg-well"
            >
              <span className="block truncate font-serif text-l leading-snug">{head.title || 'Untitled'}</span>
              <span className="text-ink-3 text-xs">
                {templates[head.template].label} · {plural(head.words, 'word')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {items?.length === 0 && (
        <div className="pt-4 text-ink-2">
          {q ? 'No documents match your search.' : 'This workspace has no documents with text yet.'}
          {!q && (
            <p className="mt-3">
              <Button size="s" href="/app/content/new">
                New document
              </Button>
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
