/** Work of many at once that is done together: one statement for all of them, where each by itself would cost as much. */

const maxConcurrent = 32

/** Collects what comes while a batch is under way into the next one. One that fails is tried again piece by piece. */
export function createBatches<Piece, Result>(work: (pieces: Piece[]) => Promise<Result[]>) {
  type Waiting = { piece: Piece; done(result: Result): void; failed(error: unknown): void }
  const waiting: Waiting[] = []
  let busy = false
  return (piece: Piece) =>
    new Promise<Result>((done, failed) => {
      waiting.push({ piece, done, failed })
      if (!busy) void drain()
    })

  async function drain() {
    busy = true
    // Those that end in the same moment are one batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) await runBatch(waiting.splice(0, maxConcurrent))
    busy = false
  }

  async function runBatch(batch: Waiting[]) {
    try {
      const results = await work(batch.map(({ piece }) => piece))
      batch.forEach(({ done }, index) => {
        done(results[index]!)
      })
    } catch (error) {
      // What one of them fails by is not the others' fault.
      if (batch.length === 1) batch[0]!.failed(error)
      else for (const one of batch) await runBatch([one])
    }
  }
}
