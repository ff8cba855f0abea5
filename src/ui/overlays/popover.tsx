import { cloneElement, type HTMLAttributes, lazy, type ReactElement, type Ref, Suspense, useRef, useState } from 'react'
import type { PopoverWindowProps } from './popover-window.tsx'

export type PopoverProps = Pick<PopoverWindowProps, 'label' | 'children' | 'align' | 'className'> & {
  /** A button. */
  trigger: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

const load = () => import('./popover-window.tsx')
const PopoverWindow = lazy(load)
/** So that the window is there when the press comes. */
const preload = () => void load()

type TriggerProps = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }

/** A button that opens a window beside it. The window's script loads when someone nears the button. */
export function Popover({ trigger, open: openFrom, onOpenChange, ...rest }: PopoverProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const open = openFrom ?? ownOpen
  const setOpen = (next: boolean) => {
    setOwnOpen(next)
    onOpenChange?.(next)
  }
  const ref = useRef<HTMLElement>(null)
  const own = trigger.props as TriggerProps
  const props: TriggerProps = {
    ref,
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    onPointerEnter: (event) => {
      preload()
      own.onPointerEnter?.(event)
    },
    onFocus: (event) => {
      preload()
      own.onFocus?.(event)
    },
    onClick: (event) => {
      own.onClick?.(event)
      if (!event.defaultPrevented) setOpen(!open)
    },
  }
  return (
    <>
      {cloneElement(trigger, props)}
      {open && (
        <Suspense>
          <PopoverWindow {...rest} triggerRef={ref} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
