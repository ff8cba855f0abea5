import { Check, X } from 'lucide-react'
import type { StepView } from '../../rules/batch-status.ts'
import { stepLabels } from '../batch-labels.ts'

const stateNames = { done: 'done', running: 'in progress', failed: 'failed', waiting: 'not started' }

/** The steps of an item, each as a circle: done, at work with how far it is, failed or to do. */
export function ItemSteps({ steps }: { steps: readonly StepView[] }) {
  return (
    <ol className="flex">
      {steps.map(({ step, state, share }, index) => (
        <li key={step} className="flex flex-1 items-center" title={`${stepLabels[step]}: ${stateNames[state]}`}>
          <span className="sr-only">
            {stepLabels[step]}: {stateNames[state]}
          </span>
          <Circle state={state} share={share} />
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={`mx-1 h-0 flex-1 border-t-[1.5px] ${state === 'done' ? 'border-good' : 'border-line-2'}`}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

function Circle({ state, share }: Pick<StepView, 'state' | 'share'>) {
  if (state === 'done')
    return (
      <span aria-hidden className="grid size-5 place-items-center rounded-full border-[1.5px] border-good text-good">
        <Check size={11} strokeWidth={3} />
      </span>
    )
  if (state === 'failed')
    return (
      <span aria-hidden className="grid size-5 place-items-center rounded-full bg-bad text-paper">
        <X size={11} strokeWidth={3.2} />
      </span>
    )
  return <Ring share={share} running={state === 'running'} />
}

const radius = 8
const around = 2 * Math.PI * radius

/** A ring filled by how much is done. What runs shows at least a beginning. */
function Ring({ share, running }: { share: number; running: boolean }) {
  const filled = running ? Math.max(0.08, share) : share
  return (
    <svg viewBox="0 0 20 20" className="size-5 shrink-0" aria-hidden>
      <circle cx="10" cy="10" r={radius} fill="none" stroke="var(--line-2)" strokeWidth={filled > 0 ? 2.4 : 1.5} />
      {filled > 0 && (
        <circle
          cx="10"
          cy="10"
          r={radius}
          fill="none"
          stroke={running ? 'var(--accent)' : 'var(--ink-3)'}
          strokeWidth="2.4"
          strokeDasharray={`${filled * around} ${around}`}
          transform="rotate(-90 10 10)"
          className="transition-[stroke-dasharray] duration-300"
        />
      )}
    </svg>
  )
}
