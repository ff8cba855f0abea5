import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { cx } from './class-names.ts'

export type DialogProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The element that opens it, when it opens itself. */
  trigger?: ReactNode
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  width?: 's' | 'm' | 'l'
}

const widths = { s: 'max-w-100', m: 'max-w-140', l: 'max-w-220' }

/** Centred on a desk, a sheet from below on a phone. Focus is kept inside and returned on closing. */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  children,
  footer,
  width = 'm',
}: DialogProps) {
  const opener = useRef<HTMLElement | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim animate-[ui-fade_0.14s]" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement as HTMLElement | null
          }}
          // A dialog without a trigger would lose the focus, so it returns to the previously focused
          // element.
          onCloseAutoFocus={(event) => {
            if (trigger) return
            event.preventDefault()
            opener.current?.focus()
          }}
          className={cx(
            'fixed z-40 flex max-h-[min(86dvh,760px)] w-full flex-col border-line-2 bg-panel shadow-float outline-none animate-[ui-rise_0.16s]',
            'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-xl max-sm:border-t',
            'sm:top-[12vh] sm:left-1/2 sm:-translate-x-1/2 sm:rounded-l sm:border sm:w-[calc(100%-32px)]',
            widths[width],
            'max-sm:max-w-none',
          )}
        >
          <div className="flex items-start gap-4 px-5 pt-4.5 pb-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="heading">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-s text-ink-2">{description}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mr-1.5 grid size-7 place-items-center rounded-m text-ink-3 hover:bg-well hover:text-ink"
            >
              <X size={16} aria-hidden />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
          {footer && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
