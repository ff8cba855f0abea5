/** Two articles of a batch that compete. */
export type BatchOverlap = { items: [string, string]; share: number; kind: 'text' | 'keyword' }
