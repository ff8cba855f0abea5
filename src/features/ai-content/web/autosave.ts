import { AppError, type ErrorBody } from '#kit/errors.ts'
import type { Draft, UnsavedText } from './unsaved-draft.ts'

/** A state the server has, by its version. */
export type Saved = Draft & { version: number }

/**
 * `saved`: the server has it all. `waiting`: it will be sent in a moment. `unsent`: it could not be sent and is tried again
 * by itself. `refused`: sending it again would be refused again. `conflict`: someone saved another text in the meantime.
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
  /** Sends a draft that grew from `version`. @throws AppError; `conflict` with the present state in `details` */
  send: (draft: Draft, version: number) => Promise<Saved>
  /** Keeps what is unsent in this browser; false when it cannot. */
  backUp: (unsaved: UnsavedText) => boolean
  forget: () => void
  onState: (state: SaveState) => void
  debounceMs?: number
  retryMs?: number
}

const sameDraft = (a: Draft, b: Draft) =>
  a.content_md === b.content_md && a.title === b.title && JSON.stringify(a.outline) === JSON.stringify(b.outline)

/** Saves what is written shortly after it is written, one save at a time, and loses nothing while it cannot. */
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

  /** Resolves when what stands now is saved, or could not be; the state says which. */
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
      // What the server made of it is what stands; what was typed since is compared with what was sent.
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
    /** Whether there is anything the server does not have. */
    get dirty() {
      return !sameDraft(draft, saved)
    },
    get saved() {
      return saved
    },
    /** What stands in the editor now. */
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
    /** While the server writes the document itself nothing is sent; it stays in this browser. */
    pause(on: boolean) {
      paused = on
      if (!on && !sameDraft(draft, saved) && state.kind !== 'conflict') schedule(debounceMs)
    },
    /** Another state is the server's now: a generation ended, another tab saved. `draft` is what the editor shows of it. */
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

/** The state a 409 tells; null where it tells none, as while the document is being written. */
function getCurrent(error: AppError): Saved | null {
  const { version, content_md, title, outline } = (error.options.details ?? {}) as Partial<Saved>
  if (typeof version !== 'number' || typeof content_md !== 'string') return null
  return { version, content_md, title: title ?? '', outline: outline ?? [] }
}
