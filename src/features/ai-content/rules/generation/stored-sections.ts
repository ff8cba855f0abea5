import type { Citation, WritingNote } from '../../contract.ts'
import type { Removed } from './citations/citation-stream.ts'

/** What a text's sections brought besides their text, so that another process can go on with it. */
export type StoredSections = { citations: Citation[]; removed: Removed[]; notes: WritingNote[] }
