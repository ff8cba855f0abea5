import { lazy, Suspense } from 'react'
import { CallError } from '#web/calls/call-error.tsx'
import { contentPlanErrorTexts } from '../error-texts.ts'
import type { Option } from '../item-labels.ts'
import type { PlanChanges } from './use-plan-change.ts'

const MergeDialog = lazy(() => import('./merge-dialog.tsx'))

type Props = {
  changes: PlanChanges
  members: readonly Option[]
  /** A field shows the error already. */
  isErrorShown?: boolean
  onMerged?: () => void
}

/** What a change was refused with, and the choices where others changed the same. */
export function ChangeNotes({ changes, members, isErrorShown = false, onMerged }: Props) {
  const { busy, error, merging, finishMerge, leaveMerge } = changes
  return (
    <>
      {!merging && !isErrorShown && <CallError className="mb-3" error={error} texts={contentPlanErrorTexts} />}
      {merging && (
        <Suspense>
          <MergeDialog
            open={merging}
            members={members}
            busy={busy}
            error={error}
            onSave={(chosen) => void finishMerge(chosen).then((saved) => saved && onMerged?.())}
            onLeave={() => void leaveMerge()}
          />
        </Suspense>
      )}
    </>
  )
}
