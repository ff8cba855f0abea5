/** Runs `each` over the items with limited concurrency. The first failure stops new items and is thrown when all have settled. */
export async function inParallel<Item>(
  items: readonly Item[],
  concurrency: number,
  each: (item: Item) => Promise<void>,
) {
  let next = 0
  let failure: unknown = null
  const lane = async () => {
    while (next < items.length && failure === null) {
      const item = items[next++]!
      try {
        await each(item)
      } catch (error) {
        failure ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane))
  if (failure !== null) throw failure
}
