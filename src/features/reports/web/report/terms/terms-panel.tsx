import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { SerpPage, Term } from '../../../contract.ts'
import { countPlaces, getUseRange } from '../../../rules/term-uses.ts'
import { toFilteredHref } from '../keywords/filters/link-filter.ts'
import { TermsList, termKinds } from './terms-list.tsx'

export type TermsPanelProps = { terms: Term[]; pages: SerpPage[] }

const orders = {
  weight: { label: 'Most important', of: ({ weight }: Term) => weight },
  pages: { label: 'On most pages', of: ({ pages }: Term) => pages },
  uses: { label: 'Most uses per page', of: (term: Term) => getUseRange(term)?.median ?? -1 },
  headings: { label: 'In most headings', of: (term: Term) => countPlaces(term)?.headings ?? -1 },
}
type Order = keyof typeof orders
type Kind = Term['kind'] | 'all'

/** Terms with search, kinds and order. */
export function TermsPanel({ terms, pages }: TermsPanelProps) {
  const [order, setOrder] = useState<Order>('weight')
  const [kind, setKind] = useState<Kind>('all')
  const [search, setSearch] = useState('')
  const pagesRead = pages.filter(({ fetched }) => fetched === 'ok').length
  const shown = useMemo(() => {
    const words = search.trim().toLowerCase()
    return terms
      .filter((term) => (kind === 'all' || term.kind === kind) && term.term.toLowerCase().includes(words))
      .sort((a, b) => orders[order].of(b) - orders[order].of(a) || b.weight - a.weight)
  }, [terms, order, kind, search])
  if (terms.length === 0) return <TermsList terms={terms} pagesRead={pagesRead} />
  const kinds = (['word', 'phrase', 'entity'] as const).filter((one) => terms.some((term) => term.kind === one))
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2.5" data-screen-only>
        <span className="w-full sm:w-60">
          <Input
            scale="s"
            icon={<Search size={14} aria-hidden />}
            type="search"
            aria-label="Search terms"
            placeholder="Search terms"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </span>
        {kinds.length > 1 && (
          <Segmented
            size="s"
            label="Term type"
            value={kind}
            onChange={setKind}
            options={[
              { value: 'all' as Kind, label: 'All' },
              ...kinds.map((one) => ({ value: one as Kind, label: `${capitalize(termKinds[one])}s` })),
            ]}
          />
        )}
        <Select
          scale="s"
          className="w-44"
          aria-label="Order"
          value={order}
          onChange={(event) => setOrder(event.target.value as Order)}
          options={Object.entries(orders).map(([value, { label }]) => ({ value, label }))}
        />
        <span className="text-ink-3 text-xs" role="status">
          {formatCount(shown.length)} of {formatCount(terms.length)} terms
        </span>
      </div>
      {shown.length > 0 ? (
        <>
          <TermsList
            terms={shown}
            pagesRead={pagesRead}
            pages={pages}
            getHref={(term) => toFilteredHref({ include: [term] })}
          />
          <p className="mt-3 text-ink-3 text-xs">
            A cell is a ranking page, best first, with its number of uses. Underlined: in a heading too.
          </p>
        </>
      ) : (
        <EmptyState level={3} title="No matching terms">
          Try another word or all kinds.
        </EmptyState>
      )}
    </>
  )
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
