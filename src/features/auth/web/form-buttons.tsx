import { Button, type ButtonProps } from '#ui/button.tsx'

export type FormButtonsProps = {
  action: string
  variant?: ButtonProps['variant']
  busy: boolean
  onCancel: () => void
}

/** Sends a form that unfolded in place, or folds it again. */
export const FormButtons = ({ action, variant, busy, onCancel }: FormButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button type="submit" variant={variant} busy={busy}>
      {action}
    </Button>
    <Button variant="quiet" onClick={onCancel}>
      Cancel
    </Button>
  </div>
)
