/** Batches concurrent calls, so that one statement serves all of them. */

const maxConcurrent = 32

/** Collects calls made while a batch runs into the next batch. A failed batch is retried one piece at a time. */
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
    // Waits one turn of the event loop, so that simultaneous calls share a batch.
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
      // Retries each piece alone, so that one bad piece doesn't fail the others.
      if (batch.length === 1) batch[0]!.failed(error)
      else for (const one of batch) await runBatch([one])
    }
  }
}
