import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { formatCount } from '#ui/format.ts'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { Moment } from '#web/moment.tsx'
import { orRespond, sentenceOf } from '#web/page-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { Pages } from '#web/pages.tsx'
import { ScreenHead } from '#web/screen-head.tsx'
import { requireWorkspace } from '#web/session.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { importsContract, type KeywordImport } from '../contract.ts'
import type { Route } from './+types/imports-page.ts'
import { ImportDrop } from './import-drop.tsx'
import { ImportFacts } from './import-facts.tsx'
import { importKindLabels } from './import-words.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Imports · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const page = Math.max(1, Number(new URL(args.request.url).searchParams.get('page')) || 1)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(importsContract.list, { workspace_id: workspace._id, page, limit: 20 }))
}

/** Keyword files: what is here, what was refused, and what can be made of them. */
export default function ImportsPage({ loaderData: { items, total, page, limit } }: Route.ComponentProps) {
  const { workspace } = useSignedIn()
  const { revalidate } = useRevalidator()
  const [latest, setLatest] = useState<string | null>(null)
  const [doomed, setDoomed] = useState<KeywordImport | null>(null)
  const editor = canEdit(workspace)
  return (
    <>
      <ScreenHead
        title="Imports"
        meta="Keyword files of your own. Their numbers fill the columns of this workspace’s reports; they stay on this server."
      />
      {editor && (
        <ImportDrop
          onImported={(added) => {
            setLatest(added._id)
            notify.done(`${formatCount(added.accepted)} keywords from ${added.file_name}.`)
            void revalidate()
          }}
        />
      )}
      {items.length === 0 ? (
        <p className="mt-8 max-w-140 text-m text-ink-2">
          {page > 1
            ? 'There is nothing on this page.'
            : 'No file was brought yet. In Search Console choose Performance, then Export; the zip can be dropped here as it is.'}
        </p>
      ) : (
        <ul className="mt-8 border-line border-t" aria-label="Imported files">
          {items.map((item) => (
            <ImportLine
              key={item._id}
              item={item}
              open={item._id === latest}
              onDelete={editor ? () => setDoomed(item) : undefined}
            />
          ))}
        </ul>
      )}
      <Pages page={page} limit={limit} total={total} what="files" />
      <DeleteDialog
        item={doomed}
        onClose={() => setDoomed(null)}
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
            {importKindLabels[item.kind]} · {formatCount(item.accepted)} keywords · <Moment at={item.created_at} />
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
            What was read
            {item.rejected_total > 0 && (
              <span className="ml-1.5 text-warn">{formatCount(item.rejected_total)} refused</span>
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
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const remove = async () => {
    if (!item) return
    setBusy(true)
    setRefusal(null)
    try {
      await api(importsContract.delete, { _id: item._id })
      onDeleted(item)
      onClose()
    } catch (error) {
      setRefusal(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={item !== null}
      onOpenChange={(open) => {
        if (open) return
        setRefusal(null)
        onClose()
      }}
      width="s"
      title={`Delete ${item?.file_name ?? ''}?`}
      description="Its keywords and numbers leave this server. Reports made from it keep their rows."
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            Delete for good
          </Button>
        </>
      }
    >
      {refusal && <ErrorNote>{refusal}</ErrorNote>}
    </Dialog>
  )
}
