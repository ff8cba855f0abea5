import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { rememberWorkspace } from '#web/app-state.ts'
import { CallError } from '#web/call-error.tsx'
import { orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-header.tsx'
import { useCall } from '#web/use-call.ts'
import { portabilityContract, type WorkspaceImport } from '../contract.ts'
import type { Route } from './+types/import-workspace-page.ts'
import { ArchiveDrop } from './archive-drop.tsx'
import { portabilityErrorTexts } from './error-texts.ts'
import { ImportOutcome } from './import-outcome.tsx'
import { TransferProgress } from './transfer-progress.tsx'
import { usePolling } from './use-polling.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Import workspace · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(portabilityContract.imports, {}))
}

const isActive = ({ status }: WorkspaceImport) => status === 'queued' || status === 'running'

/** Upload of a workspace archive, the import's progress, and the results of the latest imports. */
export default function ImportWorkspacePage({ loaderData: first }: Route.ComponentProps) {
  const { now, refresh } = usePolling(
    first,
    ({ items }) => items.some(isActive),
    (signal) => api(portabilityContract.imports, {}, { signal }),
  )
  const [startedId, setStartedId] = useState<string | null>(first.items.find(isActive)?._id ?? null)
  const stopping = useCall()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const working = now.items.find(isActive)
  const finished = working ? [] : now.items.filter(({ status }) => status !== 'cancelled')
  const open = async ({ workspace }: WorkspaceImport) => {
    rememberWorkspace(workspace!)
    await revalidate()
    notify.done(`You’re now in ${workspace!.name}.`)
    await navigate('/app')
  }
  return (
    <>
      <ScreenHead
        title="Import workspace"
        meta="Move a workspace from another Earshot server, with all its content and the same URLs."
      />
      <div className="grid max-w-160 gap-6">
        {working ? (
          <TransferProgress
            stage={working.stage}
            progress={working.progress}
            stop="Cancel import"
            stopping={stopping.busy}
            onStop={() =>
              void stopping.run(async () => {
                await api(portabilityContract.cancelImport, { _id: working._id })
                await refresh()
                notify.done('Import canceled. Nothing was kept.')
              })
            }
          />
        ) : (
          <ArchiveDrop
            maxBytes={now.most_bytes}
            onTaken={async ({ _id }) => {
              setStartedId(_id)
              await refresh()
            }}
          />
        )}
        <CallError error={stopping.error} texts={portabilityErrorTexts} ownPlan />
        {finished.slice(0, 1).map((each) => (
          <ImportOutcome key={each._id} item={each} fresh={each._id === startedId} onOpen={() => void open(each)} />
        ))}
        <section className="border-line border-t pt-4 text-ink-2">
          <h2 className="subheading mb-2 text-ink">How it works</h2>
          <p>
            On the other server, the owner opens Settings → Workspace, selects “Create archive” and downloads the file.
            Upload it here. The workspace becomes yours and counts toward your plan. Nothing here is overwritten: if
            anything in the archive already exists, the import is refused.
          </p>
          <p className="mt-2">
            Listeners are imported paused, so you don’t get alerts from two servers. Invite people again under Team.
          </p>
        </section>
        {finished.length > 1 && <PreviousImports items={finished.slice(1)} onOpen={open} />}
      </div>
    </>
  )
}

const PreviousImports = ({
  items,
  onOpen,
}: {
  items: WorkspaceImport[]
  onOpen: (item: WorkspaceImport) => Promise<void>
}) => (
  <section>
    <h2 className="subheading mb-2">Previous imports</h2>
    <ul className="border-line border-t">
      {items.map((item) => (
        <li key={item._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2.5 text-s">
          <span className="min-w-48 flex-1 text-ink-2">
            {item.workspace?.name ?? item.error ?? 'A deleted workspace'}
          </span>
          {item.workspace && (
            <Button size="s" variant="quiet" onClick={() => void onOpen(item)}>
              Open
            </Button>
          )}
        </li>
      ))}
    </ul>
  </section>
)
