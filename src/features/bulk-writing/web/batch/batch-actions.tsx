import { Pause, Play, RotateCw, Square } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import type { Batch } from '../../contract-batch.ts'
import { isOver } from '../../rules/batch-status.ts'
import { bulkWritingErrorTexts } from '../error-texts.ts'
import type { BatchCommands } from './use-batch-commands.ts'

const ResumeDialog = lazy(() => import('./resume-dialog.tsx'))

/** Pause, resume, retry and cancel, as far as the batch's state allows. */
export function BatchActions({ batch, commands }: { batch: Batch; commands: BatchCommands }) {
  const [open, setOpen] = useState<'cancel' | 'resume' | null>(null)
  const { status, reason, counts } = batch
  const { busy } = commands
  const isPaused = status === 'paused'
  return (
    <>
      {counts.failed > 0 && status !== 'cancelled' && (
        <Button busy={busy} icon={<RotateCw size={14} aria-hidden />} onClick={() => void commands.retry()}>
          Retry {formatCount(counts.failed)} failed
        </Button>
      )}
      {(status === 'running' || status === 'queued') && (
        <Button busy={busy} icon={<Pause size={14} aria-hidden />} onClick={() => void commands.pause()}>
          Pause batch
        </Button>
      )}
      {isPaused && (
        <Button
          variant="solid"
          busy={busy}
          icon={<Play size={14} aria-hidden />}
          onClick={() => (reason === 'budget' ? setOpen('resume') : void commands.resume())}
        >
          Resume batch
        </Button>
      )}
      {!isOver(batch) && (
        <Button aria-haspopup="dialog" icon={<Square size={13} aria-hidden />} onClick={() => setOpen('cancel')}>
          Cancel batch
        </Button>
      )}
      {open === 'cancel' && (
        <ConfirmDialog
          title="Cancel this batch?"
          description="What is written so far stays in Content. Unused credits and reserved money are returned. A canceled batch can’t be resumed."
          action="Cancel batch"
          texts={bulkWritingErrorTexts}
          onConfirm={commands.cancelOrThrow}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'resume' && (
        <Suspense>
          <ResumeDialog batch={batch} onResumed={commands.changed} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
