import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import { enhancePublicPage } from './public-page-script.ts'

export type PageScript = { run(): void; text: string }

/** A script of a page, which is serialized: it and what it's called with are self-contained. */
export const toPageScript = <Needs extends ((...input: never[]) => unknown)[]>(
  run: (...needs: Needs) => void,
  ...needs: Needs
): PageScript => ({ run: () => run(...needs), text: `(${run})(${needs.join()})` })

const enhance = toPageScript(enhancePublicPage)

/**
 * The one small script of a public page, and what a page has of its own (`also`: the same on every render). Placed last, after the
 * elements that they look up.
 */
export function PublicScript({ also = none }: { also?: readonly PageScript[] }) {
  const root = useRouteLoaderData<{ nonce: string }>('root')
  // Reached from inside the app, the page is drawn by the router and no script in it runs.
  useEffect(() => {
    for (const { run } of [enhance, ...also]) run()
  }, [also])
  return (
    <script
      nonce={root?.nonce ?? ''}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text of our own functions
      dangerouslySetInnerHTML={{ __html: [enhance, ...also].map(({ text }) => text).join(';') }}
    />
  )
}

const none: readonly PageScript[] = []
