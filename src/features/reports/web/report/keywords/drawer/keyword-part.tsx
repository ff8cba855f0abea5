import type { ReactNode } from 'react'

/** A titled part of a keyword's details. */
export const Part = ({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) => (
  <section className="mt-5">
    <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
      <h4 className="font-[550]">{title}</h4>
      {note && <span className="text-xs text-ink-3">{note}</span>}
    </div>
    {children}
  </section>
)
