import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import type { SourceId } from '../contract.ts'
import { sourcesWithPages } from './new-report-draft.ts'

export type OfferedSource = {
  id: string
  label: string
  unavailable: string | null
  cost_per_ask_usd: number
  fan_out: 'expansions' | 'seed'
}

export type SourceChoiceProps = {
  sources: OfferedSource[]
  /** For a list of keywords: only sources with result pages can help, and none has to. */
  list: boolean
  chosen: SourceId[]
  error?: string
  onChange: (chosen: SourceId[]) => void
}

const about: Partial<Record<string, string>> = {
  patterns:
    'Common phrasings filled in with your query. Proposals: nobody was heard saying them, and they have no numbers.',
  sample: 'Five written topics for trying out. Invented for the demo, and labelled so wherever they show.',
  imported: 'Keywords of your own files that hold the query’s words, with the numbers they came with.',
}

/** Whom to ask. A source that cannot be asked says what to set up. */
export function SourceChoice({ sources, list, chosen, error, onChange }: SourceChoiceProps) {
  const offered = list ? sources.filter((source) => sourcesWithPages.includes(source.id as SourceId)) : sources
  const open = offered.filter((source) => source.unavailable === null)
  const closed = offered.filter((source) => source.unavailable !== null)
  const set = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id as SourceId] : chosen.filter((each) => each !== id))
  return (
    <fieldset className="min-w-0" aria-describedby={error ? 'sources-error' : undefined}>
      <legend className="mb-1 font-[550] text-s">{list ? 'Group by shared result pages' : 'Sources'}</legend>
      {list && (
        <p className="mb-2 max-w-160 text-ink-2 text-xs">
          Without a source, keywords are grouped by their words. A source of result pages groups them by the pages they
          share, which is nearer to how search engines see them; it is asked once for each keyword.
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
                hint={about[source.id]}
              >
                {source.label}
                {source.cost_per_ask_usd > 0 ? (
                  <span className="ml-2 text-ink-3 text-xs">${price(source.cost_per_ask_usd)} an ask</span>
                ) : null}
                {source.id === 'sample' && <Badge className="ml-2">invented</Badge>}
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {closed.length > 0 && (
        <Disclosure
          className="mt-2 text-xs"
          open={open.length === 0}
          summary={`${closed.length === 1 ? `${closed[0]?.label} is` : `${closed.length} more are`} not set up`}
        >
          <ul className="mt-1 max-w-180">
            {closed.map((source) => (
              <li key={source.id} className="py-1 text-ink-2">
                <span className="font-[550]">{source.label}.</span> {source.unavailable}
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

/** 0.0006 → "0.0006", 0.05 → "0.05" */
const price = (usd: number) => (usd < 0.01 ? String(Number(usd.toPrecision(2))) : usd.toFixed(2))
