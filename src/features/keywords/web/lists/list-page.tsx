import { Download, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { PlanTopics } from '#features/content-plan/web/plan-topics.tsx'
import { useFeedUrl } from '#features/data-feeds/web/use-feed-url.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { startDownload } from '#web/calls/start-download.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { lazily } from '#web/components/lazily.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { listsContract } from '../../contract.ts'
import type { Route } from './+types/list-page.ts'
import { AddKeywords } from './add-keywords.tsx'
import { DeleteList } from './delete-list.tsx'
import { listExportPath } from './list-rows.ts'
import { openingSort } from './opening-order.ts'
import { RenameList } from './rename-list.tsx'

const ListKeywords = import.meta.env.SSR
  ? (await import('./list-keywords.tsx')).ListKeywords
  : lazily(() => import('./list-keywords.tsx').then((file) => file.ListKeywords))

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.list.name ?? 'List'} · Earshot` }]

export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const { id } = args.params
  const [{ list }, first] = await orRespond(
    args.request,
    Promise.all([
      call(listsContract.get, { _id: id, limit: 1 }),
      call(listsContract.rows, { _id: id, sort: openingSort, limit: 100, summary: true }),
    ]),
  )
  return { list, first }
}

/** One list: its keywords, their source, and actions. */
export default function ListPage({ loaderData: { list, first } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [removing, setRemoving] = useState(false)
  const [renaming, setRenaming] = useState(false)
  const [adding, setAdding] = useState(false)
  const feed = useFeedUrl({ workspace_id: list.workspace_id, kind: 'list', source_id: list._id })
  return (
    <>
      <ScreenHead
        title={list.name}
        meta={
          <>
            {plural(list.items, 'keyword')} · updated <DateTime at={list.updated_at} /> ·{' '}
            <Link href="/app/lists" className="link">
              All lists
            </Link>
          </>
        }
        actions={
          <>
            {editor && (
              <Button icon={<Plus size={15} aria-hidden />} onClick={() => setAdding(true)}>
                Add keywords
              </Button>
            )}
            {editor && list.items > 0 && <PlanTopics size="m" name={list.name} from={{ list_id: list._id }} />}
            <Menu
              align="end"
              trigger={<Button icon={<Download size={15} aria-hidden />}>Export</Button>}
              items={[
                ...(['csv', 'xlsx', 'json', 'md'] as const).map((format) => ({
                  label: { csv: 'CSV', xlsx: 'Excel', json: 'JSON', md: 'Markdown' }[format],
                  onSelect: () => startDownload(listExportPath(list._id, format)),
                })),
                ...(editor ? ['line' as const, feed.item] : []),
              ]}
            />
            {feed.dialog}
            {editor && (
              <Menu
                align="end"
                trigger={<Button>More actions</Button>}
                items={[
                  { label: 'Rename', onSelect: () => setRenaming(true) },
                  { label: 'Delete list', danger: true, onSelect: () => setRemoving(true) },
                ]}
              />
            )}
          </>
        }
      />
      <Suspense>
        <LateHydration>
          <ListKeywords
            list={list}
            editor={editor}
            first={first}
            revision={`${list.updated_at} ${list.items}`}
            onChanged={() => void revalidate()}
            nothing={
              <EmptyState
                level={3}
                className="border-0"
                title="This list is empty."
                action={
                  editor && (
                    <Button variant="solid" onClick={() => setAdding(true)}>
                      Paste keywords
                    </Button>
                  )
                }
              >
                Paste your own keywords, or select keywords in a report and choose “Add to list”.
              </EmptyState>
            }
          />
        </LateHydration>
      </Suspense>
      {editor && (
        <>
          <AddKeywords list={adding ? list : null} onClose={() => setAdding(false)} onAdded={() => void revalidate()} />
          <RenameList
            list={renaming ? list : null}
            onClose={() => setRenaming(false)}
            onRenamed={() => void revalidate()}
          />
          {removing && (
            <DeleteList list={list} onClose={() => setRemoving(false)} onDeleted={() => void navigate('/app/lists')} />
          )}
        </>
      )}
    </>
  )
}
