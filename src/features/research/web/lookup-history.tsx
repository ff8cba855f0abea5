import { Trash2 } from 'lucide-react'
import { useNavigate, useRevalidator } from 'react-router'
import { cx } from '#ui/class-names.ts'
import { formatCount } from '#ui/format/format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { countryName } from '#web/components/locales.ts'
import { Pages } from '#web/components/pagination.tsx'
import { type Lookup, researchContract } from '../contract.ts'
import { providerLabel, rangeLabels } from '../rules/research-labels.ts'
import { researchErrorTexts } from './error-texts.ts'

export type LookupHistoryProps = {
  found: { items: Lookup[]; total: number; page: number; limit: number }
  /** The one on screen. */
  openId: string | null
  base: '/app/trends' | '/app/volumes'
  editor: boolean
}

/** Earlier lookups, free to open. */
export function LookupHistory({ found, openId, base, editor }: LookupHistoryProps) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  if (found.items.length === 0) return null
  const remove = async (lookup: Lookup) => {
    try {
      await api(researchContract.remove, { _id: lookup._id })
      if (lookup._id === openId) await navigate(base)
      else await revalidate()
      notify.done('Lookup deleted')
    } catch (error) {
      notify.failed(getSentence(error, researchErrorTexts))
    }
  }
  return (
    <section className="mt-10" aria-labelledby="earlier">
      <h2 id="earlier" className="heading">
        Lookup history
      </h2>
      <p className="mt-0.5 mb-2 text-ink-3 text-xs">Opening a lookup is free. Lookups are kept for 13 months.</p>
      <ul className="border-line border-t">
        {found.items.map((lookup) => (
          <li
            key={lookup._id}
            className={cx(
              'flex items-center gap-3 border-line border-b py-2',
              lookup._id === openId && 'bg-accent-wash px-2',
            )}
          >
            <div className="min-w-0 flex-1">
              <Link
                href={`${base}?lookup=${lookup._id}`}
                className="no-underline [overflow-wrap:anywhere] hover:underline"
                aria-current={lookup._id === openId ? 'page' : undefined}
              >
                {lookup.keywords.join(', ')}
                {lookup.keyword_count > lookup.keywords.length &&
                  ` and ${formatCount(lookup.keyword_count - lookup.keywords.length)} more`}
              </Link>
              <p className="text-ink-3 text-xs">
                {getFacts(lookup)} · <DateTime at={lookup.at} />
              </p>
            </div>
            {editor && (
              <IconButton label={`Delete lookup of ${lookup.keywords[0]}`} onClick={() => void remove(lookup)}>
                <Trash2 size={15} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <Pages {...found} what="lookups" />
    </section>
  )
}

const getFacts = (lookup: Lookup) =>
  [
    providerLabel(lookup.provider),
    lookup.country ? countryName(lookup.country) : 'Worldwide',
    lookup.range && rangeLabels[lookup.range],
    lookup.kind === 'sv' && `${formatCount(lookup.known)} with data`,
    lookup.missing > 0 && `${formatCount(lookup.missing)} without data`,
  ]
    .filter(Boolean)
    .join(' · ')
