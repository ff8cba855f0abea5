import { useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { formatLocalTime, formatTime } from '#ui/format/format.ts'
import { forgetUser } from './app-state.ts'

const never = () => () => {}

/**
 * The impersonation banner above every screen, next to the sidebar if there is one. Leaving is a plain form so that
 * the page reloads.
 */
export function SupportBanner({ email, until }: { email: string; until: string }) {
  const here = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <aside
      aria-label="Support access"
      className="no-print flex items-center justify-between gap-4 border-accent border-b-2 bg-accent-wash px-4 py-2 text-s md:col-start-2 md:row-start-1 md:px-9"
    >
      <p className="min-w-0 [overflow-wrap:anywhere]">
        You’re viewing <strong className="font-[550]">{email}</strong>’s account as support until{' '}
        <time dateTime={until} className="tabular-nums" suppressHydrationWarning>
          {here ? formatLocalTime(until) : `${formatTime(until)} UTC`}
        </time>
        .
      </p>
      <form method="post" noValidate action="/support" onSubmit={() => forgetUser()}>
        <Button type="submit" size="s">
          End support access
        </Button>
      </form>
    </aside>
  )
}
