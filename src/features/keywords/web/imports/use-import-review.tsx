import { useState } from 'react'
import { getErrorText, getSentence } from '#web/calls/error-texts.ts'
import { upload } from '#web/calls/upload.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type ImportAdded, type ImportKind, importsContract, type KeywordImport } from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'
import { ReviewImport } from './import-review.tsx'

const largest = 25_000_000

/** Reads a file without storing anything and opens the dialog that shows how it's read. `review` is that dialog. */
export function useImportReview(onImported: (added: KeywordImport) => void) {
  const { workspace } = useSignedIn()
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [shown, setShown] = useState<{ file: File; kind: ImportKind | undefined; first: ImportAdded } | null>(null)

  const send = async (file: File, kind?: ImportKind) => {
    if (sending) return
    if (file.size > largest) {
      const params = { max_mb: largest / 1_000_000 }
      const tooLarge = { code: 'too_large', field: 'file', reason: 'file_too_large', params } as const
      setFailure(getErrorText(tooLarge, keywordErrorTexts))
      return
    }
    setFailure(null)
    setSending({ name: file.name, share: 0 })
    try {
      const first = await upload(
        importsContract.add,
        { workspace_id: workspace._id, file, ...(kind ? { kind } : {}), dry_run: true },
        (share) => setSending({ name: file.name, share }),
      )
      setShown({ file, kind, first })
    } catch (thrown) {
      setFailure(getSentence(thrown, keywordErrorTexts))
    } finally {
      setSending(null)
    }
  }
  const review = shown && <ReviewImport {...shown} onClose={() => setShown(null)} onImported={onImported} />
  return { send, sending, failure, review }
}
