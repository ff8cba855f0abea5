/** Polls until there is a result, or fails naming what it waited for. */
export async function until<T>(
  what: string,
  check: () => Promise<T | null | undefined | false>,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const found = await check()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
