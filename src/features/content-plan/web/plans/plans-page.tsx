import { Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { contentPlanContract, type ListedPlan, type Plan } from '../../contract.ts'
import { contentPlanErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/plans-page.ts'
import { describeDue, describeKeywords, describePages } from './describe-progress.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

const ImportPlanDialog = lazy(() => import('../import/import-plan-dialog.tsx'))

export const meta: Route.MetaFunction = () => [{ title: 'Plan · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const page = Math.max(1, Math.floor(Number(new URL(args.request.url).searchParams.get('page'))) || 1)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(contentPlanContract.find, { workspace_id: workspace._id, page, limit: 25 }))
}

/** The workspace's content plans, last changed first. */
export default function PlansPage({ loaderData: { items, page, limit, total } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const { revalidate } = useRevalidator()
  const [deleting, setDeleting] = useState<Plan | null>(null)
  return (
    <>
      <ScreenHead
        title="Plan"
        meta="One page for each topic, with priorities and internal links."
        actions={
          <>
            <Link href="/app/plan/batches" className="link mr-2 text-s">
              Batches
            </Link>
            {editor && <ImportPlan />}
          </>
        }
      />
      {items.length > 0 ? (
        <ul className="border-line border-t" aria-label="Plans">
          {items.map((plan) => (
            <li key={plan._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2.5">
              <div className="min-w-0 flex-1">
                <Link
                  href={`/app/plan/${plan._id}`}
                  className="font-serif text-l leading-snug no-underline [overflow-wrap:anywhere] hover:underline"
                >
                  {plan.name}
                </Link>
                <Progress plan={plan} />
                <p className="text-ink-3 text-xs">
                  {describeKeywords(plan)} · updated <DateTime at={plan.updated_at} />
                </p>
              </div>
              {editor && (
                <RowMenu
                  label={`More for ${plan.name}`}
                  items={[{ label: 'Delete…', danger: true, onSelect: () => setDeleting(plan) }]}
                />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="No plans yet." action={<Button href="/app/reports">Open reports</Button>}>
          A plan turns topics into pages to write. Open a report’s topics and choose “Plan pages”.
        </EmptyState>
      )}
      <Pages page={page} limit={limit} total={total} what="plans" />
      {deleting && (
        <ConfirmDialog
          title={`Delete “${deleting.name}”?`}
          description="This deletes the plan with all its items. Documents and posts stay. This can’t be undone."
          action="Delete plan"
          texts={contentPlanErrorTexts}
          onConfirm={async () => {
            await api(contentPlanContract.remove, { _id: deleting._id })
            await revalidate()
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

/** How far a plan's pages are, and when the next ones are due. */
function Progress({ plan }: { plan: ListedPlan }) {
  const due = describeDue(plan)
  return (
    <p className="text-ink-2 text-s">
      {describePages(plan)}
      {plan.late > 0 && ' · '}
      {plan.late > 0 && <span className="text-bad">{formatCount(plan.late)} late</span>}
      {due && ` · ${due}`}
    </p>
  )
}

/** Creates a plan from an exported one. */
function ImportPlan() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" icon={<Upload size={15} aria-hidden />} onClick={() => setOpen(true)}>
        Import plan
      </Button>
      {open && (
        <Suspense>
          <ImportPlanDialog update={null} members={[]} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
