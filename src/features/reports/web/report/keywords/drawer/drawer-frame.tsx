import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { formatCount } from '#ui/format/format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { OpenedKeyword } from './use-opened-keyword.ts'

/** A keyword's details beside the table or, without room there, over it: the way to the next one, and its name. */
export function DrawerFrame(props: OpenedKeyword & { children: ReactNode }) {
  const { row, modal, onClose, children } = props
  if (!modal)
    return (
      <aside
        aria-label={`Keyword: ${row.text}`}
        className="sticky top-3 max-h-[calc(100dvh-24px)] min-w-0 self-start overflow-y-auto rounded-l border border-line-2 bg-panel px-4.5 py-3.5"
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <Steps {...props} />
        <h3 className="heading [overflow-wrap:anywhere]">{row.text}</h3>
        {children}
      </aside>
    )
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-40 overflow-y-auto bg-panel px-4.5 py-3.5 outline-none sm:left-auto sm:w-140 sm:border-l sm:border-line-2 sm:shadow-float"
        >
          <Steps {...props} />
          <Radix.Title asChild>
            <h3 className="heading [overflow-wrap:anywhere]">{row.text}</h3>
          </Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const Steps = ({ index, count, onStep, onClose }: OpenedKeyword) => (
  <div className="mb-2 flex items-center gap-1">
    <IconButton size="s" label="Previous keyword" disabled={index === 0} onClick={() => onStep(-1)}>
      <ArrowUp size={15} aria-hidden />
    </IconButton>
    <IconButton size="s" label="Next keyword" disabled={index >= count - 1} onClick={() => onStep(1)}>
      <ArrowDown size={15} aria-hidden />
    </IconButton>
    <span className="text-xs text-ink-3">
      {formatCount(index + 1)} of {formatCount(count)}
    </span>
    <IconButton size="s" label="Close" className="ml-auto" onClick={onClose}>
      <X size={15} aria-hidden />
    </IconButton>
  </div>
)
