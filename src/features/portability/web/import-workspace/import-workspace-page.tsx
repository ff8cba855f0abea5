import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError, StaffDetails } from '#web/calls/call-error.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { rememberWorkspace } from '#web/layout/app-state.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { portabilityContract, type WorkspaceImport } from '../../contract.ts'
import { portabilityErrorTexts } from '../error-texts.ts'
import { TransferProgress } from '../transfer-progress.tsx'
import { useTransfers } from '../use-transfers.ts'
import type { Route } from './+types/import-workspace-page.ts'
import { ArchiveDrop } from './archive-drop.tsx'
import { ImportOutcome } from './import-outcome.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Import workspace · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(portabilityContract.imports, {}))
}

const isActive = ({ status }: WorkspaceImport) => status === 'queued' || status === 'running'

/** Upload of a workspace archive, the import's progress, and the results of the latest imports. */
export default function ImportWorkspacePage({ loaderData: first }: Route.ComponentProps) {
  const { now, refresh } = useTransfers(
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
      {items.map((item) => {
        const error = getStoredError(item)
        return (
          <li key={item._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2.5 text-s">
            <div className="min-w-48 flex-1 text-ink-2">
              {item.workspace?.name ?? (error ? getErrorText(error, portabilityErrorTexts) : 'A deleted workspace')}
              {error && <StaffDetails error={error} />}
            </div>
            {item.workspace && (
              <Button size="s" variant="quiet" onClick={() => void onOpen(item)}>
                Open
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  </section>
)
