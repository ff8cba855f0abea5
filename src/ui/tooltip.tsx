import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

export type TooltipProps = {
  label: ReactNode
  /** One element that takes focus. */
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
  delayMs?: number
}

/** Says what a control does or why a value is missing. Never the only place for something needed. */
export function Tooltip({ label, children, side = 'top', delayMs = 350 }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={delayMs}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-70 rounded-m bg-ink px-2.5 py-1.5 text-xs leading-snug text-paper animate-[ui-fade_0.12s]"
          >
            {label}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
