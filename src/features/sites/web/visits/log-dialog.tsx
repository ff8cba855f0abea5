import type { OutputOf } from '#kit/endpoint.ts'
import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import { upload } from '#web/calls/upload.ts'
import { type Site, sitesContract } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'
import { UploadForm } from '../uploads/upload-form.tsx'

type Read = OutputOf<typeof sitesContract.uploadLog>
type Props = { site: Site; onClose: () => void; onUploaded: () => void }

/** Uploads server logs, one after the other, and says what each had. */
export default function LogDialog({ site, onClose, onUploaded }: Props) {
  return (
    <UploadForm<Read>
      title="Upload server log"
      description="Visits of AI crawlers are counted by day, page and status. IP addresses aren’t stored."
      file={{
        title: 'Drop an access log here',
        hint: 'Combined format of Apache or nginx, as text or gzip, up to 50 MB. Logs that overlap count once.',
        label: 'Server log',
        accept: '.log,.txt,.gz,.1,.2,.3,.4,.5,.6,.7,text/plain,application/gzip',
      }}
      errorTexts={sitesErrorTexts}
      send={(file, onProgress) => upload(sitesContract.uploadLog, { _id: site._id, file }, onProgress)}
      onClose={onClose}
      onUploaded={onUploaded}
      result={(read) => (
        <p role="status" className="text-s">
          {getResultText(read)}
        </p>
      )}
    />
  )
}

function getResultText({ repeated, log: { lines, visits, added, from, to, unread, elsewhere } }: Read): string {
  if (repeated) return 'This log was uploaded before. Nothing changed.'
  const period = from && to ? `, ${formatDayShort(from)} – ${formatDayShort(to)}` : ''
  const parts = [
    `${plural(lines, 'line')}${period}: ${plural(visits, 'visit')} of AI crawlers, ${formatCount(added)} new.`,
    unread > 0 && `${plural(unread, 'line')} couldn’t be read.`,
    elsewhere > 0 && `${plural(elsewhere, 'visit')} of other sites left out.`,
  ]
  return parts.filter(Boolean).join(' ')
}
