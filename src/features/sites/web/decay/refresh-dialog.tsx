import { useEffect, useState } from 'react'
import { importedImages } from '#features/images/web/in-text/imported-images.ts'
import type { OutputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { type Decay, sitesContract } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'
import { toPath } from '../page-path.ts'

type Props = { decay: Decay; onClose: () => void; onMade: () => void }

/** Makes the refresh draft of a page and says what to change in it. */
export default function RefreshDialog({ decay, onClose, onMade }: Props) {
  const { busy, error, run } = useCall()
  const [made, setMade] = useState<OutputOf<typeof sitesContract.refreshDraft> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    void run(async () => {
      setMade(await api(sitesContract.refreshDraft, { _id: decay._id }))
      onMade()
    })
  }, [decay._id])
  const notes = made?.notes
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Refresh draft"
      description={`What ${toPath(decay.page)} lacks. Your page stays as it is until you publish the draft.`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {made && (
            <Button variant="solid" href={`/app/content/${made.draft_id}?${importedImages}=1`}>
              Open draft
            </Button>
          )}
        </>
      }
    >
      {busy && !made && <Skeleton className="h-40" />}
      {notes && (
        <div className="grid gap-4">
          <Notes title="Queries that lost clicks" lines={notes.queries} />
          <Notes title="Questions it doesn’t answer" lines={notes.questions} />
          <Notes title="Words it lacks" lines={notes.terms.length > 0 ? [notes.terms.join(', ')] : []} />
          <Notes title="Sentences with a year that is over" lines={notes.outdated} />
          <Notes
            title="Pages to link to"
            lines={notes.links.map(({ anchor, url }) => `“${anchor}” → ${toPath(url)}`)}
          />
          {Object.values(notes).every(({ length }) => length === 0) && (
            <p className="text-ink-2 text-s">
              Nothing is missing that its queries would tell. Compare the page with those that rank above it.
            </p>
          )}
        </div>
      )}
      <CallError error={error} texts={sitesErrorTexts} />
    </Dialog>
  )
}

function Notes({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 font-[600] text-s">{title}</h3>
      <ul className="grid gap-0.5 text-ink-2 text-s">
        {lines.map((line) => (
          <li key={line} className="[overflow-wrap:anywhere]">
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
