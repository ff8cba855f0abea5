import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { getSentence } from '#web/calls/error-texts.ts'
import { type Image, maxAltLength } from '../../contract.ts'
import { getImageId, imagePath } from '../../rules/image-url.ts'
import { imageErrorTexts } from '../error-texts.ts'

export type CopiedImagesOptions = {
  /** Brings an image of another site into the library. Null in read-only editors. */
  copy: ((src: string, alt: string) => Promise<Image>) | null
  onCopied: (count: number) => void
  onFailed: (sentence: string) => void
}

type Mark = { id: number; src: string; state: 'waiting' | 'failed'; title: string }
type Change = { copyAll?: true; marks?: { at: number; mark: Mark }[]; remove?: number }

/** `total`: images asked for since none were being copied. */
type Copies = { marks: DecorationSet; total: number }

const key = new PluginKey<Copies>('copiedImages')
const atOnce = 3
const isWaiting = (spec: { mark?: Mark }) => spec.mark?.state === 'waiting'

/** Whether an image is of another site, which the page's policy (CSP) keeps from being shown. */
export const isForeignImage = (src: unknown): src is string =>
  typeof src === 'string' && /^(?:https?:\/\/|data:image\/)/i.test(src) && getImageId(src) === null

/** Positions of the images of other sites. */
export function findForeignImages(doc: Node, from = 0, to = doc.content.size): { at: number; node: Node }[] {
  const found: { at: number; node: Node }[] = []
  doc.nodesBetween(from, to, (node, at) => {
    if (node.type.name === 'image' && isForeignImage(node.attrs.src)) found.push({ at, node })
  })
  return found
}

export type ForeignImages = {
  /** Images being copied, of `total` that were asked for. */
  waiting: number
  total: number
  /** Images that stay where they are: nobody asked for a copy, or it failed. */
  others: number
  failures: { name: string; sentence: string }[]
}

/** How many images of other sites are being copied, how many aren't, and why those failed that did. */
export function countForeignImages(state: EditorState): ForeignImages {
  const { marks, total } = key.getState(state) ?? { marks: DecorationSet.empty, total: 0 }
  const images = findForeignImages(state.doc)
  const waiting = Math.min(images.length, marks.find(undefined, undefined, isWaiting).length)
  const failures = images.flatMap(({ at, node }) => {
    const [failed] = marks.find(at, at + 1, (spec) => spec.mark.state === 'failed')
    return failed ? [{ name: getName(node.attrs), sentence: (failed.spec.mark as Mark).title }] : []
  })
  return { waiting, total, others: images.length - waiting, failures }
}

/** What a person calls an image: its alt text, or its file's name. */
function getName({ src, alt }: Node['attrs']): string {
  const last = /^https?:/i.test(src) ? (URL.parse(src)?.pathname.split('/').findLast(Boolean) ?? '') : ''
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {
    // A percent sign that encodes nothing is part of the name.
  }
  return (alt || name || 'Image').slice(0, 80)
}

/** Copies all images of other sites into the library. */
export const copyForeignImages = ({ state, dispatch }: Pick<EditorView, 'state' | 'dispatch'>) =>
  dispatch(state.tr.setMeta(key, { copyAll: true } satisfies Change))

/** Copies images of other sites into the library when they are pasted, each once, and shows them when they are there. */
export const CopiedImages = Extension.create<CopiedImagesOptions>({
  name: 'copiedImages',
  addOptions: () => ({ copy: null, onCopied: () => undefined, onFailed: () => undefined }),
  addProseMirrorPlugins() {
    return [copiedImagesPlugin(this.options)]
  },
})

