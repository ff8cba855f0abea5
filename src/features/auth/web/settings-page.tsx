import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { formatDay } from '#ui/format.ts'
import { ThemeToggle } from '#ui/theme-toggle.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { Moment } from '#web/moment.tsx'
import { orRespond, sentenceOf } from '#web/page-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-head.tsx'
import { requireUser } from '#web/session.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { authContract, type User } from '../contract.ts'
import type { Route } from './+types/settings-page.ts'
import { deviceName } from './device-name.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Settings · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args)
  const { call } = args.context.get(pageContext)
  const { items } = await orRespond(args.request, call(authContract.sessionsList, {}))
  return { sessions: items }
}

type SessionFacts = Route.ComponentProps['loaderData']['sessions'][number]

export default function SettingsPage({ loaderData: { sessions } }: Route.ComponentProps) {
  const { user } = useSignedIn()
  return (
    <>
      <ScreenHead title="Settings" meta={user.email} />
      <div className="grid max-w-220 gap-10">
        <Part title="Account">
          <Facts user={user} />
        </Part>
        <Part title="Look">
          <ThemeToggle />
        </Part>
        <Part title="Where you are signed in">
          <Sessions sessions={sessions} />
        </Part>
      </div>
    </>
  )
}

const Part = ({ title, id, children }: { title: string; id?: string; children: ReactNode }) => (
  <section id={id} className="grid gap-x-10 gap-y-3 border-line border-t pt-5 md:grid-cols-[180px_minmax(0,1fr)]">
    <h2 className="subheading">{title}</h2>
    <div className="min-w-0">{children}</div>
  </section>
)

function Facts({ user }: { user: User }) {
  const name = [user.personal.first_name, user.personal.last_name].filter(Boolean).join(' ')
  const facts: [string, ReactNode][] = [
    ['Name', name || '—'],
    ['Email', user.email],
    ['Here since', formatDay(user.created_at)],
    ['Workspaces', user.workspaces.map((each) => `${each.name} (${each.role})`).join(', ')],
    ...(user.staff ? ([['Installation', 'You run it: staff calls are open to you.']] as [string, ReactNode][]) : []),
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-2">
      {facts.map(([term, fact]) => (
        <div key={term} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-2">{term}</dt>
          <dd className="[overflow-wrap:anywhere]">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

function Sessions({ sessions }: { sessions: SessionFacts[] }) {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const end = async (which: { _id: string } | { all: true }) => {
    setBusy('_id' in which ? which._id : 'all')
    setRefusal(null)
    try {
      const { revoked } = await api(authContract.sessionsRevoke, which)
      notify.done(revoked === 1 ? 'Signed out there.' : `Signed out in ${revoked} places.`)
      await revalidate()
    } catch (error) {
      setRefusal(sentenceOf(error))
    } finally {
      setBusy(null)
    }
  }
  const others = sessions.filter((session) => !session.current).length
  return (
    <>
      <ul className="border-line border-t">
        {sessions.map((session) => (
          <li
            key={session._id}
            className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2"
          >
            <div className="min-w-0">
              <p>
                {deviceName(session.user_agent)}
                {session.current && (
                  <Badge tone="accent" className="ml-2">
                    this one
                  </Badge>
                )}
              </p>
              <p className="text-ink-3 text-xs">
                {session.address && `${session.address} · `}last used <Moment at={session.last_used_at} /> · since{' '}
                <Moment at={session.created_at} />
              </p>
            </div>
            {!session.current && (
              <Button
                size="s"
                busy={busy === session._id}
                aria-label={`Sign out ${deviceName(session.user_agent)}`}
                onClick={() => void end({ _id: session._id })}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {refusal && <ErrorNote className="mt-3">{refusal}</ErrorNote>}
      {others > 1 && (
        <Button className="mt-4" variant="danger" busy={busy === 'all'} onClick={() => void end({ all: true })}>
          Sign out everywhere else
        </Button>
      )}
    </>
  )
}
