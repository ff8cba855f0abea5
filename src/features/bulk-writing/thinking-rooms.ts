/** Answers of a model to go by, and those remembered. */
const minAnswers = 3
const maxAnswers = 50
/** Room that costs little and spares a second request. */
const minRoom = 400
const maxModels = 1000

export type ThinkingRooms = ReturnType<typeof createThinkingRooms>

/**
 * How much room for thinking requests to a model need, from the longest of its latest answers. The room of a request is part of what it
 * may cost, so a batch reserves little more than its model uses. A model that runs out of room gets all of it again.
 */
export function createThinkingRooms() {
  const answers = new Map<string, number[]>()
  return {
    /** Undefined until enough answers were measured. */
    get(modelKey: string): number | undefined {
      const known = answers.get(modelKey)
      return known && known.length >= minAnswers ? Math.max(minRoom, 2 * Math.max(...known)) : undefined
    },

    /** @param outputTokens all of an answer, thoughts included */
    measured(modelKey: string, outputTokens: number) {
      const known = answers.get(modelKey) ?? []
      answers.delete(modelKey)
      answers.set(modelKey, [...known, outputTokens].slice(-maxAnswers))
      if (answers.size > maxModels) answers.delete(answers.keys().next().value!)
    },

    ranOut(modelKey: string) {
      answers.delete(modelKey)
    },
  }
}
