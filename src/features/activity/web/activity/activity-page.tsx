import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { activityContract } from '../../contract.ts'
import { ActivityList } from '../activity-list.tsx'
import { activityErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/activity-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Activity · Earshot' }]

const perPage = 50
const activityPath = '/app/activity'

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const cursor = new URL(args.request.url).searchParams.get('cursor') || undefined
  const { call } = args.context.get(pageContext)
  const found = await orRespond(
    args.request,
    call(activityContract.workspace, { workspace_id: workspace._id, cursor, limit: perPage }),
    activityErrorTexts,
  )
  return { found, isOlder: cursor !== undefined }
}

/** Who did what in the workspace, latest first. */
export default function ActivityPage({ loaderData: { found, isOlder } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead title="Activity" />
      <h2 className="sr-only">{isOlder ? 'Older activity' : 'Latest activity'}</h2>
      {found.items.length === 0 ? (
        <EmptyState title="No activity yet." level={3} action={<Button href="/app/content">View content</Button>}>
          What members and guests do with documents, plans and reports appears here.
        </EmptyState>
      ) : (
        <div className="max-w-200">
          <ActivityList items={found.items} />
        </div>
      )}
      <div className="mt-4 flex gap-2" data-screen-only>
        {isOlder && <Button href={activityPath}>Show latest</Button>}
        {found.next_cursor && <Button href={`${activityPath}?cursor=${found.next_cursor}`}>Show older</Button>}
      </div>
    </>
  )
}
