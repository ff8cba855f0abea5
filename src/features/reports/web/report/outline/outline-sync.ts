import { AppError } from '#kit/errors.ts'
import { api } from '#web/calls/api.ts'
import { outlinesContract } from '../../../contract-outlines.ts'
import { mergeOutline, type SyncedOutline } from '../../../rules/merge-outline.ts'
import { headingsKey, onHeadingsChange, parseHeadings, putHeadings, readHeadings } from './outline-storage.ts'

/**
 * Keeps the outlines of this browser and the server the same. The browser's copy stays usable without a connection; what
 * couldn't be saved is saved when the outline is opened again.
 */

const pauseMs = 800
const maxTries = 3

type Sync = { users: number; stop: () => void }
const running = new Map<string, Sync>()

/** Follows an owner's outline until the returned function is called. */
export function followOutline(owner: string): () => void {
  const known = running.get(owner)
  if (known) known.users++
  else running.set(owner, { users: 1, stop: startSync(owner) })
  return () => {
    const sync = running.get(owner)
    if (!sync || --sync.users > 0) return
    running.delete(owner)
    sync.stop()
  }
}

function startSync(owner: string): () => void {
  const [, workspace_id, report_id, cluster_id] = owner.split(':')
  const ref = {
    workspace_id: workspace_id!,
    ...(report_id ? { report_id } : {}),
    ...(cluster_id ? { cluster_id } : {}),
  }
  let timer: ReturnType<typeof setTimeout> | null = null
  let line: Promise<void> = Promise.resolve()

  /** @param server what the server has; null reads it first */
  async function sync(server: SyncedOutline | null) {
    for (let tries = 0; tries < maxTries; tries++) {
      server ??= (await api(outlinesContract.get, ref)).outline
      const local = readHeadings(owner)
      const { headings, isUnsaved } = mergeOutline(local, readSynced(owner), server)
      try {
        const { version } = server
        const stored = isUnsaved ? (await api(outlinesContract.save, { ...ref, headings, version })).outline : server
        // What was changed during the call is saved next.
        if (readHeadings(owner) === local) putHeadings(owner, stored.headings)
        writeSynced(owner, stored)
        return
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'conflict')) throw error
        server = null
      }
    }
  }

  // Without a connection, or without the right to edit, the browser's copy is all there is.
  const inLine = (getServer: () => SyncedOutline | null) => {
    line = line.then(() => sync(getServer())).catch(() => undefined)
  }
  const save = () => {
    timer = null
    inLine(() => readSynced(owner))
  }
  inLine(() => null)
  const stopListening = onHeadingsChange(() => {
    const synced = readSynced(owner)
    if (JSON.stringify(readHeadings(owner)) === JSON.stringify(synced?.headings ?? [])) return
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(save, pauseMs)
  })
  return () => {
    stopListening()
    if (timer === null) return
    clearTimeout(timer)
    save()
  }
}

const syncedKey = (owner: string) => `${headingsKey}:${owner}#synced`

function readSynced(owner: string): SyncedOutline | null {
  try {
    const stored = JSON.parse(localStorage.getItem(syncedKey(owner)) ?? 'null') as { version?: unknown } | null
    if (typeof stored?.version !== 'number') return null
    return { headings: parseHeadings(JSON.stringify(stored)), version: stored.version }
  } catch {
    return null
  }
}

function writeSynced(owner: string, { headings, version }: SyncedOutline) {
  try {
    localStorage.setItem(syncedKey(owner), JSON.stringify({ items: headings, version }))
  } catch {
    // Storage is disabled or full: the outline is read from the server again.
  }
}
