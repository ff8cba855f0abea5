/**
 * Runs `work` after `ms` milliseconds, from an effect whose dependencies change while somebody types (debounce).
 * @returns the effect's cleanup, which cancels the work or aborts its signal once it started
 */
export function debounce(work: (signal: AbortSignal) => unknown, ms: number): () => void {
  const stop = new AbortController()
  const timer = setTimeout(() => void work(stop.signal), ms)
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}
