import { Link } from '#ui/link.tsx'
import type { ListItem, ListOrigin } from '../contract.ts'
import { showOrigin } from './origin-labels.ts'

const originHrefs: Record<ListOrigin, (id: string) => string | null> = {
  report: (id) => `/app/reports/${id}`,
  volumes: (id) => `/app/volumes?lookup=${id}`,
  trends: (id) => `/app/trends?lookup=${id}`,
  listener: (id) => `/app/listeners/${id}`,
  import: () => '/app/imports',
  typed: () => null,
}
/** Where a list's keyword was found, as a link to it. */
export function Origin({ from }: Pick<ListItem, 'from'>) {
  const href = from.id ? originHrefs[from.kind](from.id) : null
  return href ? (
    <Link href={href} className="link" onClick={(event) => event.stopPropagation()}>
      {showOrigin(from)}
    </Link>
  ) : (
    showOrigin(from)
  )
}
