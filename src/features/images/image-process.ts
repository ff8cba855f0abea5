import { AppError } from '#kit/errors.ts'
import { withoutTexts } from './image-end.ts'
import { inspectPicture } from './image-format.ts'
import type { RenderedPicture, VerifiedPicture, WordPicture } from './render-image.ts'

/** Answers one task at a time; ends itself when it takes more memory than a picture within our limits can need. */

export type PictureTask =
  | { kind: 'render'; bytes: Uint8Array; name: string; type: string }
  | { kind: 'verify'; bytes: Uint8Array; name: string; type: string }
  | { kind: 'word'; bytes: Uint8Array }
export type PictureAnswer = RenderedPicture | VerifiedPicture | WordPicture

const maxMemoryBytes = 900_000_000
const lookEveryMs = 20

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(1)
}, lookEveryMs).unref()

// Loaded meanwhile: what is no picture is refused without it.
const rendering = import('./render-image.ts')

async function answer(task: PictureTask): Promise<PictureAnswer> {
  if (task.kind === 'word') return (await rendering).pictureForWord(task.bytes)
  const { bytes, name, type } = task
  const kind = inspectPicture(bytes, name, type)
  if (task.kind === 'verify') return (await rendering).verifyPicture({ bytes, name, kind })
  return (await rendering).renderPicture({ bytes: kind === 'png' ? withoutTexts(bytes) : bytes, name, kind })
}

process.on('disconnect', () => process.exit(0))
process.on('message', async (task: PictureTask) => {
  try {
    process.send?.({ output: await answer(task) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    process.send?.({ error: error.toBody() })
  }
})
