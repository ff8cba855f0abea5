import { useState } from 'react'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { TermUse } from '../../rules/scoring/term-uses.ts'

type State = 'all' | TermUse['state']
const states = {
  all: 'All',
  missing: 'Missing',
  used: 'Used',
  overused: 'Overused',
  uncounted: 'Not counted',
} satisfies Record<State, string>

export type TermListProps = {
  terms: TermUse[]
  /** The term that is highlighted in the text. */
  highlighted: string | null
  onHighlight: (term: string | null) => void
}

/** Every term with its uses in the text and on ranking pages. Selecting a term highlights it. */
export function TermList({ terms, highlighted, onHighlight }: TermListProps) {
  const [state, setState] = useState<State>('all')
  const [words, setWords] = useState('')
  const counts = (of: State) => terms.filter((term) => of === 'all' || term.state === of).length
  const shown = terms.filter(
    (term) =>
      (state === 'all' || term.state === state) &&
      term.term.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase()),
  )
  const compared = terms.some(({ low }) => low !== null)
  return (
    <Disclosure className="mt-2" summary={`All ${plural(terms.length, 'term')}`}>
      <div className="mt-2 flex flex-col gap-2">
        <div className="flex gap-2">
          <Input
            type="search"
            aria-label="Filter terms"
            placeholder="Filter"
            className="h-7 min-w-0 flex-1 text-s"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Select
            aria-label="Terms to show"
            className="w-36 shrink-0"
            scale="s"
            value={state}
            onChange={(event) => setState(event.currentTarget.value as State)}
            options={(Object.keys(states) as State[]).map((of) => ({
              value: of,
              label: `${states[of]} (${counts(of)})`,
            }))}
          />
        </div>
        <table className="w-full text-xs">
          <thead className="text-ink-3">
            <tr>
              <th className="py-1 text-left font-[500]">Term</th>
              <th className="py-1 text-right font-[500]">Uses</th>
              {compared && <th className="py-1 pl-2 text-right font-[500]">Pages</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((term) => (
              <tr key={term.term} className="border-line border-t">
                <td className="py-1 pr-2">
                  <button
                    type="button"
                    aria-pressed={highlighted === term.term}
                    onClick={() => onHighlight(highlighted === term.term ? null : term.term)}
                    className={cx(
                      'min-h-6 text-left [overflow-wrap:anywhere] hover:underline',
                      highlighted === term.term && 'bg-accent-wash',
                    )}
                  >
                    {term.term}
                  </button>
                  {term.inHeadings > 0 && (
                    <span
                      className="ml-1.5 text-ink-3"
                      title={plural(term.inHeadings, 'use in headings', 'uses in headings')}
                    >
                      H
                      <span className="sr-only">
                        , {plural(term.inHeadings, 'use in headings', 'uses in headings')}
                      </span>
                    </span>
                  )}
                </td>
                <td
                  className={cx(
                    'py-1 text-right tabular-nums',
                    term.state === 'missing' ? 'text-ink-3' : term.state === 'overused' && 'font-[600] text-accent-ink',
                  )}
                >
                  {term.count}
                  {term.state === 'overused' && <span className="sr-only"> (overused)</span>}
                </td>
                {compared && (
                  <td className="py-1 pl-2 text-right text-ink-3 tabular-nums">
                    {term.low === null ? '–' : term.low === term.high ? term.low : `${term.low}–${term.high}`}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="text-ink-3 text-xs">No terms match.</p>}
        {compared && (
          <p className="text-ink-3 text-xs">
            Pages: usual number of uses on ranking pages that have the term. H: in a heading.
          </p>
        )}
      </div>
    </Disclosure>
  )
}
