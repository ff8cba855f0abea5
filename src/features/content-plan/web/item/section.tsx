import type { ReactNode } from 'react'

export const Section = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="heading mb-2">
      {title} {note && <span className="ml-2 font-sans text-ink-2 text-s">{note}</span>}
    </h2>
    {children}
  </section>
)
