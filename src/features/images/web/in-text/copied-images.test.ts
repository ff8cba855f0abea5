import { getSchema } from '@tiptap/core'
import { Image as ImageNode } from '@tiptap/extension-image'
import { history, undo } from '@tiptap/pm/history'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { StarterKit } from '@tiptap/starter-kit'
import { expect, test, vi } from 'vitest'
import { AppError } from '#kit/errors.ts'
import type { Image } from '../../contract.ts'
import { copiedImagesPlugin, copyForeignImages, countForeignImages, isForeignImage } from './copied-images.ts'
import { toFile } from './copy-image.ts'

const schema = getSchema([StarterKit, ImageNode.configure({ inline: true })])
const own = '/images/0192f0c1-2b3c-7d4e-8f50-123456789abc/full'
const image = (src: string, alt = '') => schema.node('image', { src, alt })
const paragraph = (...content: ReturnType<typeof image>[]) => schema.node('paragraph', null, content)

/** An editor whose library answers with `copy`. */
function openEditor(copy: (src: string, alt: string) => Promise<Image>, ...srcs: string[]) {
  const onCopied = vi.fn()
  const onFailed = vi.fn()
  const plugin = copiedImagesPlugin({ copy, onCopied, onFailed })
  const view = {
    state: EditorState.create({
      doc: schema.node('doc', null, [paragraph(...srcs.map((src) => image(src)))]),
      plugins: [history(), plugin],
    }),
    isDestroyed: false,
    dispatch(transaction: Transaction) {
      const before = view.state
      view.state = view.state.apply(transaction)
      watcher.update!(view as unknown as EditorView, before)
    },
  }
  const watcher = plugin.spec.view!(view as unknown as EditorView)
  const getSrcs = () => {
    const found: string[] = []
    view.state.doc.descendants((node) => {
      if (node.type.name === 'image') found.push(node.attrs.src)
    })
    return found
  }
  return { view, onCopied, onFailed, getSrcs }
}

const answer = { _id: '0192f0c1-2b3c-7d4e-8f50-123456789abc', alt: '' } as Image

test('pasted images of other sites are copied, wherever they are by then, and those before stay', async () => {
  let release = () => {}
  const copy = vi.fn(() => new Promise<Image>((resolve) => (release = () => resolve(answer))))
  const { view, onCopied, getSrcs } = openEditor(copy, 'https://old.example/x.png')
  const tr = view.state.tr.insert(view.state.doc.content.size, paragraph(image('https://a.example/1.png', 'One')))
  view.dispatch(tr.setMeta('paste', true))
  expect(copy.mock.calls).toEqual([['https://a.example/1.png', 'One']])
  expect(countForeignImages(view.state)).toEqual({ waiting: 1, total: 1, others: 1, failures: [] })
  view.dispatch(view.state.tr.insertText('typed before ', 1))
  release()
  await expect.poll(getSrcs).toEqual(['https://old.example/x.png', own])
  await expect.poll(() => onCopied.mock.calls).toEqual([[1]])
  expect(countForeignImages(view.state)).toMatchObject({ waiting: 0, others: 1 })
  // Undo takes the pasted image back, not its address.
  undo(view.state, view.dispatch)
  undo(view.state, view.dispatch)
  expect(getSrcs()).toEqual(['https://old.example/x.png'])
})

test('an image that can’t be copied stays with its address, and a sentence says why', async () => {
  const copy = (src: string) =>
    src.includes('bad')
      ? Promise.reject(
          new AppError('unavailable', 'x', {
            reason: 'image_not_served',
            params: { host: 'bad.example', status: 404 },
          }),
        )
      : Promise.resolve(answer)
  const { view, onCopied, onFailed, getSrcs } = openEditor(copy, 'https://bad.example/1.png', 'https://a.example/2.png')
  copyForeignImages(view as unknown as EditorView)
  await expect.poll(() => onFailed.mock.calls.length).toBe(1)
  expect(onFailed.mock.calls[0]![0]).toMatch(/^bad\.example didn’t return the image/)
  expect(onCopied.mock.calls).toEqual([[1]])
  expect(getSrcs()).toEqual(['https://bad.example/1.png', own])
  expect(countForeignImages(view.state)).toMatchObject({
    ...{ waiting: 0, total: 0, others: 1 },
    failures: [{ name: '1.png', sentence: expect.stringMatching(/^bad\.example didn’t return the image/) }],
  })
  // It can be asked for again.
  copyForeignImages(view as unknown as EditorView)
  await expect.poll(() => onFailed.mock.calls.length).toBe(2)
})

test('images dropped from another page are copied, and those dragged within the text stay', async () => {
  const copy = vi.fn(() => Promise.resolve(answer))
  const { view, getSrcs } = openEditor(copy, 'https://old.example/x.png')
  const drop = (src: string) =>
    view.dispatch(view.state.tr.insert(view.state.doc.content.size, paragraph(image(src))).setMeta('uiEvent', 'drop'))
  drop('https://old.example/x.png')
  expect(copy).not.toHaveBeenCalled()
  drop('https://a.example/1.png')
  await expect.poll(getSrcs).toEqual(['https://old.example/x.png', 'https://old.example/x.png', own])
})

test('what is done of all that was asked for is known, also when more is pasted meanwhile', async () => {
  const waiting: (() => void)[] = []
  const copy = () => new Promise<Image>((resolve) => void waiting.push(() => resolve(answer)))
  const srcs = Array.from({ length: 5 }, (_, n) => `https://a.example/${n}.png`)
  const { view, onCopied } = openEditor(copy, ...srcs)
  const getProgress = () => {
    const { waiting, total } = countForeignImages(view.state)
    return `${total - waiting} of ${total}`
  }
  expect(getProgress()).toBe('0 of 0')
  copyForeignImages(view as unknown as EditorView)
  expect(getProgress()).toBe('0 of 5')
  // Three at once.
  expect(waiting).toHaveLength(3)
  waiting.shift()!()
  await expect.poll(getProgress).toBe('1 of 5')
  const tr = view.state.tr.insert(view.state.doc.content.size, paragraph(image('https://a.example/5.png')))
  view.dispatch(tr.setMeta('paste', true))
  expect(getProgress()).toBe('1 of 6')
  for (let done = 2; done <= 6; done++) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()!()
  }
  await expect.poll(() => onCopied.mock.calls).toEqual([[6]])
  expect(countForeignImages(view.state)).toEqual({ waiting: 0, total: 0, others: 0, failures: [] })
})

test('images of this server and of other schemes aren’t foreign', () => {
  expect([own, `https://earshot.example${own}`, '/x.png', 'file:///C:/a.png', null].map(isForeignImage)).toEqual(
    Array(5).fill(false),
  )
  expect(['https://a.example/1.png', 'data:image/png;base64,iVBO'].map(isForeignImage)).toEqual([true, true])
})

test('the data of an image becomes a file', async () => {
  const file = toFile('data:image/gif;base64,R0lG\nODlh')!
  expect([file.type, await file.text()]).toEqual(['image/gif', 'GIF89a'])
  expect(toFile('data:image/png;base64,%%%')).toBe(null)
  expect(toFile('https://a.example/1.png')).toBe(null)
})
