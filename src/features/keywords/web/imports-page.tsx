import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, plural } from '#ui/format.ts'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { DateTime } from '#web/date-time.tsx'
import { orRespond } from '#web/loader-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { Pages } from '#web/pagination.tsx'
import { ScreenHead } from '#web/screen-header.tsx'
import { requireWorkspace } from '#web/session.ts'
import { useCall } from '#web/use-call.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { importsContract, type KeywordImport } from '../contract.ts'
import type { Route } from './+types/imports-page.ts'
import { keywordErrorTexts } from './error-texts.ts'
import { ImportDrop } from './import-drop.tsx'
import { importKindLabels } from './import-labels.ts'
import { ImportFacts } from './import-summary.tsx'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Imports · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const page = Math.max(1, Number(new URL(args.request.url).searchParams.get('page')) || 1)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(importsContract.list, { workspace_id: workspace._id, page, limit: 20 }))
}

/** Imported keyword files with their skipped rows and actions. */
export default function ImportsPage({ loaderData: { items, total, page, limit } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const { revalidate } = useRevalidator()
  const [latest, setLatest] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<KeywordImport | null>(null)
  const editor = canEdit(workspace)
  return (
    <>
      <ScreenHead
        title="Imports"
        meta="Import your own keyword files. Their metrics appear in this workspace’s reports and stay on this server."
      />
      {editor && (
        <ImportDrop
          onImported={(added) => {
            setLatest(added._id)
            notify.done(`Imported ${plural(added.accepted, 'keyword')} from ${added.file_name}.`)
            void revalidate()
          }}
        />
      )}
      {items.length === 0 ? (
        <p className="mt-8 max-w-140 text-m text-ink-2">
          {page > 1
            ? 'This page is empty.'
            : 'No imports yet. In Search Console, open Performance, select Export and drop the zip file here. Only its queries are imported.'}
        </p>
      ) : (
        <ul className="mt-8 border-line border-t" aria-label="Imported files">
          {items.map((item) => (
            <ImportLine
              key={item._id}
              item={item}
              open={item._id === latest}
              onDelete={editor ? () => setDeleting(item) : undefined}
            />
          ))}
        </ul>
      )}
      <Pages page={page} limit={limit} total={total} what="files" />
      <DeleteDialog
        item={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={(item) => {
          notify.done(`Deleted ${item.file_name}.`)
          void revalidate()
        }}
      />
    </>
  )
}

function ImportLine({ item, open, onDelete }: { item: KeywordImport; open: boolean; onDelete?: () => void }) {
  return (
    <li className="border-line border-b py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="truncate font-serif text-l leading-snug">{item.file_name}</h2>
          <p className="text-ink-3 text-xs">
            {importKindLabels[item.kind]} · {formatCount(item.accepted)} keywords · <DateTime at={item.created_at} />
          </p>
        </div>
        {onDelete && (
          <div className="flex gap-2">
            {item.accepted > 0 && (
              <Button size="s" href={`/app/reports/new?type=clusters&import_id=${item._id}`}>
                Group into topics
              </Button>
            )}
            <Button size="s" variant="danger" aria-label={`Delete ${item.file_name}`} onClick={onDelete}>
              Delete
            </Button>
          </div>
        )}
      </div>
      <Disclosure
        className="mt-1.5 text-s"
        open={open || undefined}
        summary={
          <>
            Import details
            {item.rejected_total > 0 && (
              <span className="ml-1.5 text-warn">{formatCount(item.rejected_total)} skipped</span>
            )}
          </>
        }
      >
        <div className="mt-1.5">
          <ImportFacts item={item} />
        </div>
      </Disclosure>
    </li>
  )
}

type DeleteDialogProps = {
  item: KeywordImport | null
  onClose: () => void
  onDeleted: (item: KeywordImport) => void
}

function DeleteDialog({ item, onClose, onDeleted }: DeleteDialogProps) {
  const { busy, error, clear, run } = useCall()
  const confirm = () =>
    run(async () => {
      if (!item) return
      await api(importsContract.delete, { _id: item._id })
      onDeleted(item)
      onClose()
    })
  return (
    <Dialog
      open={item !== null}
      onOpenChange={(open) => {
        if (open) return
        clear()
        onClose()
      }}
      width="s"
      title={`Delete ${item?.file_name ?? ''}?`}
      description="This deletes the file’s keywords and metrics. Reports created from it keep their rows."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            Delete import
          </Button>
        </>
      }
    >
      <CallError error={error} texts={keywordErrorTexts} />
    </Dialog>
  )
}
