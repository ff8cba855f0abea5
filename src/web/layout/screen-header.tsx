import type { ReactNode } from 'react'

export type ScreenHeadProps = {
  title: ReactNode
  /** One quiet line under the title. */
  meta?: ReactNode
  actions?: ReactNode
  /** Shown next to the title: a label or a status. */
  beside?: ReactNode
}

/** The head of every screen: its one h1, what it is about, what can be done with it. */
export function ScreenHead({ title, meta, actions, beside }: ScreenHeadProps) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-w-full lg:min-w-96 lg:flex-1 lg:basis-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="title min-w-0 [overflow-wrap:anywhere]" tabIndex={-1}>
            {title}
          </h1>
          {beside}
        </div>
        {meta && <p className="mt-1.5 text-ink-2">{meta}</p>}
      </div>
      {actions && (
        <div className="flex flex-wrap items-center gap-2 md:pt-0.5" data-screen-only>
          {actions}
        </div>
      )}
    </div>
  )
}
