/** A loop's rest until there is work: sleeps for an interval, unless it is woken before or meanwhile. */
export type WakeableSleep = {
  /** Ends the sleep under way, or skips the next. */
  wake(): void
  /** Call it before looking for work: that look finds what earlier wakes announced. */
  clear(): void
  /** Resolves after `ms`, or when woken; immediately if it was woken since `clear`. Without `ms`, only when woken. */
  sleep(ms?: number): Promise<void>
}

export function createWakeableSleep(): WakeableSleep {
  let isWoken = false
  let end = () => {}
  return {
    wake() {
      isWoken = true
      end()
    },
    clear() {
      isWoken = false
    },
    async sleep(ms) {
      if (isWoken) return
      await new Promise<void>((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      end = () => {}
    },
  }
}
