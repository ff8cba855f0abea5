import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import { Kbd } from '../kbd.tsx'
import { Link } from '../link.tsx'
import { floatClass } from './float-class.ts'

export type MenuItem =
  | {
      label: ReactNode
      onSelect?: () => void
      href?: string
      icon?: ReactNode
      /** Shown at the right; bind it with useHotkeys. */
      keys?: string
      hint?: ReactNode
      danger?: boolean
      disabled?: boolean
    }
  | { heading: string }
  | 'line'

export type MenuListProps = {
  items: MenuItem[]
  align?: 'start' | 'center' | 'end'
  triggerRef: RefObject<HTMLElement | null>
  triggerId: string
  /** After opening by keyboard, so that the next Enter does something. */
  isFirstFocused: boolean
  onClose: () => void
}

const itemClass =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-s px-2 py-1 no-underline outline-none select-none data-highlighted:bg-well data-disabled:opacity-45'

/** Lazily loaded by menu.tsx when a menu first opens. Anchored to its trigger, and returns the focus to it. */
export default function MenuList({
  items,
  align = 'end',
  triggerRef,
  triggerId,
  isFirstFocused,
  onClose,
}: MenuListProps) {
  // The page does not scroll while a menu is open: measured once is enough.
  const [triggerBox] = useState(() => triggerRef.current?.getBoundingClientRect())
  const isEntered = useRef(false)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Trigger asChild>
        <span
          aria-hidden
          className="pointer-events-none fixed"
          style={{ left: triggerBox?.left, top: triggerBox?.top, width: triggerBox?.width, height: triggerBox?.height }}
        />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          aria-labelledby={triggerId}
          // The library sees only keys that are pressed after it was loaded.
          onFocus={({ target, currentTarget }) => {
            if (!isFirstFocused || isEntered.current || target !== currentTarget) return
            isEntered.current = true
            currentTarget.querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])')?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // A dialog that an item opened, or a text it changed, keeps the focus.
            if (!document.activeElement?.closest('[role="dialog"], [contenteditable="true"]'))
              triggerRef.current?.focus()
          }}
          className={cx(
            floatClass,
            'max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-80 overflow-y-auto p-1',
          )}
        >
          {items.map((item, at) => {
            if (item === 'line') return <Radix.Separator key={at} className="my-1 h-px bg-line" />
            if ('heading' in item)
              return (
                <Radix.Label key={at} className="px-2 pt-2 pb-1 text-xs text-ink-3">
                  {item.heading}
                </Radix.Label>
              )
            const inside = (
              <>
                {item.icon && (
                  <span className="text-ink-3 [&_svg]:size-4" aria-hidden>
                    {item.icon}
                  </span>
                )}
                <span className="min-w-0 flex-1">
                  {item.label}
                  {item.hint && <span className="block text-xs text-ink-3">{item.hint}</span>}
                </span>
                {item.keys && <Kbd keys={item.keys} />}
              </>
            )
            return (
              <Radix.Item
                key={at}
                asChild={item.href !== undefined}
                disabled={item.disabled}
                onSelect={item.onSelect}
                className={cx(itemClass, item.danger && 'text-bad')}
              >
                {item.href === undefined ? inside : <Link href={item.href}>{inside}</Link>}
              </Radix.Item>
            )
          })}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
