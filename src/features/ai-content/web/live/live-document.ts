import type { Node, Schema } from '@tiptap/pm/model'
import { initProseMirrorDoc, prosemirrorToYXmlFragment } from '@tiptap/y-tiptap'
import { Doc, encodeStateAsUpdate, type XmlFragment } from 'yjs'
import type { Heading } from '#features/reports/contract.ts'
import { toBase64 } from './live-transport.ts'

/** What a shared Yjs doc has of a document: its text, title and plan. */

/**
 * The form of the text's nodes. Raise it with each node or mark that an older editor doesn't know: it would delete them for everyone,
 * so it doesn't join.
 */
const schemaNumber = 1

export type About = { title: string; outline: Heading[] }

export const getText = (doc: Doc): XmlFragment => doc.getXmlFragment('text')
const getTitle = (doc: Doc) => doc.getText('title')
const getAbout = (doc: Doc) => doc.getMap<unknown>('about')

export const isReadable = (doc: Doc) => getAbout(doc).get('schema') === schemaNumber

/** A document as a Yjs update, which begins a session. */
export function makeSeed(text: Node, { title, outline }: About): string {
  const doc = new Doc()
  // Of an empty text, each editor would make a paragraph of its own.
  const filled = text.childCount > 0 ? text : text.type.create(null, text.type.schema.nodes.paragraph!.create())
  doc.transact(() => {
    prosemirrorToYXmlFragment(filled, getText(doc))
    getTitle(doc).insert(0, title)
    getAbout(doc).set('schema', schemaNumber)
    getAbout(doc).set('outline', JSON.stringify(outline))
  })
  return toBase64(encodeStateAsUpdate(doc))
}

/** The text as a document of the editor, and which of its nodes are which types of the Yjs doc. */
export const readText = (doc: Doc, schema: Schema) => initProseMirrorDoc(getText(doc), schema)

export const readAbout = (doc: Doc): About => ({
  title: getTitle(doc).toString(),
  outline: JSON.parse((getAbout(doc).get('outline') as string | undefined) ?? '[]') as Heading[],
})

/** Changes only what differs of the title, so that two people can edit it. */
export function writeAbout(doc: Doc, { title, outline }: About, origin: unknown) {
  const now = readAbout(doc)
  const isSameOutline = JSON.stringify(now.outline) === JSON.stringify(outline)
  if (now.title === title && isSameOutline) return
  doc.transact(() => {
    if (!isSameOutline) getAbout(doc).set('outline', JSON.stringify(outline))
    if (now.title === title) return
    let start = 0
    while (start < Math.min(now.title.length, title.length) && now.title[start] === title[start]) start++
    let end = 0
    const longest = Math.min(now.title.length, title.length) - start
    while (end < longest && now.title.at(-1 - end) === title.at(-1 - end)) end++
    const text = getTitle(doc)
    text.delete(start, now.title.length - end - start)
    text.insert(start, title.slice(start, title.length - end))
  }, origin)
}

/** Calls `onChange` when someone else changes the title or the plan. Returns what ends it. */
export function watchAbout(doc: Doc, isOwn: (origin: unknown) => boolean, onChange: (about: About) => void) {
  const listener = (_event: unknown, { origin }: { origin: unknown }) => {
    if (!isOwn(origin)) onChange(readAbout(doc))
  }
  const [title, about] = [getTitle(doc), getAbout(doc)]
  title.observe(listener)
  about.observe(listener)
  return () => {
    title.unobserve(listener)
    about.unobserve(listener)
  }
}
