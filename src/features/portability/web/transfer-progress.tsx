import { Button } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import type { TransferStage } from '../contract.ts'
import { stageWords } from '../transfer-labels.ts'

export type TransferProgressProps = {
  stage: TransferStage
  progress: number
  /** What stopping is called. */
  stop: string
  stopping: boolean
  onStop: () => void
}

/** How far something is that goes on by itself, and the way to stop it. */
export function TransferProgress({ stage, progress, stop, stopping, onStop }: TransferProgressProps) {
  return (
    <div className="flex max-w-140 flex-wrap items-end gap-x-6 gap-y-3">
      <div className="min-w-48 flex-1">
        <p aria-live="polite" className="flex justify-between gap-4 text-s">
          <span>{stageWords[stage]}</span>
          {stage !== 'waiting' && <span className="text-ink-3 tabular-nums">{Math.floor(progress * 100)} %</span>}
        </p>
        <Progress className="mt-2" value={stage === 'waiting' ? null : progress} label={stageWords[stage]} />
      </div>
      <Button size="s" variant="quiet" busy={stopping} onClick={onStop}>
        {stop}
      </Button>
    </div>
  )
}
