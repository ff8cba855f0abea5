import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { keywordErrorTexts } from '#features/keywords/web/error-texts.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { getSentence, joinErrorTexts } from '#web/calls/error-texts.ts'
import { upload } from '#web/calls/upload.ts'
import { FileDrop } from '#web/components/file-drop.tsx'
import { type Site, sitesContract } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'

type Props = { site: Site; replaces: boolean; onClose: () => void; onUploaded: () => void }

const texts = joinErrorTexts(keywordErrorTexts, sitesErrorTexts)

/** Uploads an export of Google Analytics. */
export default function ReferralsDialog({ site, replaces, onClose, onUploaded }: Props) {
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async (file: File) => {
    setFailure(null)
    setSending({ name: file.name, share: 0 })
    try {
      const onProgress = (share: number) => setSending({ name: file.name, share })
      await upload(sitesContract.uploadReferrals, { _id: site._id, file }, onProgress)
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
      title="Upload Analytics export"
      description={
        replaces ? 'Its sessions replace those of the earlier export.' : 'Sessions from AI assistants by landing page.'
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-3">
        <FileDrop
          icon={FileUp}
          title="Drop a Google Analytics export here"
          hint="In Google Analytics, open a report with session source and landing page, and download it as CSV. CSV or XLSX, up to 25 MB."
          label="Google Analytics export"
          accept=".csv,.tsv,.txt,.xlsx,.zip"
          sending={sending}
          steps={['Uploading file', 'Reading file']}
          next="Reading"
          onFile={send}
          field="file"
        />
        {failure && <ErrorNote>{failure}</ErrorNote>}
      </div>
    </Dialog>
  )
}
