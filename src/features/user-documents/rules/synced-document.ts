import type { UserDocument } from '../contract.ts'

/** The API calls a synced document needs; tests pass their own. */
export type DocumentCalls = {
  /** Null when there is none. */
  get(): Promise<UserDocument | null>
  put(version: number, content: Record<string, unknown>): Promise<UserDocument>
  delete(): Promise<void>
  isConflict(error: unknown): boolean
}

export type SyncedDocument<Content extends Record<string, unknown>> = {
  /** Loads once, then returns the local content. */
  load(): Promise<Content | null>
  /** Saves after a debounce. Last write wins: it overwrites changes made on other devices. */
  save(content: Content): void
  forget(): Promise<void>
  /** Saves pending content immediately. */
  flush(): Promise<void>
}

const pauseMs = 800

/** A user's document on a screen: read once, written after a debounce, one write at a time. */
export function syncDocument<Content extends Record<string, unknown>>(
  calls: DocumentCalls,
  onProblem: (error: unknown) => void = () => undefined,
): SyncedDocument<Content> {
  let version = 0
  let content: Content | null = null
  let loading: Promise<void> | null = null
  let waiting: Content | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let line: Promise<void> = Promise.resolve()

  function load() {
    loading ??= calls.get().then(
      (found) => {
        version = found?.version ?? 0
        // What was written here before the answer came is newer.
        content ??= (found?.content as Content | undefined) ?? null
      },
      (error) => {
        loading = null
        throw error
      },
    )
    return loading
  }

  async function write(next: Content) {
    await load()
    for (let tries = 0; ; tries++) {
      try {
        version = (await calls.put(version, next)).version
        return
      } catch (error) {
        if (!calls.isConflict(error) || tries === 2) throw error
        version = (await calls.get())?.version ?? 0
      }
    }
  }

  function inLine(work: () => Promise<void>) {
    line = line.then(work).catch(onProblem)
    return line
  }

  function stopTimer() {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  function flush() {
    stopTimer()
    const next = waiting
    waiting = null
    return next === null ? line : inLine(() => write(next))
  }

  return {
    async load() {
      await load()
      return content
    },
    save(next) {
      content = next
      waiting = next
      stopTimer()
      timer = setTimeout(() => void flush(), pauseMs)
    },
    forget() {
      stopTimer()
      waiting = null
      content = null
      return inLine(async () => {
        await load()
        await calls.delete()
        version = 0
        content = null
      })
    },
    flush,
  }
}
