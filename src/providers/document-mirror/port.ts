/** Where people's documents are copied to, when an installation wants them in a hosted database too. Written, never read from. */

/** A document's name there: ours, in a form its names may have. */
export type MirrorName = { userId: string; workspaceId: string | null; path: string }

export type MirroredDocument = {
  path: string
  workspace_id: string | null
  version: number
  /** ISO 8601. */
  updated_at: string
  content: Record<string, unknown>
}

/** What stood there when it was looked at; a write names it, and counts only if it still does. */
export type Seen = { state: string } | null

export type DocumentMirror = {
  look(name: MirrorName, signal: AbortSignal): Promise<Seen>
  /** Null removes. False: something else was written since `seen`; look again. @throws Error when it could not be asked */
  write(name: MirrorName, document: MirroredDocument | null, seen: Seen, signal: AbortSignal): Promise<boolean>
}
