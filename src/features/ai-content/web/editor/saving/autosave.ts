import { AppError, type ErrorBody } from '#kit/errors.ts'
import type { Draft, UnsavedText } from './unsaved-draft.ts'

/** A saved state on the server, with its version. */
export type Saved = Draft & { version: number }

/**
 * `saved`: everything is on the server. `waiting`: a save is scheduled (debounce). `unsent`: saving failed and is
 * retried
 * automatically. `refused`: retrying would fail again. `conflict`: someone else saved another text.
 */
export type SaveState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'unsent'; error: ErrorBody; isBackedUp: boolean }
  | { kind: 'refused'; error: ErrorBody; isBackedUp: boolean }
  | { kind: 'conflict'; theirs: Saved; mine: Draft; base: Draft }

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

const sameDraft = (a: Draft, b: Draft) =>
  a.content_md === b.content_md && a.title === b.title && JSON.stringify(a.outline) === JSON.stringify(b.outline)

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
  const schedule = (ms: number) => {
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }
  const { title, content_md, outline } = saved
  let base: Saved = { title, content_md, outline, version: saved.version }

  /** Resolves when the current text is saved or saving failed; see the state. */
  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    if (sending) {
      await sending
      return flush()
    }
    if (paused || state.kind === 'conflict' || sameDraft(draft, saved)) return
    sending = save(draft)
    await sending
  }

  async function save(sent: Draft) {
    setState({ kind: 'saving' })
    try {
      const answer = await send(sent, saved.version)
      // The server's version is the base now. Text typed since is compared with what was sent.
      saved = { ...sent, version: answer.version }
      base = saved
      if (sameDraft(draft, sent)) {
        forget()
        setState({ kind: 'saved' })
      } else {
        isBackedUp = backUp({ ...draft, base, at: new Date().toISOString() })
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
    const known = error instanceof AppError
    const body: ErrorBody = known
      ? error.toBody()
      : { code: 'internal', message: 'Something went wrong while saving.', retryable: true }
    const theirs = known && error.code === 'conflict' ? getCurrent(error) : null
    if (theirs) {
      setState({ kind: 'conflict', theirs, mine: draft, base })
      return
    }
    if (body.retryable) {
      setState({ kind: 'unsent', error: body, isBackedUp })
      schedule(retryMs)
    } else setState({ kind: 'refused', error: body, isBackedUp })
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
      isBackedUp = backUp({ ...draft, base, at: new Date().toISOString() })
      if (state.kind === 'conflict') {
        setState({ ...state, mine: draft })
        return
      }
      if (paused) return
      if (state.kind !== 'saving') setState(state.kind === 'unsent' ? state : { kind: 'waiting' })
      schedule(debounceMs)
    },
    flush,
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
        isBackedUp = backUp({ ...draft, base, at: new Date().toISOString() })
        setState({ kind: 'waiting' })
        if (!paused) schedule(debounceMs)
      }
    },
    close() {
      closed = true
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}

/** Returns the state in a 409 error, or null if there is none, such as while the document is being written. */
function getCurrent(error: AppError): Saved | null {
  const { version, content_md, title, outline } = (error.options.details ?? {}) as Partial<Saved>
  if (typeof version !== 'number' || typeof content_md !== 'string') return null
  return { version, content_md, title: title ?? '', outline: outline ?? [] }
}
