/** After typing kept it from joining. */
const retryMs = 700
const firstPauseMs = 1000
const maxPauseMs = 60_000

/** When a live session may be joined again: soon after typing kept it from that, less and less often after failures. */
export function createJoinPauses() {
  let notBefore = 0
  let pauseMs = firstPauseMs
  let joinedAt = 0

  function pause() {
    notBefore = Date.now() + pauseMs * (0.75 + Math.random() / 2)
    pauseMs = Math.min(pauseMs * 2, maxPauseMs)
  }

  return {
    isOver: () => Date.now() >= notBefore,
    retrySoon() {
      notBefore = Date.now() + retryMs
    },
    /** Joining failed. */
    pause,
    noteJoined() {
      joinedAt = Date.now()
    },
    /** Sessions that end one after the other are begun less and less often. */
    noteEnded() {
      if (Date.now() - joinedAt > maxPauseMs) pauseMs = firstPauseMs
      pause()
    },
  }
}
