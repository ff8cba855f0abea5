import { FileUp } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { getSentence } from '#web/calls/error-texts.ts'
import { upload } from '#web/calls/upload.ts'
import { FileDrop } from '#web/components/file-drop.tsx'
import { type Site, sitesContract } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'

type Read = OutputOf<typeof sitesContract.uploadLog>
type Props = { site: Site; onClose: () => void; onUploaded: () => void }

/** Uploads server logs, one after the other, and says what each had. */
export default function LogDialog({ site, onClose, onUploaded }: Props) {
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [read, setRead] = useState<Read | null>(null)
  const send = async (file: File) => {
    setFailure(null)
    setRead(null)
    setSending({ name: file.name, share: 0 })
    try {
      const onProgress = (share: number) => setSending({ name: file.name, share })
      setRead(await upload(sitesContract.uploadLog, { _id: site._id, file }, onProgress))
      onUploaded()
    } catch (thrown) {
      setFailure(getSentence(thrown, sitesErrorTexts))
    } finally {
      setSending(null)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Upload server log"
      description="Visits of AI crawlers are counted by day, page and status. IP addresses aren’t stored."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-3">
        <FileDrop
          icon={FileUp}
          title="Drop an access log here"
          hint="Combined format of Apache or nginx, as text or gzip, up to 50 MB. Logs that overlap count once."
          label="Server log"
          accept=".log,.txt,.gz,.1,.2,.3,.4,.5,.6,.7,text/plain,application/gzip"
          sending={sending}
          steps={['Uploading file', 'Reading file']}
          next="Reading"
          onFile={send}
          field="file"
        />
        {failure && <ErrorNote>{failure}</ErrorNote>}
        {read && (
          <p role="status" className="text-s">
            {getResultText(read)}
          </p>
        )}
      </div>
    </Dialog>
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
