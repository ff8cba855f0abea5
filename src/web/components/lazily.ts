import { type ComponentType, lazy } from 'react'

/**
 * A component whose script loads when it's first drawn. The server has to have it at once, or its HTML would come late:
 *
 *     const Chart = import.meta.env.SSR ? (await import('./chart.tsx')).Chart : lazily(() => import('./chart.tsx').then((file) => file.Chart))
 *
 * Draw it in `<Suspense><LateHydration>…`, so that an early press on it isn't lost.
 */
export function lazily<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({
    default: (await load()) as ComponentType<Props & object>,
  })) as unknown as ComponentType<Props>
}
