import {
  cloneElement,
  type HTMLAttributes,
  lazy,
  type ReactElement,
  type Ref,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { TooltipBubbleProps } from './tooltip-bubble.tsx'

export type TooltipProps = Pick<TooltipBubbleProps, 'label' | 'side'> & {
  /** One element that takes focus. */
  children: ReactElement
  delayMs?: number
}

const load = () => import('./tooltip-bubble.tsx')
const TooltipBubble = lazy(load)
/** Time for the pointer to reach the bubble: its text may hold a link. */
const leaveMs = 120

type ControlProps = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }

/** Says what a control does or why a value is missing. Never the only place for something needed. Its script loads on use. */
export function Tooltip({ label, children, side = 'top', delayMs = 350 }: TooltipProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const control = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current)
    if (afterMs === 0) setOpen(next)
    else timer.current = setTimeout(() => setOpen(next), afterMs)
  }
  const own = children.props as ControlProps
  const props: ControlProps = {
    ref: (element) => {
      control.current = element
      if (typeof own.ref === 'function') own.ref(element)
      else if (own.ref) own.ref.current = element
    },
    'aria-describedby': [own['aria-describedby'], open && id].filter(Boolean).join(' ') || undefined,
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event)
      if (event.pointerType === 'touch') return
      void load()
      change(true, delayMs)
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event)
      change(false, leaveMs)
    },
    onPointerDown: (event) => {
      own.onPointerDown?.(event)
      change(false, 0)
    },
    onFocus: (event) => {
      own.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) change(true, 0)
    },
    onBlur: (event) => {
      own.onBlur?.(event)
      change(false, 0)
    },
  }
  return (
    <>
      {cloneElement(children, props)}
      {open && (
        <Suspense>
          <TooltipBubble
            id={id}
            label={label}
            side={side}
            control={control}
            onEnter={() => change(true, 0)}
            onLeave={() => change(false, leaveMs)}
            onClose={() => change(false, 0)}
          />
        </Suspense>
      )}
    </>
  )
}
