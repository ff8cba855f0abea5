import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import type { TransferStage } from '../contract.ts'
import { stageLabels } from '../rules/transfer-labels.ts'

export type TransferProgressProps = {
  stage: TransferStage
  progress: number
  /** Label of the cancel button. */
  stop: string
  stopping: boolean
  onStop: () => void
}

/** Progress of a transfer, with a cancel button. */
export function TransferProgress({ stage, progress, stop, stopping, onStop }: TransferProgressProps) {
  return (
    <div className="flex max-w-140 flex-wrap items-end gap-x-6 gap-y-3">
      <div className="min-w-48 flex-1">
        <p aria-live="polite" className="flex justify-between gap-4 text-s">
          <span>{stageLabels[stage]}</span>
          {stage !== 'waiting' && <span className="text-ink-3 tabular-nums">{Math.floor(progress * 100)}%</span>}
        </p>
        <Progress className="mt-2" value={stage === 'waiting' ? null : progress} label={stageLabels[stage]} />
      </div>
      <Button size="s" variant="quiet" busy={stopping} onClick={onStop}>
        {stop}
      </Button>
    </div>
  )
}
