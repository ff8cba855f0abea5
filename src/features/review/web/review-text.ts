import type { ReviewState } from '../contract-state.ts'

/** Where a document is, and who said so. */
export function getReviewText({ state, reopened, version, by: { kind, name } }: ReviewState): string {
  const by = `${name}${kind === 'guest' ? ' (guest)' : ''}`
  if (reopened) return `Edited since ${by} approved version ${version}`
  if (state === 'approved') return `Version ${version} approved by ${by}`
  if (state === 'changes') return `Changes requested by ${by}`
  if (state === 'review') return `Sent to review by ${by}`
  return `Set back to draft by ${by}`
}
