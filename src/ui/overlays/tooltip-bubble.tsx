import { Popper, useEscapeKeydown } from 'radix-ui/internal'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { createPortal } from 'react-dom'

export type TooltipBubbleProps = {
  label: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  id: string
  control: RefObject<HTMLElement | null>
  onEnter: () => void
  onLeave: () => void
  onClose: () => void
}

/** Lazily loaded by tooltip.tsx. Escape, a press and scrolling close it. */
export default function TooltipBubble({ id, label, side, control, onEnter, onLeave, onClose }: TooltipBubbleProps) {
  useEscapeKeydown(onClose)
  useEffect(() => {
    const onScroll = ({ target }: Event) => target instanceof Node && target.contains(control.current) && onClose()
    window.addEventListener('scroll', onScroll, { capture: true })
    return () => window.removeEventListener('scroll', onScroll, { capture: true })
  }, [control, onClose])
  return createPortal(
    <Popper.Root>
      <Popper.Anchor virtualRef={control} />
      <Popper.Content
        id={id}
        role="tooltip"
        side={side}
        sideOffset={6}
        collisionPadding={8}
        onPointerEnter={onEnter}
        onPointerLeave={onLeave}
        className="z-50 max-w-70 rounded-m bg-ink px-2.5 py-1.5 text-xs leading-snug text-paper animate-[ui-fade_0.12s]"
      >
        {label}
      </Popper.Content>
    </Popper.Root>,
    document.body,
  )
}
