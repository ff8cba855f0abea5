import type { TrackKind } from './track-choices.ts'

/** The words of a button that opens the dialog: what its first form tracks. */
export function getTrackLabel(start: TrackKind, keywords = 1): string {
  if (start === 'listener') return 'Track changes'
  if (start === 'answers') return 'Track AI answers'
  return keywords === 1 ? 'Track rank' : 'Track ranks'
}
