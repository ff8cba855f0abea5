import { useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { userDocumentsContract } from '#features/user-documents/contract.ts'
import { type SyncedDocument, syncDocument } from '#features/user-documents/rules/synced-document.ts'
import { AppError } from '#kit/errors.ts'
import { api } from '../calls/api.ts'

type SettingRef = { path: string; workspace_id?: string }

/** One for each setting while the page is open, so a screen opened again has its latest value. */
const known = new Map<string, SyncedDocument<Record<string, unknown>>>()

function documentAt<Content extends Record<string, unknown>>(userId: string, ref: SettingRef): SyncedDocument<Content> {
  const key = `${userId} ${ref.workspace_id ?? ''} ${ref.path}`
  const found =
    known.get(key) ??
    syncDocument<Record<string, unknown>>({
      get: async () => (await api(userDocumentsContract.get, ref)).document,
      put: async (version, content) => (await api(userDocumentsContract.put, { ...ref, version, content })).document,
      delete: async () => {
        await api(userDocumentsContract.delete, ref)
      },
      isConflict: (error) =>
        error instanceof AppError && error.code === 'conflict' && error.options.field === 'version',
    })
  known.set(key, found)
  return found as SyncedDocument<Content>
}

/**
 * A preference or draft of the signed-in user, synced between devices. `content` is null until it is loaded, and when there
 * is none. Screens work without it: when it can't be saved (offline, support access), only the setting is lost.
 */
export function useUserSetting<Content extends Record<string, unknown>>(
  { path, workspace_id }: SettingRef,
  /** False: nothing is loaded until something is saved. */
  reads = true,
) {
  const userId = useRouteLoaderData<{ user: { id: string } }>('app')?.user.id
  const [content, setContent] = useState<Content | null>(null)
  const setting = useRef<SyncedDocument<Content> | null>(null)
  useEffect(() => {
    if (!userId) return
    let unmounted = false
    const at = documentAt<Content>(userId, { path, ...(workspace_id && { workspace_id }) })
    setting.current = at
    if (reads)
      at.load().then(
        (found) => unmounted || setContent(found),
        () => undefined,
      )
    const flush = () => void at.flush()
    window.addEventListener('pagehide', flush)
    return () => {
      unmounted = true
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [userId, path, workspace_id, reads])
  return {
    content,
    save: (next: Content) => setting.current?.save(next),
    forget: () => setting.current?.forget() ?? Promise.resolve(),
  }
}
