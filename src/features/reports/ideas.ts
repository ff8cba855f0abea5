/** Template phrases: proposed by patterns, suggested by nobody. */

export const ideaSource = 'patterns'

/** By its sources, or by what it remembers of them. */
export const isIdea = (sources: readonly string[]) => sources.length > 0 && sources.every((one) => one === ideaSource)
