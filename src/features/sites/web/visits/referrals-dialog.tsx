import { keywordErrorTexts } from '#features/keywords/web/error-texts.ts'
import { joinErrorTexts } from '#web/calls/error-texts.ts'
import { upload } from '#web/calls/upload.ts'
import { type Site, sitesContract } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'
import { UploadForm } from '../uploads/upload-form.tsx'

type Props = { site: Site; replaces: boolean; onClose: () => void; onUploaded: () => void }

const texts = joinErrorTexts(keywordErrorTexts, sitesErrorTexts)

/** Uploads an export of Google Analytics. */
export default function ReferralsDialog({ site, replaces, onClose, onUploaded }: Props) {
  return (
    <UploadForm
      title="Upload Analytics export"
      description={
        replaces ? 'Its sessions replace those of the earlier export.' : 'Sessions from AI assistants by landing page.'
      }
      file={{
        title: 'Drop a Google Analytics export here',
        hint: 'In Google Analytics, open a report with session source and landing page, and download it as CSV. CSV or XLSX, up to 25 MB.',
        label: 'Google Analytics export',
        accept: '.csv,.tsv,.txt,.xlsx,.zip',
      }}
      errorTexts={texts}
      send={(file, onProgress) => upload(sitesContract.uploadReferrals, { _id: site._id, file }, onProgress)}
      onClose={onClose}
      onUploaded={onUploaded}
    />
  )
}
