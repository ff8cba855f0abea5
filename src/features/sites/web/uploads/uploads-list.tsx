import { useState } from 'react'
import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { type SiteUpload, sitesContract } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'
import { getContentsText, getPeriodText } from './upload-texts.ts'

type Props = { uploads: readonly SiteUpload[]; editor: boolean; onDeleted: () => Promise<void> }

/** The exports that were uploaded for a site, each to look at or delete. */
export function UploadsList({ uploads, editor, onDeleted }: Props) {
  const [deleting, setDeleting] = useState<SiteUpload | null>(null)
  if (uploads.length === 0) return null
  return (
    <>
      <Disclosure className="mt-6" summary={plural(uploads.length, 'uploaded export')}>
        <ul className="mt-1 border-line border-t" aria-label="Uploaded exports">
          {uploads.map((upload) => (
            <li key={upload._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2">
              <div className="min-w-0 flex-1 text-s [overflow-wrap:anywhere]">
                <Link href={`/app/sites/${upload.site_id}/queries?upload=${upload._id}`}>{getPeriodText(upload)}</Link>
                <p className="text-ink-3 text-xs">
                  {upload.file_name} · {getContentsText(upload)} · uploaded <DateTime at={upload.created_at} />
                </p>
              </div>
              {editor && (
                <RowMenu
                  label={`More for ${upload.file_name}, ${getPeriodText(upload)}`}
                  items={[{ label: 'Delete…', danger: true, onSelect: () => setDeleting(upload) }]}
                />
              )}
            </li>
          ))}
        </ul>
      </Disclosure>
      {deleting && (
        <ConfirmDialog
          title={`Delete “${deleting.file_name}”?`}
          description="This deletes the export’s figures from the site. The keywords imported with it stay. This can’t be undone."
          action="Delete export"
          texts={sitesErrorTexts}
          onConfirm={async () => {
            await api(sitesContract.removeUpload, { _id: deleting._id })
            await onDeleted()
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  )
}
