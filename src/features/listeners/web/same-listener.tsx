import { useEffect, useState } from 'react'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { debounce } from '#web/calls/debounce.ts'
import { countryName, languageName } from '#web/components/locales.ts'
import { type ListenerHead, listenersContract } from '../contract.ts'
import { listenerHref } from './listener-labels.ts'

/** Listeners of the workspace that track the same: how many, and the newest. */
export type SameListeners = {
  total: number
  newest: Pick<ListenerHead, '_id' | 'keyword' | 'country' | 'language' | 'status'>
}

type Topic = { workspace_id: string; keyword: string; country: string; language: string }

const typingMs = 300

/** `same` is null where there is none, and while that isn't known. */
export function useSameListeners({ workspace_id, keyword, country, language }: Topic) {
  const [found, setFound] = useState<{ key: string; same: SameListeners | null } | null>(null)
  const key = JSON.stringify([workspace_id, keyword.trim(), country, language])
  const isKnown = found?.key === key
  /** Looks them up unless they are known. The form works without an answer. */
  const find = async (signal?: AbortSignal): Promise<SameListeners | null> => {
    if (isKnown || keyword.trim() === '') return isKnown ? found.same : null
    const query = { workspace_id, keyword, country, language, limit: 1 }
    const answer = await api(listenersContract.list, query, { signal }).catch(() => null)
    if (!answer || signal?.aborted) return null
    const [newest] = answer.items
    const same = newest ? { total: answer.total, newest } : null
    setFound({ key, same })
    return same
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all that is looked for
  useEffect(() => debounce(find, typingMs), [key])
  return { same: isKnown ? found.same : null, isKnown, find }
}

/** Says that there is such a listener, with the way to it. */
export function SameListenersNote({ same, onLeave }: { same: SameListeners; onLeave: () => void }) {
  const { total, newest } = same
  const locale = `${countryName(newest.country)} (${languageName(newest.language)})`
  return (
    <p role="status" className="border-warn border-l-2 pl-3 text-s">
      You already have {total === 1 ? 'a listener' : plural(total, 'listener')} for “{newest.keyword}” in {locale}
      {newest.status === 'paused' && (total === 1 ? ', paused' : ', the newest paused')}.{' '}
      <Link href={listenerHref(newest._id)} className="link" onClick={onLeave}>
        {total === 1 ? 'Open it' : 'Open the newest'}
      </Link>
    </p>
  )
}
