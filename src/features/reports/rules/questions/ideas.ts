/** Template phrases, which patterns propose and no source suggested. */

export const ideaSource = 'patterns'

/** By its sources, or by what it remembers of them. */
export const isIdea = (sources: readonly string[]) => sources.length > 0 && sources.every((one) => one === ideaSource)
