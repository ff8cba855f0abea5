import { useId } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Input } from '#ui/forms/input.tsx'
import { maxSteps } from '../../contract.ts'

export type FunnelProps = {
  steps: string[]
  found: { event: string; people: number }[] | null
  refusal: string | null
  /** Suggestions for step names. */
  names: string[]
  days: number
}

/** Number of people who did up to five events in order. The steps are in the URL. */
export function Funnel({ steps, found, refusal, names, days }: FunnelProps) {
  const list = useId()
  const first = found?.[0]?.people ?? 0
  return (
    <section>
      <h2 className="heading mb-1">Funnel</h2>
      <p className="mb-3 text-ink-2">
        How many people did each event in this order in the last {days} days. A person’s events before and after signing
        in count together.
      </p>
      <Form method="get" key={steps.join('\n')} noValidate>
        <input type="hidden" name="days" value={days} />
        <datalist id={list}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-5">
          {Array.from({ length: maxSteps }, (_, at) => (
            <Input
              key={at}
              name="step"
              list={list}
              aria-label={`Step ${at + 1}`}
              placeholder={at === 0 ? 'First event' : 'then'}
              defaultValue={steps[at] ?? ''}
              maxLength={200}
            />
          ))}
        </div>
        <div className="mt-2.5">
          <Button type="submit">Count people</Button>
        </div>
      </Form>
      {refusal && <ErrorNote className="mt-4">{refusal}</ErrorNote>}
      {found && (
        <ol className="mt-4 border-line-2 border-t" aria-label="Steps">
          {found.map(({ event, people }, at) => {
            const share = first === 0 ? 0 : people / first
            return (
              <li
                key={at}
                className="grid gap-x-4 gap-y-1 border-line border-b py-2.5 sm:grid-cols-[200px_minmax(0,1fr)_160px]"
              >
                <span className="min-w-0 [overflow-wrap:anywhere]">{event}</span>
                <span aria-hidden className="my-auto block h-2.5 bg-well">
                  <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
                </span>
                <span className="sm:text-right">
                  {plural(people, 'person', 'people')}
                  {at > 0 && first > 0 && <span className="text-ink-2">, {formatCount(share * 100)}%</span>}
                </span>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}