export function copiedImagesPlugin({ copy, onCopied, onFailed }: CopiedImagesOptions) {
  let lastId = 0
  return new Plugin<Copies>({
    key,
    state: {
      init: () => ({ marks: DecorationSet.empty, total: 0 }),
      apply(transaction, { marks, total }) {
        const moved = marks.map(transaction.mapping, transaction.doc)
        const change = transaction.getMeta(key) as Change | undefined
        const current =
          change?.remove === undefined
            ? moved
            : moved.remove(moved.find(undefined, undefined, (spec) => spec.mark.id === change.remove))
        const requested = change?.marks?.filter(({ mark }) => mark.state === 'waiting').length ?? 0
        const isRunning = moved.find(undefined, undefined, isWaiting).length > 0
        return {
          marks: current.add(
            transaction.doc,
            (change?.marks ?? []).map(({ at, mark }) =>
              Decoration.node(at, at + 1, { class: `image-${mark.state}`, title: mark.title }, { mark }),
            ),
          ),
          total: (isRunning ? total : 0) + requested,
        }
      },
    },
    appendTransaction(transactions, old, state) {
      if (copy === null) return null
      const found = transactions.flatMap((transaction) => getRequested(transaction, old.doc, state.doc))
      const known = key.getState(state)!.marks
      const marks = found
        .filter(({ at }) => known.find(at, at + 1, isWaiting).length === 0)
        .map(({ at, node }) => {
          const mark: Mark = { id: ++lastId, src: node.attrs.src, state: 'waiting', title: 'Copying this image' }
          return { at, mark }
        })
      return marks.length === 0
        ? null
        : state.tr.setMeta(key, { marks } satisfies Change).setMeta('addToHistory', false)
    },
    props: { decorations: (state) => key.getState(state)?.marks },
    view: () => {
      const queue: Mark[] = []
      const started = new Set<number>()
      let running = 0
      let copied = 0
      const failures: string[] = []

      const next = (view: EditorView) => {
        while (running < atOnce && queue.length > 0) {
          running++
          void run(view, queue.shift()!).then(() => {
            running--
            next(view)
          })
        }
        if (running > 0 || queue.length > 0) return
        if (copied > 0) onCopied(copied)
        if (failures.length > 0)
          onFailed(
            failures.length === 1 ? failures[0]! : `${failures.length} images couldn’t be copied. ${failures[0]}`,
          )
        copied = 0
        failures.length = 0
      }

      const run = async (view: EditorView, mark: Mark) => {
        const before = find(view, mark.id)
        if (!before) return
        try {
          const image = await copy!(mark.src, String(before.node.attrs.alt ?? '').slice(0, maxAltLength))
          const found = find(view, mark.id)
          if (!found) return
          copied++
          view.dispatch(
            view.state.tr
              .setNodeMarkup(found.at, null, {
                ...found.node.attrs,
                src: imagePath(image._id),
                alt: found.node.attrs.alt || image.alt || null,
              })
              .setMeta(key, { remove: mark.id } satisfies Change)
              .setMeta('addToHistory', false),
          )
        } catch (error) {
          const sentence = getSentence(error, imageErrorTexts)
          failures.push(sentence)
          const found = find(view, mark.id)
          const failed: Mark = { ...mark, id: ++lastId, state: 'failed', title: sentence }
          if (!found) return
          started.add(failed.id)
          view.dispatch(
            view.state.tr.setMeta(key, {
              remove: mark.id,
              marks: [{ at: found.at, mark: failed }],
            } satisfies Change),
          )
        }
      }

      return {
        update(view) {
          for (const { spec } of key.getState(view.state)!.marks.find()) {
            const mark = spec.mark as Mark
            if (mark.state !== 'waiting' || started.has(mark.id)) continue
            started.add(mark.id)
            queue.push(mark)
          }
          if (queue.length > 0) next(view)
        },
      }
    },
  })
}

/** Images of other sites that a transaction pasted or dropped from elsewhere, or all that it asks for. */
function getRequested(transaction: Transaction, before: Node, doc: Node): { at: number; node: Node }[] {
  if ((transaction.getMeta(key) as Change | undefined)?.copyAll) return findForeignImages(doc)
  const isDropped = transaction.getMeta('uiEvent') === 'drop'
  if (!transaction.docChanged || !(isDropped || transaction.getMeta('paste'))) return []
  // What is dragged within the text was there before.
  const moved = new Set(isDropped ? findForeignImages(before).map(({ node }) => node.attrs.src) : [])
  const ranges: [number, number][] = []
  for (const [at, map] of transaction.mapping.maps.entries()) {
    const rest = transaction.mapping.slice(at + 1)
    map.forEach((_start, _end, from, to) => {
      ranges.push([rest.map(from, -1), rest.map(to, 1)])
    })
  }
  const found = ranges
    .flatMap(([from, to]) => findForeignImages(doc, from, Math.min(to, doc.content.size)))
    .filter(({ node }) => !moved.has(node.attrs.src))
  return [...new Map(found.map((one) => [one.at, one])).values()]
}

function find(view: EditorView, id: number): { at: number; node: Node } | null {
  if (view.isDestroyed) return null
  const [decoration] = key.getState(view.state)!.marks.find(undefined, undefined, (spec) => spec.mark.id === id)
  const node = decoration && view.state.doc.nodeAt(decoration.from)
  return node?.type.name === 'image' ? { at: decoration!.from, node } : null
}
