import {
  cloneElement,
  type HTMLAttributes,
  lazy,
  type ReactElement,
  type Ref,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import type { MenuListProps } from './menu-list.tsx'

export type { MenuItem } from './menu-list.tsx'

export type MenuProps = Pick<MenuListProps, 'items' | 'align'> & {
  /** A button. */
  trigger: ReactElement
}

const load = () => import('./menu-list.tsx')
const MenuList = lazy(load)
/** So that the list is there when the press comes. */
const preload = () => void load()

type TriggerProps = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }

/** A button that opens a list of things to do. The list's script loads when someone nears the button. */
export function Menu({ trigger, items, align }: MenuProps) {
  const [opened, setOpened] = useState<'pointer' | 'keyboard' | null>(null)
  const ref = useRef<HTMLElement>(null)
  const ownId = useId()
  const own = trigger.props as TriggerProps
  const id = own.id ?? ownId
  const props: TriggerProps = {
    id,
    ref,
    'aria-haspopup': 'menu',
    'aria-expanded': opened !== null,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: (event) => {
      own.onClick?.(event)
      // Enter and Space press a button without a pointer: no click is counted.
      if (!event.defaultPrevented) setOpened(event.detail === 0 ? 'keyboard' : 'pointer')
    },
    onKeyDown: (event) => {
      own.onKeyDown?.(event)
      if (event.key !== 'ArrowDown' || event.defaultPrevented) return
      event.preventDefault()
      setOpened('keyboard')
    },
  }
  return (
    <>
      {cloneElement(trigger, props)}
      {opened && (
        <Suspense>
          <MenuList
            items={items}
            align={align}
            triggerRef={ref}
            triggerId={id}
            isFirstFocused={opened === 'keyboard'}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}
