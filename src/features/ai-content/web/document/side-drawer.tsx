import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'
import { useReturnFocus } from '#ui/hooks/use-return-focus.ts'

export type SideDrawerProps = {
  title: ReactNode
  side?: 'left' | 'right'
  /** `l` for comparing texts. */
  width?: 's' | 'l'
  onClose: () => void
  children: ReactNode
}

/** A drawer at the side, or a bottom sheet on phones. Traps focus and restores it on closing. */
export function SideDrawer({ title, side = 'right', width = 's', onClose, children }: SideDrawerProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-[ui-fade_0.14s] bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          {...returnFocus}
          className={cx(
            'fixed z-40 flex animate-[ui-rise_0.16s] flex-col border-line-2 bg-paper shadow-float outline-none',
            'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[86dvh] max-sm:rounded-t-xl max-sm:border-t',
            'sm:inset-y-0 sm:w-full',
            width === 's' ? 'sm:max-w-90' : 'sm:max-w-240',
            side === 'right' ? 'sm:right-0 sm:border-l' : 'sm:left-0 sm:border-r',
          )}
        >
          <div className="flex items-center gap-4 border-line border-b px-5 py-3">
            <Radix.Title className="subheading flex-1">{title}</Radix.Title>
            <Radix.Close
              aria-label="Close"
              className="-mr-1.5 grid size-7 place-items-center rounded-m text-ink-3 hover:bg-well hover:text-ink"
            >
              <X size={16} aria-hidden />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
