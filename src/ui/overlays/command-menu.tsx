import { Dialog as Radix } from 'radix-ui'
import { lazy, Suspense } from 'react'
import { useReturnFocus } from '../hooks/use-return-focus.ts'
import { Skeleton } from '../skeleton.tsx'
import type { CommandMenuListProps } from './command-menu-list.tsx'

const CommandMenuList = lazy(() => import('./command-menu-list.tsx'))

export type CommandMenuProps = Omit<CommandMenuListProps, 'onDone'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** ⌘K. Its list (cmdk) loads when first opened. */
export function CommandMenu({ open, onOpenChange, ...list }: CommandMenuProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim animate-[ui-fade_0.12s]" />
        <Radix.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="fixed top-[10vh] left-1/2 z-40 w-[calc(100%-24px)] max-w-140 -translate-x-1/2 overflow-hidden rounded-l border border-line-2 bg-panel shadow-float outline-none animate-[ui-fade_0.12s]"
        >
          <Radix.Title className="sr-only">Commands</Radix.Title>
          <Suspense fallback={<Skeleton className="m-5 w-1/2" />}>
            <CommandMenuList {...list} onDone={() => onOpenChange(false)} />
          </Suspense>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
