import { importsContract } from '#features/keywords/contract.ts'
import { keywordErrorTexts } from '#features/keywords/web/error-texts.ts'
import { acceptedFiles } from '#features/keywords/web/imports/import-labels.ts'
import type { OutputOf } from '#kit/endpoint.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { joinErrorTexts } from '#web/calls/error-texts.ts'
import { upload } from '#web/calls/upload.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import type { Site, SiteUpload } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'
import { UploadForm } from './upload-form.tsx'
import { getContentsText, getFilterText, getPeriodText, getRowsText } from './upload-texts.ts'

type Added = OutputOf<typeof importsContract.add>
type Props = { site: Site; onClose: () => void; onUploaded: () => void }

const texts = joinErrorTexts(keywordErrorTexts, sitesErrorTexts)

/** Uploads an export of Search Console for a site, and says what it had. */
export default function UploadDialog({ site, onClose, onUploaded }: Props) {
  const { workspace } = useSignedIn()
  return (
    <UploadForm<Added>
      title="Upload an export"
      description={`Search queries and pages of ${site.url}, without a connection.`}
      file={{
        title: 'Drop a Search Console export here',
        hint: 'In Search Console, open Performance on Search results and select Export. Or a table with query, clicks, impressions and position, and optionally page. CSV, XLSX or zip, up to 25 MB.',
        label: 'Search Console export',
        accept: acceptedFiles,
      }}
      errorTexts={texts}
      send={(file, onProgress) =>
        upload(importsContract.add, { workspace_id: workspace._id, site_id: site._id, file }, onProgress)
      }
      onClose={onClose}
      onUploaded={onUploaded}
      result={({ site_upload, repeated }) => site_upload && <Result upload={site_upload} isRepeated={repeated} />}
    />
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
