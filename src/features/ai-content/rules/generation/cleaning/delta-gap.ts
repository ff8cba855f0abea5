/** Readers can't see a shorter gap between two deltas, and each delta costs work on both ends. */
const minGapMs = 50
const maxGapMs = 150
/** Deltas per second that one process sends. Above this rate, deltas become fewer and longer instead of late. */
const deltasPerSecond = 3000

/** Milliseconds between two deltas of a stream, given the number of streams in this process. */
export const getDeltaGap = (streams: number) =>
  Math.min(maxGapMs, Math.max(minGapMs, (streams * 1000) / deltasPerSecond))
