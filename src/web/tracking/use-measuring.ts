import { useRouteLoaderData } from 'react-router'
import type { MeasuringSettings } from './tracking-settings.ts'

/** What the document's loader said about measuring; null where a page failed before it. */
export const useMeasuring = () => useRouteLoaderData<{ measuring: MeasuringSettings }>('root')?.measuring ?? null
