import { useCallback, useRef, useState } from 'react'
import { getSentence } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { upload } from '#web/calls/upload.ts'
import { type Image, imagesContract } from '../../contract.ts'
import { imageErrorTexts } from '../error-texts.ts'
import { getUploadError } from '../image-labels.ts'

/** An upload; `share` is its progress, 0–1. At 1 the server processes it. */
export type Uploading = { key: string; name: string; share: number | null; refusal: string | null }

/** Uploads images one after the other, with progress. Errors stay until dismissed. */
export function useImageUploads(workspaceId: string, onAdded: (image: Image) => void) {
  const [sending, setSending] = useState<Uploading[]>([])
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const added = useRef(onAdded)
  added.current = onAdded

  const change = useCallback(
    (key: string, to: Partial<Uploading>) =>
      setSending((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one))),
    [],
  )
  const dismiss = useCallback((key: string) => setSending((all) => all.filter((one) => one.key !== key)), [])

  const send = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) {
        const key = randomKey()
        const refusal = getUploadError(file)
        setSending((all) => [...all, { key, name: file.name, share: null, refusal }])
        if (refusal) continue
        last.current = last.current.then(async () => {
          try {
            const { image } = await upload(imagesContract.upload, { workspace_id: workspaceId, file }, (share) =>
              change(key, { share }),
            )
            dismiss(key)
            added.current(image)
          } catch (error) {
            change(key, { refusal: getSentence(error, imageErrorTexts) })
          }
        })
      }
    },
    [workspaceId, change, dismiss],
  )
  return { sending, send, dismiss }
}
