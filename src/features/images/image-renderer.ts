import { AppError } from '#kit/errors.ts'
import { createWorkerProcess, WorkerDied, type WorkerProcess } from '#platform/threads/child-process-worker.ts'
import type { ImageResult, ImageTask } from './image-process.ts'
import type { CardImage, CardInput } from './render-card.ts'
import type { RenderedImage, VerifiedImage, WordImage } from './render-image.ts'

/** Renders images in a child process with limits on time and memory. */
export type ImageRenderer = {
  /** @throws AppError unsupported_type, too_large, unavailable */
  render(image: { bytes: Uint8Array; name: string; type: string }): Promise<RenderedImage>
  /** Verifies a file in our own output format. @throws AppError as `render` does */
  verify(image: { bytes: Uint8Array; name: string; type: string }): Promise<VerifiedImage>
  forWord(bytes: Uint8Array): Promise<WordImage>
  /** The image of a link preview. */
  card(input: CardInput): Promise<CardImage>
  /** An image of ours cut to the shape of a link preview. */
  cover(bytes: Uint8Array): Promise<CardImage>
  stop(): Promise<void>
}

const timeoutMs = 20_000
const idleMs = 120_000
/** Each holds up to 10 MB. */
const maxWaiting = 12

export function createImageRenderer(): ImageRenderer {
  const worker: WorkerProcess<ImageTask, ImageResult> = createWorkerProcess(
    new URL('./image-process.ts', import.meta.url),
    { timeoutMs, idleMs, maxWaiting: maxWaiting },
  )
  async function decode(task: ImageTask & { name: string }) {
    const { name } = task
    try {
      return await worker.run(task)
    } catch (cause) {
      if (!(cause instanceof WorkerDied)) throw cause
      throw cause.reason === 'time'
        ? new AppError('too_large', `${name} takes more than 20 seconds to process. Scale it down first.`, {
            field: 'file',
            reason: 'image_too_complex',
            params: { name },
            cause,
          })
        : new AppError('unsupported_type', `${name} couldn’t be read. Save it again in an image editor.`, {
            field: 'file',
            reason: 'image_damaged',
            params: { name },
            cause,
          })
    }
  }
  return {
    render: async (image) => (await decode({ kind: 'render', ...image })) as RenderedImage,
    verify: async (image) => (await decode({ kind: 'verify', ...image })) as VerifiedImage,
    forWord: async (bytes) => (await worker.run({ kind: 'word', bytes })) as WordImage,
    card: async (input) => (await worker.run({ kind: 'card', ...input })) as CardImage,
    cover: async (bytes) => (await worker.run({ kind: 'cover', bytes })) as CardImage,
    stop: () => worker.stop(),
  }
}
