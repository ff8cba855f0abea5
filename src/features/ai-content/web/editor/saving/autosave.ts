import { AppError, type ErrorBody } from '#kit/errors.ts'
import { type Saved, type SaveState, sameDraft } from './save-state.ts'
import { createSharedSaving } from './shared-saving.ts'
import type { Draft, UnsavedText } from './unsaved-draft.ts'

export type { Saved, SaveState } from './save-state.ts'

export type AutosaveSettings = {
  saved: Saved
  /** Saves a draft based on `version`. @throws AppError; `conflict` has the current state in `details` */
  send: (draft: Draft, version: number) => Promise<Saved>
  /** Backs up unsaved text in this browser. Returns false if it can't. */
  backUp: (unsaved: UnsavedText) => boolean
  forget: () => void
  onState: (state: SaveState) => void
  debounceMs?: number
  retryMs?: number
}

export type Autosave = ReturnType<typeof createAutosave>

/**
 * Saves changes shortly after they're made (debounce), one save at a time. Unsaved text is backed up until a save
 * succeeds.
 */
export function createAutosave(settings: AutosaveSettings) {
  const { send, backUp, forget, onState, debounceMs = 800, retryMs = 5000 } = settings
  let saved = settings.saved
  let draft: Draft = saved
  let state: SaveState = { kind: 'saved' }
  let timer: ReturnType<typeof setTimeout> | null = null
  let sending: Promise<void> | null = null
  let isBackedUp = true
  let paused = false
  let closed = false

  const setState = (next: SaveState) => {
    state = next
    if (!closed) onState(next)
  }
  const unschedule = () => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  const schedule = (ms: number) => {
    unschedule()
    timer = setTimeout(() => void flush(), shared.getWait(ms))
  }
  const { title, content_md, outline } = saved
  let base: Saved = { title, content_md, outline, version: saved.version }
  const storeCopy = () => {
    isBackedUp = backUp({ ...draft, base, at: new Date().toISOString() })
    return isBackedUp
  }
  const shared = createSharedSaving({
    get: () => ({ state, draft, saved, isBusy: sending !== null || paused }),
    set(next, text = draft) {
      saved = next
      base = next
      draft = text
    },
    ...{ setState, storeCopy, forget, unschedule },
    schedule: () => schedule(debounceMs),
  })

  /** Resolves when the current text is saved or saving failed; see the state. */
  async function flush(): Promise<void> {
    unschedule()
    if (sending) {
      await sending
      return flush()
    }
    if (paused || state.kind === 'conflict' || sameDraft(draft, saved)) return
    sending = save(draft)
    await sending
  }

  async function save(sent: Draft) {
    shared.onSaving()
    setState({ kind: 'saving' })
    try {
      const answer = await send(sent, saved.version)
      // The server's version is the base now. Text typed since is compared with what was sent.
      saved = { ...sent, version: answer.version }
      base = saved
      if (sameDraft(draft, sent)) {
        forget()
        setState({ kind: 'saved' })
      } else if (!shared.settle()) {
        storeCopy()
        setState({ kind: 'waiting' })
        schedule(debounceMs)
      }
    } catch (error) {
      refuse(error)
    } finally {
      sending = null
    }
  }

  function refuse(error: unknown) {
    const theirs = getCurrent(error)
    if (theirs) {
      if (!shared.takeVersion(error as AppError, theirs)) setState({ kind: 'conflict', theirs, mine: draft, base })
      return
    }
    const body = toBody(error)
    setState({ kind: body.retryable ? 'unsent' : 'refused', error: body, isBackedUp })
    if (body.retryable) schedule(retryMs)
  }

  return {
    get state() {
      return state
    },
    /** Whether there are unsaved changes. */
    get dirty() {
      return !sameDraft(draft, saved)
    },
    get saved() {
      return saved
    },
    /** Reports the editor's current content. */
    change(next: Draft) {
      draft = next
      if (sameDraft(draft, saved)) {
        if (state.kind === 'waiting') {
          forget()
          setState({ kind: 'saved' })
        }
        return
      }
      if (shared.settle()) return
      storeCopy()
      if (state.kind === 'conflict') {
        setState({ ...state, mine: draft })
        return
      }
      if (paused) return
      if (state.kind !== 'saving') setState(state.kind === 'unsent' ? state : { kind: 'waiting' })
      schedule(debounceMs)
    },
    flush,
    /** Sets how the text is saved while several people write in it. Null: as alone. */
    share: shared.share,
    noteVersion: shared.noteVersion,
    /** Pauses saving while the server writes the document. Changes are backed up in this browser. */
    pause(on: boolean) {
      paused = on
      if (!on && !sameDraft(draft, saved) && state.kind !== 'conflict') schedule(debounceMs)
    },
    /**
     * Sets a new server state, such as after a generation or a save in another tab. `draft` is what the editor shows of
     * it.
     */
    adopt(next: Saved, shown: Draft = next) {
      saved = next
      base = next
      draft = shown
      if (sameDraft(draft, saved)) {
        forget()
        setState({ kind: 'saved' })
      } else {
        storeCopy()
        setState({ kind: 'waiting' })
        if (!paused) schedule(debounceMs)
      }
    },
    close() {
      closed = true
      unschedule()
    },
  }
}

const toBody = (error: unknown): ErrorBody =>
  error instanceof AppError
    ? error.toBody()
    : { code: 'internal', message: 'Something went wrong while saving.', retryable: true }

/** Returns the state in a 409 error, or null if there is none, such as while the document is being written. */
function getCurrent(error: unknown): Saved | null {
  if (!(error instanceof AppError) || error.code !== 'conflict') return null
  const { version, content_md, title, outline } = (error.options.details ?? {}) as Partial<Saved>
  if (typeof version !== 'number' || typeof content_md !== 'string') return null
  return { version, content_md, title: title ?? '', outline: outline ?? [] }
}
