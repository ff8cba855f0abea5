import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { SerpPage, Term } from '../../../contract.ts'
import { countPlaces, getUseRange } from '../../../rules/term-uses.ts'

export type TermsListProps = {
  terms: Term[]
  /** How many ranking pages were read. */
  pagesRead: number
  /** The ranking pages, to name where a term is used. Without them there are ranks only. */
  pages?: SerpPage[]
  /** Where the keywords that contain a term are. Without it terms are text only. */
  getHref?: (term: string) => string
}

export const termKinds: Record<Term['kind'], string> = { word: 'word', phrase: 'phrase', entity: 'name' }

/** The terms of ranking pages: on how many, how often per page, and on which. */
export function TermsList({ terms, pagesRead, pages = [], getHref }: TermsListProps) {
  if (terms.length === 0)
    return (
      <EmptyState level={3} title="No terms">
        Terms come from ranking pages, and none of those could be read.
      </EmptyState>
    )
  const hasUses = terms.some(({ uses }) => uses != null)
  const ranks = getRanks(terms, pages)
  return (
    <Table caption={`Terms on ${plural(pagesRead, 'ranking page')}`}>
      <thead>
        <tr>
          <TableHead>Term</TableHead>
          <TableHead numeric>Pages</TableHead>
          {hasUses && (
            <>
              <TableHead numeric title="Fewest to most uses on a page that has it, headings included">
                Uses per page
              </TableHead>
              <TableHead numeric title="The middle of those pages">
                Median
              </TableHead>
              <TableHead numeric title="Pages with it in a heading">
                In headings
              </TableHead>
              <TableHead numeric title="Pages with it in the title">
                In titles
              </TableHead>
              <TableHead className="ps-4">Used by pages ranked</TableHead>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {terms.map((term) => (
          <TableRow key={`${term.kind}${term.term}`} className="hover:bg-well">
            <TableCell className="w-2/5 font-[550]">
              {getHref ? (
                <Link href={getHref(term.term)} className="link" title={`Keywords with “${term.term}”`}>
                  {term.term}
                </Link>
              ) : (
                term.term
              )}
              {term.kind !== 'word' && <Badge className="ms-2 font-normal">{termKinds[term.kind]}</Badge>}
            </TableCell>
            <TableCell numeric className="text-ink-2">
              {formatCount(term.pages)} of {formatCount(pagesRead)}
            </TableCell>
            {hasUses && <Uses term={term} ranks={ranks} pages={pages} />}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

/** Ranks of the pages that were read, or of those that use any of the terms. */
function getRanks(terms: readonly Term[], pages: readonly SerpPage[]): number[] {
  const read = pages.flatMap(({ fetched }, at) => (fetched === 'ok' ? [at + 1] : []))
  const used = terms.flatMap(({ uses }) => (uses ?? []).map(({ rank }) => rank))
  return [...new Set(read.length > 0 ? read : used)].sort((a, b) => a - b).slice(0, 10)
}

function Uses({ term, ranks, pages }: { term: Term; ranks: number[]; pages: SerpPage[] }) {
  const range = getUseRange(term)
  const located = countPlaces(term)
  const none = <span className="text-ink-3">–</span>
  return (
    <>
      <TableCell numeric>{range ? formatRange(range) : none}</TableCell>
      <TableCell numeric>{range ? formatCount(range.median) : none}</TableCell>
      <TableCell numeric className="text-ink-2">
        {located ? formatCount(located.headings) : none}
      </TableCell>
      <TableCell numeric className="text-ink-2">
        {located ? formatCount(located.titles) : none}
      </TableCell>
      <TableCell className="ps-4">{term.uses ? <WhereUsed uses={term.uses} {...{ ranks, pages }} /> : none}</TableCell>
    </>
  )
}

const formatRange = ({ low, high }: { low: number; high: number }) =>
  low === high ? formatCount(low) : `${formatCount(low)}–${formatCount(high)}`

/** A cell per page in order of rank: the more uses, the darker, with a bar where a heading has it. */
function WhereUsed({ uses, ranks, pages }: { uses: NonNullable<Term['uses']>; ranks: number[]; pages: SerpPage[] }) {
  const byRank = new Map(uses.map((use) => [use.rank, use]))
  return (
    <span className="flex gap-0.5">
      {/* On paper too: a tagged PDF of hundreds of cells is large. */}
      <span className="sr-only print:not-sr-only">{uses.map(({ rank }) => rank).join(', ')}</span>
      {ranks.map((rank) => {
        const use = byRank.get(rank)
        const count = use?.body ?? 0
        return (
          <span
            key={rank}
            aria-hidden
            title={describeUse(rank, use, pages[rank - 1]?.domain)}
            className={`grid h-5 w-6 place-items-center rounded-xs text-2xs print:hidden ${getShade(count)} ${use && use.headings > 0 ? 'shadow-[inset_0_-2px_0_var(--accent)]' : ''}`}
          >
            {count > 0 ? formatCount(count) : use ? '·' : ''}
          </span>
        )
      })}
    </span>
  )
}

function describeUse(rank: number, use: NonNullable<Term['uses']>[number] | undefined, domain: string | undefined) {
  const page = domain ? `${rank}. ${domain}` : `Page ranked ${rank}`
  if (!use) return `${page}: not used`
  const parts = [
    plural(use.body, 'use'),
    use.headings > 0 && `in ${plural(use.headings, 'heading')}`,
    use.title && 'in the title',
  ]
  return `${page}: ${parts.filter(Boolean).join(', ')}`
}

function getShade(count: number): string {
  if (count === 0) return 'bg-well text-ink-3'
  if (count < 3) return 'bg-line text-ink'
  if (count < 8) return 'bg-line-2 text-ink'
  return 'bg-ink-2 text-paper'
}
