import { useSyncExternalStore } from 'react'
import { headingsOnServer, onHeadingsChange, readHeadings } from './headings-data.ts'

/** The gathered outline; follows changes here and in other tabs. Empty on the server. */
export const useHeadings = () => useSyncExternalStore(onHeadingsChange, readHeadings, headingsOnServer)
