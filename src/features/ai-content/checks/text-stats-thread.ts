/** Runs in a worker thread: counts the words of a long text and reads its outline. */
export { readStats as default } from './text-stats.ts'
