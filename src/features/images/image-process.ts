import { AppError } from '#kit/errors.ts'
import type { CardImage, CardInput } from './render-card.ts'
import type { RenderedImage, VerifiedImage, WordImage } from './render-image.ts'
import { withoutTextChunks } from './rules/image-end.ts'
import { inspectImage } from './rules/image-format.ts'

/** Child process that handles one task at a time and exits above its memory limit. */

export type ImageTask =
  | { kind: 'render'; bytes: Uint8Array; name: string; type: string }
  | { kind: 'verify'; bytes: Uint8Array; name: string; type: string }
  | { kind: 'word'; bytes: Uint8Array }
  | ({ kind: 'card' } & CardInput)
  | { kind: 'cover'; bytes: Uint8Array }
export type ImageResult = RenderedImage | VerifiedImage | WordImage | CardImage

const maxMemoryBytes = 900_000_000
const lookEveryMs = 20

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(1)
}, lookEveryMs).unref()

// Loaded in the background, since format checks don't need it.
const rendering = import('./render-image.ts')

async function answer(task: ImageTask): Promise<ImageResult> {
  if (task.kind === 'word') return (await rendering).imageForWord(task.bytes)
  if (task.kind === 'card' || task.kind === 'cover') {
    // Limits the decoders first.
    await rendering
    const { renderCard, renderCover } = await import('./render-card.ts')
    return task.kind === 'card' ? renderCard(task) : renderCover(task.bytes)
  }
  const { bytes, name, type } = task
  const kind = inspectImage(bytes, name, type)
  if (task.kind === 'verify') return (await rendering).verifyImage({ bytes, name, kind })
  return (await rendering).renderImage({ bytes: kind === 'png' ? withoutTextChunks(bytes) : bytes, name, kind })
}

process.on('disconnect', () => process.exit(0))
process.on('message', async (task: ImageTask) => {
  try {
    process.send?.({ output: await answer(task) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    process.send?.({ error: error.toBody() })
  }
})
