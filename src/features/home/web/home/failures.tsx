import { TriangleAlert } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import type { HomeFailure } from '../../contract.ts'

export type FailureLine = HomeFailure & { text: string | null }

const shownAtOnce = 3

/** What failed, why, and where it's solved. */
export function Failures({ failures }: { failures: FailureLine[] }) {
  if (failures.length === 0) return null
  const more = failures.slice(shownAtOnce)
  return (
    <section className="mt-5" aria-label="Failures">
      <FailureList failures={failures.slice(0, shownAtOnce)} />
      {more.length > 0 && (
        <Disclosure className="mt-2" summary={`Show ${plural(more.length, 'more failure')}`}>
          <div className="mt-2">
            <FailureList failures={more} />
          </div>
        </Disclosure>
      )}
    </section>
  )
}

function FailureList({ failures }: { failures: FailureLine[] }) {
  return (
    <ul className="grid gap-1.5">
      {failures.map((failure) => (
        <li
          key={`${failure.kind} ${failure.subject_id} ${failure.title}`}
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-m border border-line border-l-2 border-l-bad bg-panel py-2 pr-2 pl-3"
        >
          <TriangleAlert className="size-4 shrink-0 text-bad" aria-hidden />
          <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
            <b className="font-[600]">{getTitle(failure)}</b> {failure.text ?? defaultTexts[failure.kind]}
          </p>
          <Button size="s" href={failure.link}>
            {actions[failure.kind]}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function getTitle({ kind, title, count }: HomeFailure) {
  switch (kind) {
    case 'report':
      return `The report on “${title}” failed.`
    case 'source':
      return `${title} failed in ${plural(count, 'report')}.`
    case 'document':
      return `“${title || 'Untitled'}” is incomplete.`
    case 'webhook':
      return `${plural(count, 'webhook delivery', 'webhook deliveries')} of “${title}” failed.`
    case 'listeners_paused':
      return `${plural(count, 'listener is', 'listeners are')} paused by the plan’s limit.`
  }
}

const defaultTexts: Record<HomeFailure['kind'], string> = {
  report: 'Open it to try again.',
  source: 'Open the report to retry this source.',
  document: 'The text written until then is saved.',
  webhook: 'Check the URL, then resend it.',
  listeners_paused: 'Pause another listener, or ask the workspace owner to upgrade.',
}

const actions: Record<HomeFailure['kind'], string> = {
  report: 'Open report',
  source: 'Open latest report',
  document: 'Open draft',
  webhook: 'Open listener',
  listeners_paused: 'View listeners',
}
