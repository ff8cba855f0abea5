import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { importsContract } from '#features/keywords/contract.ts'
import { keywordErrorTexts } from '#features/keywords/web/error-texts.ts'
import { acceptedFiles } from '#features/keywords/web/imports/import-labels.ts'
import type { OutputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { getSentence, joinErrorTexts } from '#web/calls/error-texts.ts'
import { upload } from '#web/calls/upload.ts'
import { FileDrop } from '#web/components/file-drop.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import type { Site, SiteUpload } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'
import { getContentsText, getFilterText, getPeriodText, getRowsText } from './upload-texts.ts'

type Added = OutputOf<typeof importsContract.add>
type Props = { site: Site; onClose: () => void; onUploaded: () => void }

const texts = joinErrorTexts(keywordErrorTexts, sitesErrorTexts)

/** Uploads an export of Search Console for a site, and says what it had. */
export default function UploadDialog({ site, onClose, onUploaded }: Props) {
  const { workspace } = useSignedIn()
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [added, setAdded] = useState<Added | null>(null)
  const send = async (file: File) => {
    setFailure(null)
    setAdded(null)
    setSending({ name: file.name, share: 0 })
    try {
      const input = { workspace_id: workspace._id, site_id: site._id, file }
      setAdded(await upload(importsContract.add, input, (share) => setSending({ name: file.name, share })))
      onUploaded()
    } catch (thrown) {
      setFailure(getSentence(thrown, texts))
    } finally {
      setSending(null)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Upload an export"
      description={`Search queries and pages of ${site.url}, without a connection.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-3">
        <FileDrop
          icon={FileUp}
          title="Drop a Search Console export here"
          hint="In Search Console, open Performance on Search results and select Export. Or a table with query, clicks, impressions and position, and optionally page. CSV, XLSX or zip, up to 25 MB."
          label="Search Console export"
          accept={acceptedFiles}
          sending={sending}
          steps={['Uploading file', 'Reading file']}
          next="Reading"
          onFile={send}
          field="file"
        />
        {failure && <ErrorNote>{failure}</ErrorNote>}
        {added?.site_upload && <Result upload={added.site_upload} isRepeated={added.repeated} />}
      </div>
    </Dialog>
  )
}

function Result({ upload: item, isRepeated }: { upload: SiteUpload; isRepeated: boolean }) {
  const filters = getFilterText(item)
  return (
    <div role="status" className="grid gap-1.5 text-s">
      <p className="font-[550]">
        {isRepeated ? 'This site has this export already. Nothing changed.' : `${getRowsText(item)}.`}
      </p>
      <p className="text-ink-2">
        {getPeriodText(item)}: {getContentsText(item)}.{filters && ` ${filters}.`}
      </p>
      {item.rejected.length > 0 && (
        <Disclosure summary="Rows left out">
          <Table caption={`Rows left out of ${item.file_name}`}>
            <thead>
              <tr>
                <TableHead>Table</TableHead>
                <TableHead numeric>Line</TableHead>
                <TableHead>Reason</TableHead>
              </tr>
            </thead>
            <tbody>
              {item.rejected.map(({ table, line, reason }) => (
                <TableRow key={`${table} ${line}`}>
                  <TableCell>{table}</TableCell>
                  <TableCell numeric>{line}</TableCell>
                  <TableCell className="[overflow-wrap:anywhere]">{reason}</TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
        </Disclosure>
      )}
    </div>
  )
}
