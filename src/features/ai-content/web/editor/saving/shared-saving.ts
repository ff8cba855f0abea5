import type { AppError, ErrorBody } from '#kit/errors.ts'
import { type Saved, type SaveState, sameDraft } from './save-state.ts'
import type { Draft } from './unsaved-draft.ts'

/**
 * Saving while several people write in the text: one of them saves for all. Of the others, changes are safe once they are stored in
 * the session.
 */
export type SharedSaving = { epoch: string; isSaver: boolean; isStored: boolean; trouble: { code: string } | null }

/** Others write all the time, so saving doesn't wait for a pause for longer. */
const maxWaitMs = 2500

type Core = {
  get(): { state: SaveState; draft: Draft; saved: Saved; isBusy: boolean }
  /** Sets what is saved, and with `draft` what the editor shows. */
  set(saved: Saved, draft?: Draft): void
  setState(state: SaveState): void
  /** Backs up the draft in this browser. Returns false if it can't. */
  storeCopy(): boolean
  forget(): void
  schedule(): void
  unschedule(): void
}

/** The part of autosave that is for a text which several people write in. Alone, it does nothing. */
export function createSharedSaving(core: Core) {
  let shared: SharedSaving | null = null
  let changedAt: number | null = null

  const isFollowing = () => shared !== null && !shared.isSaver && core.get().state.kind !== 'conflict'

  /** For those who don't save for the session: sets the state. Returns false for whom it isn't. */
  function settle(): boolean {
    if (!isFollowing()) return false
    const { draft, saved, state } = core.get()
    core.unschedule()
    changedAt = null
    if (shared!.isStored || sameDraft(draft, saved)) {
      core.forget()
      if (state.kind !== 'saved') core.setState({ kind: 'saved' })
      return true
    }
    const isBackedUp = core.storeCopy()
    const error: ErrorBody = { code: 'unavailable', message: 'The change isn’t stored yet.', retryable: true }
    core.setState(shared!.trouble ? { kind: 'unsent', error, isBackedUp } : { kind: 'waiting' })
    return true
  }

  function saveSoon() {
    core.setState({ kind: 'waiting' })
    core.schedule()
  }

  return {
    settle,
    /** How long a save waits that would wait for `ms`. */
    getWait(ms: number) {
      if (!shared) return ms
      changedAt ??= Date.now()
      return Math.min(ms, Math.max(0, changedAt + maxWaitMs - Date.now()))
    },
    onSaving() {
      changedAt = null
    },
    /** After a conflict with a version that someone of the session saved: their text is in this one, so it's the base. */
    takeVersion(error: AppError, theirs: Saved): boolean {
      if (!shared || error.options.details?.live_epoch !== shared.epoch) return false
      core.set(theirs)
      if (!settle()) saveSoon()
      return true
    },
    share(next: SharedSaving | null) {
      const wasFollowing = isFollowing()
      shared = next
      const { draft, saved, isBusy } = core.get()
      if (isBusy) return
      if (!settle() && wasFollowing && !sameDraft(draft, saved)) saveSoon()
    },
    /** Someone else of the session saved. `text`: what they saved, if it's known. */
    noteVersion(version: number, text: Draft | null) {
      const { saved, state, isBusy } = core.get()
      if (version < saved.version) return
      core.set({ ...(text ?? saved), version }, text ?? undefined)
      if (!shared || state.kind === 'conflict' || isBusy || settle()) return
      const now = core.get()
      if (!sameDraft(now.draft, now.saved)) return
      core.unschedule()
      core.forget()
      core.setState({ kind: 'saved' })
    },
  }
}
