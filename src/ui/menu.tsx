import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Kbd } from './kbd.tsx'
import { Link } from './link.tsx'
import { floatClass } from './popover.tsx'

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

export type MenuProps = {
  trigger: ReactElement
  items: MenuItem[]
  align?: 'start' | 'center' | 'end'
}

const itemClass =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-s px-2 py-1 no-underline outline-none select-none data-highlighted:bg-well data-disabled:opacity-45'

export function Menu({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cx(floatClass, 'min-w-48 max-w-80 p-1')}
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
