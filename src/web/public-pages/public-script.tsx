import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import { enhancePublicPage } from './public-page-script.ts'

/**
 * The one small script of a public page, and what a page has of its own (`also`: self-contained, as it is serialized). Placed last,
 * after the elements that they look up.
 */
export function PublicScript({ also }: { also?: () => void }) {
  const root = useRouteLoaderData<{ nonce: string }>('root')
  // Reached from inside the app, the page is drawn by the router and no script in it runs.
  useEffect(() => {
    enhancePublicPage()
    also?.()
  }, [also])
  return (
    <script
      nonce={root?.nonce ?? ''}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text of our own functions
      dangerouslySetInnerHTML={{
        __html: [enhancePublicPage, ...(also ? [also] : [])].map((run) => `(${run.toString()})()`).join(';'),
      }}
    />
  )
}
