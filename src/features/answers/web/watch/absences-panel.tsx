import { lazy, Suspense, useState } from 'react'
import type { PlannedPage } from '#features/sites/web/plan-dialog.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import type { AnswerAbsence } from '../../contract.ts'
import { getPageLabel } from '../answer-labels.ts'

const CitedPagesDialog = lazy(() => import('./cited-pages-dialog.tsx'))
const PlanDialog = lazy(() => import('#features/sites/web/plan-dialog.tsx'))

const maxShown = 20

type AbsencesPanelProps = { watchId: string; period: number | null; absences: AnswerAbsence[]; editor: boolean }

/** Prompts no answer of which names the brand, with the pages cited instead and what one can do about it. */
export function AbsencesPanel({ watchId, period, absences, editor }: AbsencesPanelProps) {
  const [compared, setCompared] = useState<string | null>(null)
  const [planned, setPlanned] = useState<PlannedPage | null>(null)
  if (absences.length === 0) return null
  return (
    <section aria-label="Prompts without you" className="mt-9 min-w-0">
      <h2 className="font-serif text-xl">Prompts without you</h2>
      <p className="mt-1 mb-2 text-ink-3 text-xs">
        {plural(absences.length, 'prompt')} with three answers or more, none of which names you or links to you. Read
        the pages cited instead: they answer something that yours don’t.
      </p>
      <Table caption="Prompts without you, and the pages cited instead">
        <thead>
          <tr>
            <TableHead>Prompt</TableHead>
            <TableHead numeric>Answers</TableHead>
            <TableHead>Named instead</TableHead>
            <TableHead>Pages cited instead</TableHead>
            {editor && (
              <TableHead>
                <span className="sr-only">Actions</span>
              </TableHead>
            )}
          </tr>
        </thead>
        <tbody>
          {absences.slice(0, maxShown).map(({ prompt, answers, competitors, pages }) => (
            <TableRow key={prompt}>
              <TableCell className="min-w-44 max-w-80 align-top! font-[550] [overflow-wrap:anywhere]">
                {prompt}
              </TableCell>
              <TableCell numeric className="align-top!">
                {formatCount(answers)}
              </TableCell>
              <TableCell className="align-top! text-s">
                {competitors.length === 0
                  ? 'none of your competitors'
                  : competitors.map(({ brand, count }) => `${brand} (${formatCount(count)})`).join(', ')}
              </TableCell>
              <TableCell className="max-w-90 align-top! text-xs [overflow-wrap:anywhere]">
                {pages.length === 0 ? (
                  <span className="text-ink-3">no page</span>
                ) : (
                  <ul className="grid gap-0.5">
                    {pages.map((page) => (
                      <li key={page.url}>
                        <a className="link" href={page.url} rel="noopener noreferrer nofollow" target="_blank">
                          {getPageLabel(page.url)}
                        </a>{' '}
                        <span className="text-ink-3">
                          {formatCount(page.count)} {page.competitor && `· ${page.competitor}`}
                        </span>
                      </li>
                    ))}
                  </ul>
                )}
              </TableCell>
              {editor && (
                <TableCell className="align-top!">
                  <RowMenu
                    label={`Actions for ${prompt}`}
                    items={[
                      ...(pages.length > 0
                        ? [{ label: 'Compare cited pages', onSelect: () => setCompared(prompt) }]
                        : []),
                      {
                        label: 'Add to plan',
                        onSelect: () =>
                          setPlanned({
                            ...{ keywords: [prompt], title: prompt, url: null },
                            hint: `A page that answers “${prompt}”.`,
                          }),
                      },
                      {
                        label: 'Write page',
                        href: `/app/content/new?${new URLSearchParams({ template: 'blog_post', title: prompt })}`,
                      },
                      { label: 'Run report', href: `/app/reports/new?${new URLSearchParams({ query: prompt })}` },
                    ]}
                  />
                </TableCell>
              )}
            </TableRow>
          ))}
        </tbody>
      </Table>
      {absences.length > maxShown && (
        <p className="pt-2 text-ink-3 text-xs">
          The first {maxShown} of {formatCount(absences.length)}, those with most competitors first.
        </p>
      )}
      <Suspense>
        {compared !== null && (
          <CitedPagesDialog
            {...{ watchId, period }}
            prompt={compared}
            onPlan={(page) => {
              setCompared(null)
              setPlanned(page)
            }}
            onClose={() => setCompared(null)}
          />
        )}
      </Suspense>
      <Suspense>{planned && <PlanDialog page={planned} onClose={() => setPlanned(null)} />}</Suspense>
    </section>
  )
}
