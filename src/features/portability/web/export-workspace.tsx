import { Download } from 'lucide-react'
import type { OutputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getStoredError } from '#web/calls/error-texts.ts'
import { startDownload } from '#web/calls/start-download.ts'
import { useCall } from '#web/calls/use-call.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { archiveHours, portabilityContract, type WorkspaceArchive } from '../contract.ts'
import { excludedContents, includedContents, sizeInWords } from '../rules/transfer-labels.ts'
import { ContentsLine } from './archive-contents.tsx'
import { portabilityErrorTexts } from './error-texts.ts'
import { TransferProgress } from './transfer-progress.tsx'
import { useTransfers } from './use-transfers.ts'

type Archives = OutputOf<typeof portabilityContract.archives>

export type ExportWorkspaceProps = { workspace: { _id: string; name: string }; first: Archives }

const isActive = ({ status }: WorkspaceArchive) => status === 'queued' || status === 'running'

/** Exports a workspace: its contents, progress and archives to download. */
export function ExportWorkspace({ workspace, first }: ExportWorkspaceProps) {
  const scope = { workspace_id: workspace._id }
  const { now, refresh } = useTransfers(
    first,
    ({ items }) => items.some(isActive),
    (signal) => api(portabilityContract.archives, scope, { signal }),
  )
  const making = useCall()
  const ending = useCall()
  const latest = now.items[0]
  const working = latest && isActive(latest) ? latest : null
  const ready = now.items.filter(({ url }) => url !== null)
  const createArchive = () =>
    making.run(async () => {
      await api(portabilityContract.exportWorkspace, scope)
      await refresh()
    })
  const remove = ({ _id }: WorkspaceArchive, message: string) =>
    ending.run(async () => {
      await api(portabilityContract.removeArchive, { _id })
      await refresh()
      notify.done(message)
    })

  return (
    <div className="grid gap-5">
      <p className="max-w-140 text-ink-2">
        Download everything in {workspace.name} as one ZIP. You can import it on another Earshot server, or read it as
        CSV, Markdown and images. It’s created in the background and kept for {archiveHours} hours.
      </p>
      <ContentsLine counts={now.counts} label="Workspace content" />
      {now.image_bytes > 0 && (
        <p className="-mt-2 text-ink-3 text-xs">Images use {sizeInWords(now.image_bytes)} of it.</p>
      )}
      {working ? (
        <TransferProgress
          stage={working.stage}
          progress={working.progress}
          stop="Cancel export"
          stopping={ending.busy}
          onStop={() => void remove(working, 'Export canceled. Nothing was kept.')}
        />
      ) : (
        <div>
          <Button busy={making.busy} onClick={() => void createArchive()}>
            {ready.length > 0 ? 'Create new archive' : 'Create archive'}
          </Button>
        </div>
      )}
      <CallError error={making.error ?? ending.error} texts={portabilityErrorTexts} ownPlan />
      {latest && <CallError error={getStoredError(latest)} texts={portabilityErrorTexts} ownPlan />}
      {ready.length > 0 && (
        <ul aria-label="Archives" className="max-w-140 border-line border-t">
          {ready.map((archive) => (
            <li key={archive._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3">
              <p className="min-w-48 flex-1">
                <DateTime at={archive.created_at} />
                <span className="block text-ink-3 text-xs">
                  {sizeInWords(archive.bytes ?? 0)} · available until <DateTime at={archive.expires_at!} brief />
                </span>
              </p>
              <Button
                size="s"
                icon={<Download size={14} aria-hidden />}
                onClick={() => startDownload(`/user/workspace/archive/${archive._id}`)}
              >
                Download
              </Button>
              <Button
                size="s"
                variant="quiet"
                busy={ending.busy}
                onClick={() => void remove(archive, 'Archive deleted.')}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Disclosure summary="What’s included and what isn’t" className="max-w-140">
        <div className="mt-2 grid gap-x-8 gap-y-4 text-s sm:grid-cols-2">
          <Listed title="Included" lines={includedContents} />
          <Listed title="Not included" lines={excludedContents} />
        </div>
      </Disclosure>
    </div>
  )
}

const Listed = ({ title, lines }: { title: string; lines: string[] }) => (
  <section>
    <h3 className="mb-1.5 text-ink-3 text-xs">{title}</h3>
    <ul className="grid gap-1.5 text-ink-2">
      {lines.map((line) => (
        <li key={line}>{line}.</li>
      ))}
    </ul>
  </section>
)
