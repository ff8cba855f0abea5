const lateMs = 8000
const noteMs = 4000

type SaveWatchOptions = {
  /** Whether the session has stored changes that aren't saved. */
  isUnsaved: () => boolean
  /** The first of the session's people saves for all. */
  isSaver: () => boolean
  /** Who saves for all hasn't for long, such as in a tab in the background. */
  saveLate: () => void
  /** The session has stored changes that nobody saved, although this text is saved. */
  noteSaved: () => void
}

/** Watches that what a live session has stored is saved too: once by who saves for all, else by one of the others. */
export function createSaveWatch({ isUnsaved, isSaver, saveLate, noteSaved }: SaveWatchOptions) {
  let noteTimer: ReturnType<typeof setTimeout> | null = null
  let unsavedSince: number | null = null

  return {
    /** Someone saved. */
    restart() {
      unsavedSince = null
    },
    /** Changes that undo each other are stored, but there's no text to save. */
    noteSavedLater() {
      if (noteTimer) clearTimeout(noteTimer)
      noteTimer = setTimeout(() => {
        if (isUnsaved() && isSaver()) noteSaved()
      }, noteMs)
    },
    saveIfLate() {
      if (!isUnsaved() || isSaver()) {
        unsavedSince = null
        return
      }
      // Not all at the same time.
      unsavedSince ??= Date.now() + Math.random() * lateMs
      if (Date.now() - unsavedSince < lateMs) return
      unsavedSince = null
      saveLate()
    },
    close() {
      if (noteTimer) clearTimeout(noteTimer)
    },
  }
}
