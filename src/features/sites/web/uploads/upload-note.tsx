import type { UploadSource } from '../../contract.ts'
import { getFilterText, getPeriodText } from './upload-texts.ts'

/** Search Console’s own exports end here. */
const maxExported = 1000

/** Says that figures are those of an uploaded export, and what that means. */
export function UploadNote({ upload }: { upload: UploadSource }) {
  const filters = getFilterText(upload)
  const isCut = upload.queries >= maxExported || upload.pages >= maxExported
  return (
    <p className="mb-5 max-w-180 text-ink-3 text-xs [overflow-wrap:anywhere]">
      From the uploaded export {upload.file_name}, {getPeriodText(upload)}. Clicks, impressions and positions are totals
      of the whole period.
      {filters && ` The export says: ${filters}.`}
      {isCut && ' Search Console exports up to 1,000 queries and 1,000 pages, so there can be more.'}
      {upload.pairs > 0 &&
        ' A query with several pages has the impressions of the page shown most, since one search may show several.'}
    </p>
  )
}
