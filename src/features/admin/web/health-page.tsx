import { useEffect, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { formatDuration } from '#ui/format.ts'
import { Spinner } from '#ui/spinner.tsx'
import { api } from '#web/api.ts'
import { orRespond, sentenceOf } from '#web/page-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-head.tsx'
import { adminContract, type HealthItem } from '../contract.ts'
import type { Route } from './+types/health-page.ts'
import { requireStaff } from './require-staff.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Health · Staff · Earshot' }]

/** What stands in this machine is looked at for the first paint; what is far away, when asked. */
const near = ['database', 'disk', 'queue']

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(adminContract.healthCheck, { ids: near }))
}

const tones = { ok: 'good', warn: 'warn', failed: 'bad', off: 'plain' } as const
const words = { ok: 'works', warn: 'look at it', failed: 'fails', off: 'not set up' }

export default function HealthPage({ loaderData: { items, checks } }: Route.ComponentProps) {
  const { found, running, run } = useChecks(items)
  return (
    <>
      <ScreenHead
        title="Health"
        meta="Each connection of this installation, tested live. A source that charges is charged for its test."
        actions={
          <Button variant="solid" busy={running.size > 0} onClick={() => void run(checks.map(({ id }) => id))}>
            Test everything
          </Button>
        }
      />
      <ul className="max-w-220 border-line border-t">
        {checks.map(({ id, label }) => {
          const item = found.get(id)
          return (
            <li
              key={id}
              className="grid min-h-13 items-center gap-x-5 gap-y-1 border-line border-b py-2 sm:grid-cols-[150px_minmax(0,1fr)_auto]"
            >
              <span className="font-[550]">{label}</span>
              <span aria-live="polite" className="min-w-0 [overflow-wrap:anywhere]">
                {item ? (
                  <>
                    <Badge tone={tones[item.state]}>{words[item.state]}</Badge>{' '}
                    <span className="text-ink-2">{item.message}</span>
                    {item.ms >= 100 && <span className="ml-2 text-ink-3 text-xs">{formatDuration(item.ms)}</span>}
                  </>
                ) : (
                  <span className="text-ink-3">not tested yet</span>
                )}
              </span>
              <span>
                {running.has(id) ? (
                  <Spinner className="mx-5" />
                ) : (
                  <Button size="s" aria-label={`Test ${label}`} onClick={() => void run([id])}>
                    Test
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** One call a check: each shows as soon as it is known. */
function useChecks(given: HealthItem[]) {
  const [found, setFound] = useState(() => new Map(given.map((item) => [item.id, item])))
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => setFound((old) => new Map([...old, ...given.map((item) => [item.id, item] as const)])), [given])
  const one = async (id: string) => {
    const item = await api(adminContract.healthCheck, { ids: [id] }).then(
      ({ items }) => items[0],
      (error): HealthItem => ({ id, label: id, state: 'failed', message: sentenceOf(error), ms: 0 }),
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
