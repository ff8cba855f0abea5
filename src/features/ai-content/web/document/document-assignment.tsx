import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatDayShort } from '#ui/format/format.ts'
import type { Assignment } from '../../contract.ts'

const AssignDialog = lazy(() => import('./assign-dialog.tsx'))

export type DocumentAssignmentProps = {
  item: Assignment & { workspace_id: string }
  canEdit: boolean
}

/** Who owns a document and when it's due. */
export function DocumentAssignment({ item, canEdit }: DocumentAssignmentProps) {
  const [changed, setChanged] = useState<Assignment | null>(null)
  const [open, setOpen] = useState(false)
  // The document was read again since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it's read with other values
  useEffect(() => setChanged(null), [item.owner_id, item.due_on])
  const { owner, due_on, owner_id } = changed ?? item
  return (
    <section aria-labelledby="document-owner">
      <h2 id="document-owner" className="subheading mb-1">
        Owner
      </h2>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        {owner ?? 'No owner'} · {due_on ? `due ${formatDayShort(due_on)}` : 'no due date'}
      </p>
      {canEdit && (
        <Button size="s" className="mt-2" onClick={() => setOpen(true)}>
          Change owner or date
        </Button>
      )}
      <Suspense>
        {open && (
          <AssignDialog
            item={{ ...item, owner, owner_id, due_on }}
            onSaved={setChanged}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </section>
  )
}
