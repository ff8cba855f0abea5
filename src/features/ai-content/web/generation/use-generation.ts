import { useEffect, useRef, useState } from 'react'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { aiContentContract, type Document, type Written } from '../../contract.ts'
import { countWords } from '../../rules/markdown-text.ts'
import type { EditorSession } from '../editor/use-editor-session.ts'
import { createFrameBatch } from './animation-frame-batch.ts'
import { createAutoscroll } from './autoscroll.ts'
import { createTextFlow, endOfDocument, type Region, sectionAt, wholeText } from './generation-region.ts'
import { readEvents } from './read-event-stream.ts'
import { describeRemovedCitations } from './removed-citations.ts'
import { describeRemovedLinks } from './removed-links.ts'

/** What to write: the whole text, the rest of it, or the section of one outline heading. */
export type GenerationTask =
  | { kind: 'whole'; instruction?: string }
  | { kind: 'continue'; instruction?: string }
  | { kind: 'section'; index: number; instruction?: string }

export type GenerationState = {
  /** `starting` until the first words, `ending` while the text is being saved. */
  phase: 'idle' | 'starting' | 'writing' | 'ending'
  /** Seconds the model has thought about what comes next. Null while it writes. */
  thinking: number | null
  /** The heading being written. */
  section: string | null
  /** Word count of the whole text. */
  words: number
  model: string | null
  error: ErrorBody | null
  /** The failed task, for a retry. */
  failed: GenerationTask | null
  /** Whether the failed task had written any text. */
  wrote: boolean
}

const idle: GenerationState = {
  phase: 'idle',
  thinking: null,
  section: null,
  words: 0,
  model: null,
  error: null,
  failed: null,
  wrote: false,
}
const maxSettleTries = 24
const settlePollMs = 250

export type Generation = ReturnType<typeof useGeneration>

/** Streams a generation into the editor and can stop it. */
export function useGeneration(session: EditorSession) {
  const [state, setState] = useState<GenerationState>(idle)
  const stopper = useRef<AbortController | null>(null)
  const current = useRef(session)
  current.current = session
  const patch = (next: Partial<GenerationState>) => setState((old) => ({ ...old, ...next }))

  // Leaving the screen closes the connection: the writer stops and the server saves the text so far.
  useEffect(() => () => stopper.current?.abort(), [])

  async function write(task: GenerationTask) {
    const { editor, autosave, stream, saveNow, entries, setPlan, setWritingHeading, addCitation } = current.current
    if (!editor || !autosave || stopper.current) return
    const stop = new AbortController()
    stopper.current = stop
    setState({ ...idle, phase: 'starting' })
    setPlan(entries)
    // The server continues its own copy of the text, so unsaved changes must be saved first.
    if (!(await saveNow())) {
      stopper.current = null
      const { state } = autosave
      const error: ErrorBody =
        'error' in state
          ? state.error
          : {
              code: 'conflict',
              reason: 'unmerged_changes',
              message: 'This document has two versions. Choose one before you continue.',
              retryable: false,
            }
      setState({ ...idle, error, failed: task })
      return
    }
    // The text that is written isn't a change for others to undo or merge: they get the saved one.
    current.current.leaveLive()
    stream.current = { on: true, edited: false }
    autosave.pause(true)
    const autoscroll = createAutoscroll(editor)
    let flow: ReturnType<typeof createTextFlow> | null = null
    let otherWords = 0
    const batch = createFrameBatch((text) => {
      if (editor.isDestroyed) return
      if (!flow) {
        const region = getRegion(task)
        otherWords = countWords(
          editor.state.doc.textBetween(0, region.from, '\n') +
            '\n' +
            editor.state.doc.textBetween(region.to, editor.state.doc.content.size, '\n'),
        )
        flow = createTextFlow(editor, region)
        patch({ phase: 'writing' })
      }
      flow.add(text)
      patch({ words: otherWords + flow.words, thinking: null })
      autoscroll.after()
    })
    let error: ErrorBody | null = null
    let ended = false
    try {
      await readEvents(
        aiContentContract.stream,
        toInput(current.current.item._id, task),
        ({ event, data }) => {
          if (event === 'thinking') patch({ thinking: data.seconds })
          else if (event === 'start') patch({ model: data.provider === 'builtin' ? null : data.model })
          else if (event === 'section') {
            batch.flush()
            patch({ section: data.text })
            setWritingHeading(data.text)
          } else if (event === 'delta') batch.add(data.text)
          else if (event === 'citation') addCitation(data)
          else if (event === 'done') {
            ended = true
            notifyRemoved(data.removed)
          } else if (event === 'error') {
            ended = true
            error = data as ErrorBody
          }
        },
        stop.signal,
      )
      if (!ended)
        throw new AppError('unavailable', 'The connection was lost. The text so far was saved.', {
          reason: 'connection_lost',
        })
    } catch (thrown) {
      if (!stop.signal.aborted)
        error =
          thrown instanceof AppError
            ? thrown.toBody()
            : { code: 'internal', message: 'Writing stopped unexpectedly. Try again.', retryable: true }
    }
    patch({ phase: 'ending' })
    batch.flush()
    ;(flow as ReturnType<typeof createTextFlow> | null)?.end()
    autoscroll.close()
    setWritingHeading(null)
    const latest = editor.isDestroyed ? null : await fetchSettled(() => current.current.fetchItem())
    const { edited } = stream.current
    stream.current = { on: false, edited: false }
    if (latest) current.current.adopt(latest, edited)
    autosave.pause(false)
    stopper.current = null
    setState({ ...idle, error, failed: error ? task : null, wrote: flow !== null })

    function getRegion(task: GenerationTask): Region {
      if (task.kind === 'whole') return wholeText(editor!)
      if (task.kind === 'continue') return endOfDocument(editor!)
      const { at } = current.current.entries[task.index] ?? entries[task.index] ?? { at: null }
      return (at === null ? null : sectionAt(editor!, at)) ?? endOfDocument(editor!)
    }
  }

  return {
    ...state,
    busy: state.phase !== 'idle',
    write,
    stop: () => {
      if (state.phase !== 'ending') stopper.current?.abort()
    },
    dismiss: () => patch({ error: null, failed: null }),
    /** Whether this tab is writing now. */
    get active() {
      return stopper.current !== null
    },
  }
}

function toInput(id: string, task: GenerationTask) {
  const instruction = task.instruction?.trim() || undefined
  return {
    _id: id,
    mode: task.kind === 'continue' ? 'continue' : 'write',
    ...(task.kind === 'section' ? { section: task.index } : {}),
    ...(instruction ? { instruction } : {}),
  }
}

/** Returns the document once the server has saved how the generation ended. Null if the server can't be reached. */
async function fetchSettled(fetchItem: () => Promise<Document>): Promise<Document | null> {
  for (let tries = 0; tries < maxSettleTries; tries++) {
    try {
      const item = await fetchItem()
      if (item.status !== 'writing') return item
    } catch {
      // The request failed and is retried shortly.
    }
    await new Promise((resolve) => setTimeout(resolve, settlePollMs))
  }
  return null
}

/** Says what was taken out of a model's text: citations that don't support their sentence, and invented links. */
function notifyRemoved({ claims, links }: Written['removed']) {
  const detail = [describeRemovedCitations(claims), describeRemovedLinks(links)].filter((sentence) => sentence !== '')
  if (detail.length > 0) notify.info('Check this draft', { detail: detail.join(' ') })
}
