import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { StaffDetails } from '#web/calls/call-error.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import { DateTime } from '#web/components/date-time.tsx'
import type { WorkspaceImport } from '../../contract.ts'
import { ContentsLine } from '../archive-contents.tsx'
import { portabilityErrorTexts } from '../error-texts.ts'

/** Result of an import: the workspace with its contents, or the error. */
export function ImportOutcome({ item, fresh, onOpen }: { item: WorkspaceImport; fresh: boolean; onOpen: () => void }) {
  const error = getStoredError(item)
  if (error) {
    const text = getErrorText(error, portabilityErrorTexts)
    return (
      <ErrorNote tone={fresh ? 'bad' : 'warn'} details={<StaffDetails error={error} />}>
        {fresh ? text : `Last import: ${text}`}
      </ErrorNote>
    )
  }
  if (!item.workspace || !item.outcome) return <p className="text-ink-2">The last imported workspace was deleted.</p>
  return (
    <section aria-live="polite" className="grid gap-4 border-line border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-48 flex-1 font-serif text-l leading-snug">
          <span
            aria-hidden
            className="mr-2.5 inline-block size-2.5 rounded-full"
            style={{ backgroundColor: item.workspace.color }}
          />
          {item.workspace.name} was imported
          <span className="block font-sans text-ink-3 text-xs">
            <DateTime at={item.finished_at ?? item.created_at} />
          </span>
        </h2>
        <Button variant="solid" onClick={onOpen}>
          Open workspace
        </Button>
      </div>
      <ContentsLine counts={item.outcome.counts} label="Imported content" />
      {item.outcome.notes.length > 0 && (
        <ul className="grid gap-1.5 text-ink-2 text-s">
          {item.outcome.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
