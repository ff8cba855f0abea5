import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { MenuItem } from '#ui/overlays/menu.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { handKeywords } from '#web/keyword-handoff.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import type { QueryRow } from '../../contract.ts'
import { toPath } from '../page-path.ts'
import type { PlannedPage } from '../plan-dialog.tsx'

const PlanDialog = lazy(() => import('../plan-dialog.tsx'))

/** What one can do about a query: for its page, or for a new one. */
export function QueryActions({ row }: { row: QueryRow }) {
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const [planned, setPlanned] = useState<PlannedPage | null>(null)
  const { query, pages } = row
  const [first, ...others] = pages
  const keywords = [query]
  const go = (href: string) => {
    handKeywords(workspace._id, keywords)
    void navigate(href)
  }
  const items: MenuItem[] = [
    {
      label: 'Add to plan',
      onSelect: () =>
        setPlanned({ keywords, title: query, url: null, hint: `A new page for “${query}”, with its keyword.` }),
    },
    {
      label: 'Write page',
      onSelect: () => go(`/app/content/new?${new URLSearchParams({ template: 'blog_post', title: query })}`),
    },
    { label: 'Track rank', onSelect: () => go(`/app/ranks?${new URLSearchParams({ new: query })}`) },
    { label: 'Run report', href: `/app/reports/new?${new URLSearchParams({ query })}` },
  ]
  if (first)
    items.push({
      label: 'Plan refresh',
      onSelect: () =>
        setPlanned({
          ...{ keywords, url: first.page, title: `Refresh ${toPath(first.page)}`.slice(0, 300) },
          hint: `Plans a refresh of ${toPath(first.page)} for “${query}”.`,
        }),
    })
  if (first && others.length > 0)
    items.push({
      label: 'Plan merge',
      onSelect: () =>
        setPlanned({
          ...{ keywords, url: first.page },
          title: `Merge ${others.map(({ page }) => toPath(page)).join(', ')} into ${toPath(first.page)}`.slice(0, 300),
          hint: `Keeps ${toPath(first.page)}, which has the most impressions, and merges the others into it.`,
        }),
    })
  return (
    <>
      <RowMenu label={`Actions for ${query}`} items={items} />
      <Suspense>{planned && <PlanDialog page={planned} onClose={() => setPlanned(null)} />}</Suspense>
    </>
  )
}
