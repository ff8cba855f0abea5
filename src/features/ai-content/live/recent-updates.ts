/** Characters of recent updates that a document keeps in memory for its connections. */
const maxRecent = 1_000_000

/** The last updates of a document's session, as text for its connections. */
export class RecentUpdates {
  /** The number of the last update. */
  #seq = 0
  #updates: string[] = []
  #size = 0

  get seq() {
    return this.#seq
  }

  /** Forgets all, at the start of a session or where the updates until `seq` aren't known. */
  restart(seq: number) {
    this.#seq = seq
    this.#updates = []
    this.#size = 0
  }

  /** @param seq the number of the last of these updates */
  add(seq: number, updates: Buffer[]) {
    // Compacted updates come as one: then the numbers of the ones before it are unknown.
    if (updates.length !== seq - this.#seq) return this.restart(seq)
    this.#seq = seq
    for (const update of updates) {
      const text = update.toString('base64')
      this.#updates.push(text)
      this.#size += text.length
    }
    while (this.#size > maxRecent) this.#size -= this.#updates.shift()!.length
  }

  /** The updates after `after`, or null if they have to be read. */
  findAfter(after: number): string[] | null {
    const missing = this.#seq - after
    if (missing < 0 || missing > this.#updates.length) return null
    return this.#updates.slice(this.#updates.length - missing)
  }
}
