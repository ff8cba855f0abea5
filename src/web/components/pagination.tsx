import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { buttonClass } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'

export type PagesProps = {
  page: number
  limit: number
  total: number
  /** What is paged: "reports". */
  what: string
  /** On public pages: the router doesn't know their URLs on a custom domain, so links load the whole page. */
  path?: string
}

/**
 * Pagination: previous, next and the current position. The page number is in the URL; renders nothing for a single
 * page.
 */
export function Pages({ page, limit, total, what, path }: PagesProps) {
  const { pathname, search } = useLocation()
  const last = Math.max(1, Math.ceil(total / limit))
  if (last === 1 && page === 1) return null
  const to = (next: number) => {
    const params = new URLSearchParams(search)
    if (next === 1) params.delete('page')
    else params.set('page', String(next))
    return params.size > 0 ? `${path ?? pathname}?${params}` : (path ?? pathname)
  }
  const link = path === undefined ? ({ prefetch: 'intent' } as const) : { reloadDocument: true }
  const from = (page - 1) * limit + 1
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center gap-2 text-s" data-screen-only>
      {page > 1 && (
        <Link to={to(Math.min(page - 1, last))} rel="prev" {...link} className={buttonClass('outline', 's')}>
          <ChevronLeft size={14} aria-hidden /> Newer
        </Link>
      )}
      <span className="px-1 text-ink-2">
        {from > total
          ? `0 of ${formatCount(total)}`
          : `${formatCount(from)}–${formatCount(Math.min(total, page * limit))} of ${formatCount(total)}`}{' '}
        {what}
      </span>
      {page < last && (
        <Link to={to(page + 1)} rel="next" {...link} className={buttonClass('outline', 's')}>
          Older <ChevronRight size={14} aria-hidden />
        </Link>
      )}
    </nav>
  )
}
