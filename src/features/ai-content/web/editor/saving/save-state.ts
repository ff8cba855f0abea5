import type { ErrorBody } from '#kit/errors.ts'
import type { Draft } from './unsaved-draft.ts'

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

export const sameDraft = (a: Draft, b: Draft) =>
  a.content_md === b.content_md && a.title === b.title && JSON.stringify(a.outline) === JSON.stringify(b.outline)
