import { AppError } from '#kit/errors.ts'
import { createWorkerProcess, WorkerDied, type WorkerProcess } from '#platform/child-process-worker.ts'
import type { PictureAnswer, PictureTask } from './image-process.ts'
import type { RenderedPicture, VerifiedPicture, WordPicture } from './render-image.ts'

/** Decoding in a process of its own, which is ended for taking too long, taking too much memory, or crashing. */
export type Pictures = {
  /** @throws AppError unsupported_type, too_large, unavailable */
  render(picture: { bytes: Uint8Array; name: string; type: string }): Promise<RenderedPicture>
  /** Of a file as we write them. @throws AppError as `render` does */
  verify(picture: { bytes: Uint8Array; name: string; type: string }): Promise<VerifiedPicture>
  forWord(bytes: Uint8Array): Promise<WordPicture>
  stop(): Promise<void>
}

const timeoutMs = 20_000
const idleMs = 120_000
/** Each holds up to 10 MB. */
const mostWaiting = 12

export function createPictures(): Pictures {
  const worker: WorkerProcess<PictureTask, PictureAnswer> = createWorkerProcess(
    new URL('./image-process.ts', import.meta.url),
    { timeoutMs, idleMs, maxWaiting: mostWaiting },
  )
  async function decode(task: PictureTask & { name: string }) {
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
    render: async (picture) => (await decode({ kind: 'render', ...picture })) as RenderedPicture,
    verify: async (picture) => (await decode({ kind: 'verify', ...picture })) as VerifiedPicture,
    forWord: async (bytes) => (await worker.run({ kind: 'word', bytes })) as WordPicture,
    stop: () => worker.stop(),
  }
}
