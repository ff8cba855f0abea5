import { createContext } from 'react-router'
import type { TrackerIds } from '#features/analytics/rules/trackers/tracker-list.ts'
import type { PageContext } from '#kit/page-context.ts'

/** Where loaders and actions find what the server hands them. */
export const pageContext = createContext<PageContext<TrackerIds>>()
