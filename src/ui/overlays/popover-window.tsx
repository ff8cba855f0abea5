import { Popover as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { cx } from '../class-names.ts'
import { floatClass } from './float-class.ts'

export type PopoverWindowProps = {
  /** Its name for screen readers. */
  label: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  className?: string
  triggerRef: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Lazily loaded by popover.tsx. Anchored to its trigger, and returns the focus to it. */
export default function PopoverWindow({
  label,
  children,
  align = 'start',
  className,
  triggerRef,
  onClose,
}: PopoverWindowProps) {
  const isLeft = useRef(false)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={triggerRef as RefObject<HTMLElement>} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // The trigger's own handler closes it.
            if (triggerRef.current?.contains(event.target as Node)) event.preventDefault()
            else isLeft.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!isLeft.current) triggerRef.current?.focus()
          }}
          className={cx(
            floatClass,
            'max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-16px)] overflow-y-auto p-3',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
