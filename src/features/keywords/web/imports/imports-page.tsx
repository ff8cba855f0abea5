import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { PlanTopics } from '#features/content-plan/web/plan-topics.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
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
import { importsContract, type KeywordImport } from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/imports-page.ts'
import { ImportDrop } from './import-drop.tsx'
import { importKindLabels } from './import-labels.ts'
import { ChangeReading } from './import-reading.tsx'
import { ImportFacts } from './import-summary.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

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
  const [reading, setReading] = useState<KeywordImport | null>(null)
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
            notify.done(`Imported ${plural(added.keywords, 'keyword')} from ${added.file_name}.`)
            void revalidate()
          }}
        />
      )}
      {items.length === 0 ? (
        <EmptyState title={page > 1 ? 'This page is empty.' : 'No imports yet.'} className="mt-4">
          {page === 1 &&
            'In Search Console, open Performance, select Export and drop the zip file here. Only its queries are imported.'}
        </EmptyState>
      ) : (
        <ul className="mt-8 border-line border-t" aria-label="Imported files">
          {items.map((item) => (
            <ImportLine
              key={item._id}
              item={item}
              open={item._id === latest}
              onDelete={editor ? () => setDeleting(item) : undefined}
              onChangeReading={editor ? () => setReading(item) : undefined}
            />
          ))}
        </ul>
      )}
      <Pages page={page} limit={limit} total={total} what="files" />
      {reading && (
        <ChangeReading
          item={reading}
          onChanged={({ _id }) => {
            setLatest(_id)
            void revalidate()
          }}
          onClose={() => setReading(null)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete ${deleting.file_name}?`}
          description="This deletes the file’s keywords and metrics. Reports created from it keep their rows."
          action="Delete import"
          texts={keywordErrorTexts}
          onConfirm={async () => {
            await api(importsContract.delete, { _id: deleting._id })
            notify.done(`Deleted ${deleting.file_name}.`)
            void revalidate()
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}

type ImportLineProps = {
  item: KeywordImport
  open: boolean
  onDelete?: () => void
  onChangeReading?: () => void
}

function ImportLine({ item, open, onDelete, onChangeReading }: ImportLineProps) {
  return (
    <li className="border-line border-b py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="truncate font-serif text-l leading-snug">{item.file_name}</h2>
          <p className="text-ink-3 text-xs">
            {importKindLabels[item.kind]} · {plural(item.keywords, 'keyword')} · <DateTime at={item.created_at} />
          </p>
        </div>
        {onDelete && (
          <div className="flex flex-wrap gap-2">
            {item.accepted > 0 && (
              <Button size="s" href={`/app/reports/new?type=clusters&import_id=${item._id}`}>
                Group into topics
              </Button>
            )}
            {item.accepted > 0 && (
              <PlanTopics
                of={item.file_name}
                name={item.file_name.replace(/\.\w+$/, '')}
                from={{ import_id: item._id }}
              />
            )}
            <RowMenu
              label={`More for ${item.file_name}`}
              items={[{ label: 'Delete…', danger: true, onSelect: onDelete }]}
            />
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
          <ImportFacts item={item} onChangeReading={onChangeReading} />
        </div>
      </Disclosure>
    </li>
  )
}
