import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '#web/calls/api.ts'
import { useSessionRenewals } from '#web/session/use-session-renewals.ts'
import { aiContentContract, type Document } from '../../contract.ts'
import type { LivePerson } from '../../contract-live.ts'
import { conflictsIn, mergeTexts, resolveMerge } from '../document/merge-text.ts'
import { markdownFor } from '../editor/editor-markdown.ts'
import type { Autosave } from '../editor/saving/autosave.ts'
import type { Draft } from '../editor/saving/unsaved-draft.ts'
import { toMarkdown } from '../editor/use-text-editor.ts'
import { createBrowserTransport } from './browser-transport.ts'
import { createLiveEditing, type LiveEditing, type LiveHost } from './live-editing.ts'
import type { LiveTransport } from './live-transport.ts'

/** Who else has the document open, and whether the text is shared with them now. */
export type LivePeople = { people: LivePerson[]; isJoined: boolean; client: string }

type LiveOptions = {
  id: string
  editor: Editor | null
  autosave: Autosave | null
  editable: boolean
  live: RefObject<LiveEditing | null>
  /** Nothing is generated or being merged. */
  canJoin: () => boolean
  draftNow: () => Draft
  fetchItem: () => Promise<Document>
  adopt: (item: Document) => void
  onItem: (item: Document) => void
  onAbout: (about: Pick<Draft, 'title' | 'outline'>) => void
  onChanged: (changed: { version: number; status: string }) => void
}

const loadBinding = () => import('./live-binding.ts')
type Module = Awaited<ReturnType<typeof loadBinding>>

/** After others saved, so that their versions and sources are shown. */
const refetchMs = 4000

/** Live editing of an open document. It follows the document's changes too, for those who can edit it. */
export function useLiveEditing(options: LiveOptions): LivePeople {
  const { id, editor, autosave, editable, live } = options
  const renewals = useSessionRenewals()
  const latest = useRef(options)
  latest.current = options
  const [client] = useState(() => crypto.randomUUID())
  const [state, setState] = useState<Omit<LivePeople, 'client'>>({ people: [], isJoined: false })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `renewals` reopens it; what else changes is read from `latest`
  useEffect(() => {
    if (!editor || !autosave || !editable) return
    const transport = createBrowserTransport(id, client)
    const host = createHost({ editor, autosave, client, transport, latest, onState: setState })
    const editing = createLiveEditing({ client, transport, host })
    live.current = editing
    const reconnect = () => editing.reconnect()
    window.addEventListener('online', reconnect)
    return () => {
      window.removeEventListener('online', reconnect)
      editing.close()
      live.current = null
      autosave.share(null)
      setState({ people: [], isJoined: false })
    }
  }, [editor, autosave, editable, id, client, renewals])
  return { ...state, client }
}

type HostSettings = {
  editor: Editor
  autosave: Autosave
  client: string
  transport: LiveTransport
  latest: RefObject<LiveOptions>
  onState: (state: { people: LivePerson[]; isJoined: boolean }) => void
}

/** What live editing does with the document that is open. */
function createHost({ editor, autosave, client, transport, latest, onState }: HostSettings): LiveHost<Module> {
  let refetching: ReturnType<typeof setTimeout> | null = null
  const { parse, serialize } = markdownFor(editor.schema)

  function refetchSoon() {
    if (refetching) return
    refetching = setTimeout(async () => {
      refetching = null
      const item = await latest.current.fetchItem().catch(() => null)
      if (item && !editor.isDestroyed) latest.current.onItem(item)
    }, refetchMs)
  }

  /** The server's text is shown, or merged with what was typed. */
  async function showEnd(mustMerge: boolean) {
    if (editor.isDestroyed) return
    const before = toMarkdown(editor)
    if (mustMerge && before !== autosave.saved.content_md) {
      autosave.change({ ...latest.current.draftNow(), content_md: before })
      return
    }
    const item = await latest.current.fetchItem().catch(() => null)
    if (!item || editor.isDestroyed || latest.current.live.current?.isOn) return
    // Typed while it was fetched: autosave merges it.
    if (toMarkdown(editor) !== before) return
    latest.current.adopt(item)
    // A text that is generated elsewhere grows without events.
    if (item.status === 'writing') latest.current.onChanged({ version: Number.POSITIVE_INFINITY, status: item.status })
  }

  return {
    load: loadBinding,
    canJoin: () =>
      !editor.isDestroyed && autosave.state.kind !== 'conflict' && navigator.onLine && latest.current.canJoin(),
    async save() {
      autosave.change({ ...latest.current.draftNow(), content_md: toMarkdown(editor) })
      await autosave.flush()
      return !autosave.dirty
    },
    getVersion: () => autosave.saved.version,
    makeSeed: (module) => module.makeSeed(parse(autosave.saved.content_md), autosave.saved),
    bind: (module, session, on) =>
      module.bindLiveSession({
        ...{ editor, client, session, transport },
        mergeTyped(shared) {
          const [base, mine, theirs] = [autosave.saved.content_md, toMarkdown(editor), serialize(shared)]
          const own = latest.current.draftNow()
          const about = (theirs: Pick<Draft, 'title' | 'outline'>) => ({
            title: own.title === autosave.saved.title ? theirs.title : own.title,
            outline:
              JSON.stringify(own.outline) === JSON.stringify(autosave.saved.outline) ? theirs.outline : own.outline,
          })
          if (mine === base) return { text: null, about }
          if (theirs === base) return { text: editor.state.doc, about }
          const parts = mergeTexts(base, theirs, mine)
          return conflictsIn(parts) > 0 ? null : { text: parse(resolveMerge(parts, [])!), about }
        },
        onAbout: (about) => latest.current.onAbout(about),
        onEnded: on.ended,
        onChange: on.change,
      }),
    onSaving: (saving) => autosave.share(saving),
    onSaved(version, isWhole) {
      const isNew = version > autosave.saved.version
      const text = isWhole ? { ...latest.current.draftNow(), content_md: toMarkdown(editor) } : null
      autosave.noteVersion(version, text)
      if (isNew) refetchSoon()
    },
    saveLate: () => void autosave.flush(),
    noteSaved() {
      const { live } = latest.current
      if (autosave.dirty || autosave.state.kind !== 'saved' || !live.current?.epoch) return
      const { epoch, seq } = live.current
      void api(aiContentContract.update, {
        ...{ _id: latest.current.id, version: autosave.saved.version, live: { epoch, seq } },
      }).catch(() => undefined)
    },
    onChanged: (changed) => latest.current.onChanged(changed),
    onEnded: (mustMerge) => void showEnd(mustMerge),
    onPeople: (people, isJoined) => onState({ people, isJoined }),
  }
}
