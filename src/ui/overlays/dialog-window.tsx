import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { useReturnFocus } from '../hooks/use-return-focus.ts'

export type DialogWindowProps = {
  onOpenChange?: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  width?: 's' | 'm' | 'l'
}

const widths = { s: 'max-w-100', m: 'max-w-140', l: 'max-w-220' }

const firstField = ['text', 'search', 'email', 'url', 'password', 'number', 'tel']
  .map((type) => `input[type="${type}"]:enabled`)
  .concat('input:not([type]):enabled', 'textarea:enabled')
  .join()

/** The last button of the footer: what the dialog is for. */
const getMainButton = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll<HTMLElement>('[data-dialog-footer] button:enabled')].at(-1)

const anyField = 'input:enabled:not([type="hidden"]), select:enabled'

/** Where the focus starts. Null while the dialog has nothing but its close button. */
const getStart = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>(firstField) ?? getMainButton(dialog) ?? dialog.querySelector<HTMLElement>(anyField)

/** For a dialog that loads what it shows: its first field gets the focus once it's there, unless it moved on before. */
function focusWhenLoaded(dialog: HTMLElement) {
  dialog.focus()
  const observer = new MutationObserver(() => {
    const isWaiting = dialog.isConnected && document.activeElement === dialog
    const start = isWaiting ? getStart(dialog) : null
    if (isWaiting && !start) return
    observer.disconnect()
    start?.focus()
  })
  observer.observe(dialog, { childList: true, subtree: true })
}

/** What had the focus. An item of a menu is gone when the dialog closes, so it stands for the menu's button. */
function getOpener(): HTMLElement | null {
  const focused = document.activeElement
  const button = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (button ? document.getElementById(button) : focused) as HTMLElement | null
}

/** Lazily loaded by dialog.tsx. */
export default function DialogWindow({
  onOpenChange,
  title,
  description,
  children,
  footer,
  width = 'm',
}: DialogWindowProps) {
  const returnFocus = useReturnFocus(getOpener)
  return (
    <Radix.Root open onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim animate-[ui-fade_0.14s]" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus()
            const dialog = event.currentTarget as HTMLElement
            const start = getStart(dialog)
            event.preventDefault()
            if (start) start.focus()
            else focusWhenLoaded(dialog)
          }}
          // In a form, Enter is the browser's. Elsewhere a field has no button of its own.
          onKeyDown={(event) => {
            const field = event.target as HTMLElement
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return
            if (!field.matches(firstField) || field.matches('textarea') || field.closest('form')) return
            event.preventDefault()
            getMainButton(event.currentTarget)?.click()
          }}
          // Without a trigger of its own, the dialog would lose the focus.
          onCloseAutoFocus={returnFocus.onCloseAutoFocus}
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
          {footer && (
            <div data-dialog-footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
