import type { SourceState } from '../../../contract.ts'

/** Tailwind classes of a source's dot. */
export const sourceDots: Record<SourceState['state'], string> = {
  waiting: 'border border-mark',
  running: 'bg-accent animate-[ui-breathe_1.2s_ease-in-out_infinite]',
  done: 'bg-good',
  skipped: 'border border-mark',
  failed: 'bg-bad',
}
