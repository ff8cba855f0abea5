import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import {
  animation,
  createHostileImages,
  jpeg,
  packedButHonest,
  png,
  withPackedText,
} from '../../../tests/support/hostile-images.ts'
import type { ImageTask } from './image-process.ts'

type Answer = { output?: { files: { width: number }[] }; error?: { code: string } }

let child: ChildProcess | null = null
afterEach(() => child?.kill('SIGKILL'))

async function start() {
  child = fork(fileURLToPath(new URL('./image-process.ts', import.meta.url)), {
    serialization: 'advanced',
    env: { MALLOC_ARENA_MAX: '2' },
  })
  return async (task: ImageTask): Promise<Answer & { ms: number }> => {
    const started = performance.now()
    child!.send(task)
    const [answer] = (await once(child!, 'message')) as [Answer]
    return { ...answer, ms: performance.now() - started }
  }
}

const render = (bytes: Uint8Array, name: string, type = ''): ImageTask => ({ kind: 'render', bytes, name, type })
/** The peak memory of the process, as Linux reports it. */
const peakBytes = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child!.pid}/status`, 'utf8'))![1]) * 1024

test('every hostile file is rejected quickly and in under 200 MB, and valid images still work afterwards', async () => {
  const hostile = await createHostileImages()
  const honest = await png()
  const ask = await start()
  await ask(render(honest, 'warm.png'))
  const slow: string[] = []
  for (const { what, name, bytes, type, code } of hostile) {
    const { error, ms } = await ask(render(bytes, name, type))
    expect([what, error?.code]).toEqual([what, code])
    if (ms > 5000) slow.push(`${what}: ${Math.round(ms)} ms`)
  }
  expect(slow).toEqual([])
  if (existsSync('/proc/self/status')) expect(peakBytes()).toBeLessThan(200_000_000)
  expect((await ask(render(honest, 'after.png'))).output!.files[0]!.width).toBe(800)
}, 60_000)

test('compressed text chunks that unpack to 60 MB aren’t unpacked', async () => {
  const ask = await start()
  await ask(render(await png(50, 50), 'warm.png'))
  const { output, ms } = await ask(render(withPackedText(), 'texts.png'))
  expect(output!.files[0]!.width).toBe(400)
  expect(ms).toBeLessThan(5000)
}, 60_000)

test('reads an image of just under 50 megapixels and an animation', async () => {
  const ask = await start()
  expect((await ask(render(packedButHonest(), 'large.png'))).output!.files.map(({ width }) => width)).toEqual([
    2560, 1280, 640, 320,
  ])
  expect((await ask(render(await animation(), 'moving.gif'))).output!.files.map(({ width }) => width)).toEqual([
    900, 640,
  ])
}, 60_000)

test('data a camera appended to the image is ignored', async () => {
  const film = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')
  const ask = await start()
  const { output, error } = await ask(render(Buffer.concat([await jpeg(), film, await jpeg(80, 60)]), 'motion.jpg'))
  expect(error).toBeUndefined()
  expect(output!.files[0]!.width).toBe(800)
}, 60_000)
