import type { ErrorBody } from '#kit/errors.ts'
import { plural } from '#ui/format/format.ts'
import { LoadError } from '#web/calls/load-error.tsx'
import type { Claim } from '../../contract.ts'
import { aiContentErrorTexts } from '../error-texts.ts'

export type ClaimsListProps = {
  /** Null if never checked. */
  claims: Claim[] | null
  error: ErrorBody | null
  retry: () => void
  onGo: (claim: Claim) => void
}

const shown = 12
const order: Record<Claim['state'], number> = { contradicted: 0, unsupported: 1, unsourced: 2, sourced: 3 }

/** Claims that no source supports, worst first. */
export function ClaimsList({ claims, error, retry, onGo }: ClaimsListProps) {
  if (error)
    return (
      <section aria-label="Claims">
        <LoadError what="The claims weren’t checked." error={error} texts={aiContentErrorTexts} onRetry={retry} />
      </section>
    )
  if (!claims || claims.length === 0) return null
  const open = claims.filter(({ state }) => state !== 'sourced').sort((a, b) => order[a.state] - order[b.state])
  if (open.length === 0)
    return (
      <section aria-labelledby="claims">
        <h2 id="claims" className="subheading mb-1">
          Claims
        </h2>
        <p className="text-ink-2">
          {claims.length === 1
            ? 'The only claim is supported by the page it cites.'
            : `All ${claims.length} claims are supported by the pages they cite.`}
        </p>
      </section>
    )
  return (
    <section aria-labelledby="claims" className="rounded-l border border-line-2 bg-panel px-3.5 pt-3 pb-1">
      <h2 id="claims" className="font-[600]">
        {plural(open.length, 'unsupported claim')}
      </h2>
      <ul>
        {open.slice(0, shown).map((claim) => (
          <li key={claim.start} className="border-line border-b py-2 last:border-0">
            <button type="button" onClick={() => onGo(claim)} className="block text-left hover:text-accent-ink">
              “{claim.text.length > 140 ? `${claim.text.slice(0, 137).trimEnd()}…` : claim.text}”
            </button>
            <p className="text-ink-3 text-xs">{claim.note}</p>
          </li>
        ))}
      </ul>
      {open.length > shown && <p className="pb-2 text-ink-3 text-xs">{open.length - shown} more.</p>}
    </section>
  )
}
