import type { ReactNode } from 'react'

export type SettingsPartProps = { title: ReactNode; id?: string; children: ReactNode }

/** One matter of a settings page: its name at the left, what can be set beside it. */
export const SettingsPart = ({ title, id, children }: SettingsPartProps) => (
  <section id={id} className="grid gap-x-10 gap-y-3 border-line border-t pt-5 md:grid-cols-[180px_minmax(0,1fr)]">
    <h2 className="subheading">{title}</h2>
    <div className="min-w-0">{children}</div>
  </section>
)
