import type { ModelRequest } from './port.ts'

/**
 * Tokens for thinking, beyond those of the text: vendors count both against one limit. The second is for the one retry of an
 * answer that was used up by thinking.
 */
export const thinkingRooms = [8000, 32_000] as const

/** How servers say that the answer may not be that long, or that it doesn't fit beside the prompt. */
const tooLong = /max_?(?:completion_|output_|new_)?tokens|context (?:length|window|size)|maxOutputTokens/i

/** The tokens for thinking that one model's requests get, learned from what its server refuses. */
export class ThinkingRoom {
  readonly #getMaxTokens: () => number
  /** Tokens for thinking this model takes: none once its server has refused them. */
  #taken: number
  #isRefused = false

  /** @param getMaxTokens what the model can write at all */
  constructor(mayThink: boolean, getMaxTokens: () => number) {
    this.#taken = mayThink ? Number.POSITIVE_INFINITY : 0
    this.#getMaxTokens = getMaxTokens
  }

  /** The request with room for thinking, within what the model can write at all. */
  add(request: ModelRequest, attempt: number): ModelRequest {
    const { maxOutputTokens, thinkingRoom = Number.POSITIVE_INFINITY } = request
    const added = Math.min(thinkingRooms[attempt]!, this.#taken, thinkingRoom)
    const maxTokens = Math.min(this.#getMaxTokens(), maxOutputTokens + added)
    return { ...request, maxOutputTokens: Math.max(maxOutputTokens, maxTokens) }
  }

  /** Whether the server refused the room, which is left out from now on. */
  learnRefusal(vendorWords: string): boolean {
    if (this.#taken === 0 || !tooLong.test(vendorWords)) return false
    this.#taken = 0
    this.#isRefused = true
    return true
  }

  /** Whether the server refused only the larger room of a retry. Requests get the first one from now on. */
  learnRefusalOfMore(attempt: number, vendorWords = ''): boolean {
    if (attempt === 0 || !tooLong.test(vendorWords)) return false
    this.#taken = thinkingRooms[0]
    return true
  }

  hasMore(attempt: number): boolean {
    return !this.#isRefused && attempt < thinkingRooms.length - 1
  }

  /** The model thought. One that isn't known to think gets room from now on. */
  noteThinking() {
    if (this.#taken === 0) this.#taken = Number.POSITIVE_INFINITY
  }
}
