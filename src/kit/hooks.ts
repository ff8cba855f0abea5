/** A reaction that must wait for the commit: it releases or publishes what the transaction decided. */
export type AfterCommit = () => void

/** An event of one feature that others react to. The feature that emits it owns the hook. */
export type Hook<Args extends unknown[], Result = void> = {
  on(listener: (...args: Args) => Promise<Result>): void
  /** Calls the listeners one after the other, since they share a transaction. The first error ends it. */
  run(...args: Args): Promise<Result[]>
}

export function createHook<Args extends unknown[], Result = void>(): Hook<Args, Result> {
  const listeners: ((...args: Args) => Promise<Result>)[] = []
  return {
    on(listener) {
      listeners.push(listener)
    },
    async run(...args) {
      const results: Result[] = []
      for (const listener of listeners) results.push(await listener(...args))
      return results
    },
  }
}

/** Runs a hook and returns what to call after the commit. */
export async function runUntilCommit<Args extends unknown[]>(
  hook: Hook<Args, AfterCommit | undefined>,
  ...args: Args
): Promise<AfterCommit> {
  const finishers = await hook.run(...args)
  return () => {
    for (const finish of finishers) finish?.()
  }
}
