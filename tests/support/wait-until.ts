/** Polls until there is a result, or fails naming what it waited for. Waits longer each time, so that waiting makes no load. */
export async function until<T>(
  what: string,
  check: () => Promise<T | null | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (let pauseMs = 20; ; pauseMs = Math.min(250, pauseMs * 1.25)) {
    const found = await check()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
