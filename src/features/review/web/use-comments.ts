import { useEffect, useRef, useState } from 'react'
import type { ErrorBody } from '#kit/errors.ts'
import { useCall } from '#web/calls/use-call.ts'

export type LoadedComments<C> = {
  /** Null until they are loaded. */
  items: C[] | null
  error: ErrorBody | null
  busy: boolean
  load(): void
  resolve(id: string, isResolved: boolean): void
}

/** A thread that is shown because its mark in the text was chosen. The focus goes there if it was by a key. */
export type ShownThread = { id: string; by: 'pointer' | 'key' }

type Calls<C> = {
  load(): Promise<C[]>
  resolve(id: string, isResolved: boolean): Promise<unknown>
}

/** The comments on a subject, loaded again when it changes and whenever its reader comes back to the window. */
export function useComments<C>(subject: string, calls: Calls<C>): LoadedComments<C> {
  const [items, setItems] = useState<C[] | null>(null)
  const { error, run, busy } = useCall()
  const latest = useRef(0)
  /** An answer that was asked for before another one is outdated when it comes after it. */
  const show = async () => {
    const request = ++latest.current
    const found = await calls.load()
    if (request === latest.current) setItems(found)
  }
  const load = () => void run(show)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a subject
  useEffect(() => {
    load()
    window.addEventListener('focus', load)
    return () => window.removeEventListener('focus', load)
  }, [subject])
  const resolve = (id: string, isResolved: boolean) =>
    void run(async () => {
      await calls.resolve(id, isResolved)
      await show()
    })
  return { items, error, busy, load, resolve }
}
