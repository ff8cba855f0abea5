import { FileUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { type ErrorTexts, getSentence } from '#web/calls/error-texts.ts'
import { FileDrop } from '#web/components/file-drop.tsx'

type Props<T> = {
  title: string
  description: string
  /** Of the field, and what it says. */
  file: { label: string; title: string; hint: string; accept: string }
  errorTexts: ErrorTexts
  send: (file: File, onProgress: (share: number) => void) => Promise<T>
  onClose: () => void
  onUploaded: () => void
  /** What the last file had. */
  result?: (sent: T) => ReactNode
}

/** A dialog that uploads one file after the other and says what each had. */
export function UploadForm<T>({ title, description, file, errorTexts, send, onClose, onUploaded, result }: Props<T>) {
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [sent, setSent] = useState<{ answer: T } | null>(null)
  const onFile = async (chosen: File) => {
    setFailure(null)
    setSent(null)
    setSending({ name: chosen.name, share: 0 })
    try {
      setSent({ answer: await send(chosen, (share) => setSending({ name: chosen.name, share })) })
      onUploaded()
    } catch (thrown) {
      setFailure(getSentence(thrown, errorTexts))
    } finally {
      setSending(null)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-3">
        <FileDrop
          icon={FileUp}
          {...file}
          sending={sending}
          steps={['Uploading file', 'Reading file']}
          next="Reading"
          onFile={onFile}
          field="file"
        />
        {failure && <ErrorNote>{failure}</ErrorNote>}
        {sent && result?.(sent.answer)}
      </div>
    </Dialog>
  )
}
