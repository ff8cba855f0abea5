import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { formatDuration } from '#ui/format/format.ts'
import { Spinner } from '#ui/spinner.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { adminContract, type HealthItem } from '../../contract.ts'
import { adminErrorTexts } from '../error-texts.ts'
import { requireStaff } from '../require-staff.ts'
import type { Route } from './+types/health-page.ts'
import { healthParts, paidCheck } from './health-labels.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Health · Admin · Earshot' }]

/** Local checks run before the first paint; the others on demand. */
const localChecks = ['database', 'disk', 'queue']

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(adminContract.healthCheck, { ids: localChecks }))
}

const tones = { ok: 'good', warn: 'warn', failed: 'bad', off: 'plain' } as const
const stateLabels = { ok: 'works', warn: 'needs attention', failed: 'fails', off: 'not set up' }

type Check = { id: string; label: string }

export default function HealthPage({ loaderData: { items, checks } }: Route.ComponentProps) {
  const { found, running, run } = useChecks(items)
  const [params] = useSearchParams()
  const welcome = params.has('welcome')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arriving
  useEffect(() => {
    const ids = checks.map(({ id }) => id)
    if (welcome) void run(ids.filter((id) => !localChecks.includes(id) && !paidCheck.test(id)))
    // Free of charge, so model shutdown dates are checked on every visit.
    else void run(ids.filter((id) => /^model:.*life$/.test(id)))
  }, [])
  const parts = healthParts.map((part) => ({ ...part, checks: checks.filter(({ id }) => part.holds.test(id)) }))
  const rest = checks.filter(({ id }) => !healthParts.some(({ holds }) => holds.test(id)))
  return (
    <>
      <ScreenHead
        title={welcome ? 'Earshot is set up' : 'Health'}
        meta={
          welcome
            ? 'Your account owns this installation. Here’s what it can connect to. Everything below is optional.'
            : 'Every connection of this installation, tested live. Tests of paid sources cost money.'
        }
        actions={
          <>
            {welcome && (
              <Button variant="solid" href="/app/reports/new">
                Run your first report
              </Button>
            )}
            <Button
              variant={welcome ? 'outline' : 'solid'}
              busy={running.size > 0}
              onClick={() => void run(checks.map(({ id }) => id))}
            >
              Test all
            </Button>
          </>
        }
      />
      {welcome && (
        <p className="mb-8 max-w-[68ch] text-ink-2">
          Settings are environment variables. Set one, restart Earshot and test it here. You can find this page under
          Admin, Health.
        </p>
      )}
      <div className="grid max-w-220 gap-9">
        {[...parts, { title: 'More', about: '', settings: null, checks: rest }]
          .filter((part) => part.checks.length > 0)
          .map(({ title, about, settings, checks: own }) => (
            <section key={title} aria-label={title}>
              <h2 className="subheading">{title}</h2>
              {about && <p className="text-ink-2">{about}</p>}
              {settings && <p className="text-ink-3 text-xs">Settings: {settings}</p>}
              <ul className="mt-2.5 border-line border-t">
                {own.map((check) => (
                  <CheckRow
                    key={check.id}
                    check={check}
                    item={found.get(check.id)}
                    running={running.has(check.id)}
                    onTest={() => void run([check.id])}
                  />
                ))}
              </ul>
            </section>
          ))}
      </div>
    </>
  )
}

type CheckRowProps = { check: Check; item: HealthItem | undefined; running: boolean; onTest(): void }

const CheckRow = ({ check: { id, label }, item, running, onTest }: CheckRowProps) => (
  <li className="grid min-h-13 items-center gap-x-5 gap-y-1 border-line border-b py-2 sm:grid-cols-[150px_minmax(0,1fr)_auto]">
    <span className="font-[550]">{label}</span>
    <span aria-live="polite" className="min-w-0 [overflow-wrap:anywhere]">
      {item ? (
        <>
          <Badge tone={tones[item.state]}>{stateLabels[item.state]}</Badge>{' '}
          <span className="text-ink-2">{item.message}</span>
          {item.ms >= 100 && <span className="ml-2 text-ink-3 text-xs">{formatDuration(item.ms)}</span>}
        </>
      ) : (
        <span className="text-ink-3">
          {running ? 'testing' : paidCheck.test(id) ? 'not tested yet (the test costs money)' : 'not tested yet'}
        </span>
      )}
    </span>
    <span>
      {running ? (
        <Spinner className="mx-5" />
      ) : (
        <Button size="s" aria-label={`Test ${label}`} onClick={onTest}>
          Test
        </Button>
      )}
    </span>
  </li>
)

/** One call a check: each shows as soon as it is known. */
function useChecks(given: HealthItem[]) {
  const [found, setFound] = useState(() => new Map(given.map((item) => [item.id, item])))
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => setFound((old) => new Map([...old, ...given.map((item) => [item.id, item] as const)])), [given])
  const one = async (id: string) => {
    const item = await api(adminContract.healthCheck, { ids: [id] }).then(
      ({ items }) => items[0],
      (error): HealthItem => ({ id, label: id, state: 'failed', message: getSentence(error, adminErrorTexts), ms: 0 }),
    )
    if (item) setFound((old) => new Map(old).set(id, item))
    setRunning((old) => new Set([...old].filter((each) => each !== id)))
  }
  const run = async (ids: string[]) => {
    setRunning((old) => new Set([...old, ...ids]))
    await Promise.all(ids.map(one))
  }
  return { found, running, run }
}
