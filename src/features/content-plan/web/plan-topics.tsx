import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { NewPlanDialogProps, PlanFrom } from './new-plan-dialog.tsx'

const NewPlanDialog = lazy(() => import('./new-plan-dialog.tsx'))

type Props = {
  from: PlanFrom
  name: string
  size?: 's' | 'm'
  /** What it plans, where a screen has several. */
  of?: string
  label?: string
  icon?: ReactNode
}

/** The button “Plan pages”, which asks for a name and creates a content plan. */
export function PlanTopics({ from, name, size = 's', of, label = 'Plan pages', icon }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size={size}
        icon={icon}
        aria-haspopup="dialog"
        aria-label={of && `${label}: ${of}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && <PlanDialog from={from} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The same dialog, where something else opens it. */
export const PlanDialog = (props: NewPlanDialogProps) => (
  <Suspense>
    <NewPlanDialog {...props} />
  </Suspense>
)
