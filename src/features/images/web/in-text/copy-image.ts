import { AppError } from '#kit/errors.ts'
import { api } from '#web/calls/api.ts'
import { upload } from '#web/calls/upload.ts'
import { type Image, imagesContract } from '../../contract.ts'

const dataUrl = /^data:(image\/[\w.+-]+)?(;[^,]*)?,(.*)$/s

/** Copies images of other sites into a workspace's library, each once. */
export function createImageCopies(workspaceId: string) {
  const known = new Map<string, Promise<Image>>()
  return (src: string, alt: string): Promise<Image> => {
    const copied = known.get(src) ?? copyImage(workspaceId, src, alt)
    known.set(src, copied)
    // A failed copy can be asked for again.
    copied.catch(() => known.delete(src))
    return copied
  }
}

async function copyImage(workspaceId: string, src: string, alt: string): Promise<Image> {
  if (!src.startsWith('data:'))
    return (await api(imagesContract.copy, { workspace_id: workspaceId, url: src, alt })).image
  const file = toFile(src)
  if (!file)
    throw new AppError('unsupported_type', 'The image’s data can’t be read.', {
      reason: 'image_damaged',
      params: { name: 'The image' },
    })
  return (await upload(imagesContract.upload, { workspace_id: workspaceId, file, alt }, () => undefined)).image
}

/** The file in a `data:` URL. Null: it isn't one. */
export function toFile(src: string): File | null {
  const [, type = '', options = '', data = ''] = dataUrl.exec(src) ?? []
  if (data === '') return null
  try {
    const text = options.includes('base64') ? atob(data.replace(/\s/g, '')) : decodeURIComponent(data)
    return new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], 'image', { type })
  } catch {
    return null
  }
}
