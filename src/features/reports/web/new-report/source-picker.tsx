import { Badge } from '#ui/badge.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatUsd } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { useShowsFees } from '#web/session/use-signed-in.ts'
import type { SourceId } from '../../contract.ts'
import { sourcesForLists } from './new-report-draft.ts'

export type OfferedSource = {
  id: string
  label: string
  unavailable: string | null
  /** Which settings are missing; for staff. */
  unavailable_details?: string
  by_default: boolean
  cost_per_ask_usd: number
  cost_per_queued_ask_usd?: number
  queued_from?: number
  adds?: 'volumes' | 'trends'
  fan_out: 'expansions' | 'seed'
}

export type SourceChoiceProps = {
  sources: OfferedSource[]
  /** For a keyword list: only SERP and volume sources apply, and none is required. */
  list: boolean
  chosen: SourceId[]
  error?: string
  onChange: (chosen: SourceId[]) => void
}

const about: Partial<Record<string, string>> = {
  dataforseo_volumes: 'Adds search volume, CPC and keyword difficulty to the keywords that other sources find.',
  dataforseo_trends: 'Adds interest over time for the query. Doesn’t find keywords.',
  patterns: 'Templates filled in with your query. Ideas, not real searches. Used alone when no live source responds.',
  sample: 'Five made-up topics to try out. Always labeled as sample data.',
  imported: 'Keywords from your imported files that contain the query’s words, with their metrics.',
}

const signedOutReddit =
  'Reddit often blocks requests that aren’t signed in. Scores and comment counts appear once your administrator connects a Reddit app.'

/** Checkboxes for sources. Unavailable ones show why. */
export function SourceChoice({ sources, list, chosen, error, onChange }: SourceChoiceProps) {
  const showsFees = useShowsFees()
  const offered = list ? sources.filter((source) => sourcesForLists.includes(source.id as SourceId)) : sources
  const open = offered.filter((source) => source.unavailable === null)
  const closed = offered.filter((source) => source.unavailable !== null)
  const set = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id as SourceId] : chosen.filter((each) => each !== id))
  return (
    <fieldset className="min-w-0" aria-describedby={error ? 'sources-error' : undefined}>
      <legend className="mb-1 font-[550] text-s">{list ? 'Group by shared SERPs' : 'Sources'}</legend>
      {list && (
        <p className="mb-2 max-w-160 text-ink-2 text-xs">
          Without a source, keywords are grouped by wording. With a SERP source, they’re grouped by the ranking pages
          they share, which is closer to how search engines see them. Uses one request per keyword.
        </p>
      )}
      {open.length > 0 && (
        <ul className="grid border-line border-t sm:grid-cols-2 sm:gap-x-8">
          {open.map((source) => (
            <li key={source.id} className="border-line border-b py-2">
              <Checkbox
                name="sources"
                value={source.id}
                checked={chosen.includes(source.id as SourceId)}
                onChange={(event) => set(source.id, event.target.checked)}
                hint={source.id === 'reddit' && !source.by_default ? signedOutReddit : about[source.id]}
              >
                {source.label}
                {showsFees && source.cost_per_ask_usd > 0 ? (
                  <span className="ml-2 text-ink-3 text-xs">{priceLine(source, list)}</span>
                ) : null}
                {source.id === 'sample' && <Badge className="ml-2">sample</Badge>}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {closed.length > 0 && (
        <Disclosure
          className="mt-2 text-xs"
          open={open.length === 0}
          summary={`${closed.length === 1 ? `${closed[0]?.label} isn’t` : `${closed.length} sources aren’t`} set up`}
        >
          <ul className="mt-1 max-w-180">
            {closed.map((source) => (
              <li key={source.id} className="py-1 text-ink-2">
                {source.unavailable_details ? (
                  <>
                    <span className="font-[550]">{source.label}.</span> {source.unavailable_details}
                  </>
                ) : (
                  source.unavailable
                )}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {error && (
        <p id="sources-error" className="mt-1.5 text-bad text-xs" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Long lists go through the vendor's queue, which is cheaper. */
function priceLine(
  { cost_per_ask_usd: live, cost_per_queued_ask_usd: queued, queued_from: from, adds }: OfferedSource,
  list: boolean,
) {
  if (adds === 'volumes') return `up to ${formatUsd(live)} per 1,000 keywords`
  const line = `${formatUsd(live)} per request`
  return list && queued !== undefined ? `${line}, ${formatUsd(queued)} for lists of ${from} or more keywords` : line
}
