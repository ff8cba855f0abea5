import { useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { userDocumentsContract } from '#features/user-documents/contract.ts'
import { type SyncedDocument, syncDocument } from '#features/user-documents/synced-document.ts'
import { AppError } from '#kit/errors.ts'
import { api } from './api.ts'

type Place = { path: string; workspace_id?: string }

/** One a place for the life of the page: a screen that is opened again has what it left. */
const known = new Map<string, SyncedDocument<Record<string, unknown>>>()

function documentAt<Content extends Record<string, unknown>>(userId: string, place: Place): SyncedDocument<Content> {
  const key = `${userId} ${place.workspace_id ?? ''} ${place.path}`
  const found =
    known.get(key) ??
    syncDocument<Record<string, unknown>>({
      get: async () => (await api(userDocumentsContract.get, place)).document,
      put: async (version, content) => (await api(userDocumentsContract.put, { ...place, version, content })).document,
      delete: async () => {
        await api(userDocumentsContract.delete, place)
      },
      isConflict: (error) =>
        error instanceof AppError && error.code === 'conflict' && error.options.field === 'version',
    })
  known.set(key, found)
  return found as SyncedDocument<Content>
}

/**
 * A preference or a draft of whoever is signed in, on every device. `content` is null until it came, and when there is
 * none; a screen works the same without. What cannot be kept (no network, support access) costs nothing but that.
 */
export function useKeptDocument<Content extends Record<string, unknown>>(
  { path, workspace_id }: Place,
  /** False: nothing is asked for until something is kept. */
  reads = true,
) {
  const userId = useRouteLoaderData<{ user: { id: string } }>('web/app-layout')?.user.id
  const [content, setContent] = useState<Content | null>(null)
  const kept = useRef<SyncedDocument<Content> | null>(null)
  useEffect(() => {
    if (!userId) return
    let gone = false
    const at = documentAt<Content>(userId, { path, ...(workspace_id && { workspace_id }) })
    kept.current = at
    if (reads)
      at.load().then(
        (found) => gone || setContent(found),
        () => undefined,
      )
    const flush = () => void at.flush()
    window.addEventListener('pagehide', flush)
    return () => {
      gone = true
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [userId, path, workspace_id, reads])
  return {
    content,
    keep: (next: Content) => kept.current?.keep(next),
    forget: () => kept.current?.forget() ?? Promise.resolve(),
  }
}
