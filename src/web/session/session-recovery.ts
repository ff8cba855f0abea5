import { AppError } from '#kit/errors.ts'

/** On redirects to the sign-in page, so that a request of the router can wait for the dialog instead. */
export const sessionEndedHeader = 'X-Session-Ended'

/** Asks for a sign-in; true once the same person is signed in again, false when they would rather not now. */
type Prompt = () => Promise<boolean>

export type RecoveryState = { declined: boolean; renewals: number }

/** Before anything happened, and what the server renders with. One object: a page that hydrates must not see a change. */
export const initialRecoveryState: RecoveryState = { declined: false, renewals: 0 }

/**
 * A session that ends in the middle of work: the calls that were refused wait while one dialog asks the same person to sign in
 * again, then go on as they were. Without a dialog (outside the app) a refusal stays a refusal.
 */
export function createSessionRecovery() {
  let prompt: Prompt | null = null
  let asking: Promise<boolean> | null = null
  let state = initialRecoveryState
  const listeners = new Set<() => void>()

  const setState = (next: RecoveryState) => {
    state = next
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  /** Asks once, however many calls were refused at the same time. */
  function renew(): Promise<boolean> {
    if (!prompt) return Promise.resolve(false)
    asking ??= prompt()
      .then((renewed) => {
        setState({ declined: !renewed, renewals: state.renewals + (renewed ? 1 : 0) })
        return renewed
      })
      .finally(() => {
        asking = null
      })
    return asking
  }

  /** Resolves at the next sign-in; rejects when the request is given up first. */
  function nextRenewal(signal: AbortSignal | null | undefined): Promise<void> {
    const { renewals } = state
    return new Promise((resolve, reject) => {
      const stop = subscribe(() => {
        if (state.renewals > renewals) end(resolve)
      })
      const abort = () => end(() => reject(signal?.reason))
      function end(settle: () => void) {
        stop()
        signal?.removeEventListener('abort', abort)
        settle()
      }
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
    })
  }

  return {
    subscribe,
    getState: () => state,
    renew,

    /** Who asks from now on. Answers how to stop. */
    setPrompt(next: Prompt) {
      prompt = next
      return () => {
        if (prompt === next) prompt = null
      }
    },

    /**
     * Runs a call; when it is refused because the session ended, again after a sign-in. Once someone declined, calls fail at
     * once until they sign in: the dialog does not come back at every key they press.
     */
    async withSession<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const { renewals } = state
      try {
        return await attempt()
      } catch (error) {
        if (!isSessionEnded(error) || signal?.aborted) throw error
        const renewedMeanwhile = state.renewals > renewals
        if (!renewedMeanwhile && (state.declined || !(await renew()))) throw error
        signal?.throwIfAborted()
        return attempt()
      }
    },

    /**
     * The same for the router's own requests, which would otherwise lead to the sign-in page and lose what is on screen. After a
     * no they wait, so that the page stays.
     */
    wrapFetch(plain: typeof fetch): typeof fetch {
      return async (input, init) => {
        const response = await plain(input, init)
        if (!prompt || response.headers.get(sessionEndedHeader) === null) return response
        if (state.declined || !(await renew())) await nextRenewal(init?.signal)
        init?.signal?.throwIfAborted()
        return plain(input, init)
      }
    },
  }
}

const isSessionEnded = (error: unknown) => error instanceof AppError && error.code === 'unauthenticated'

export const sessionRecovery = createSessionRecovery()
export const { withSession } = sessionRecovery
