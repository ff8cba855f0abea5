import { useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import { enhancePublicPage } from './public-page-script.ts'

/** The one small script of a public page. Placed last, after the elements that it looks up. */
export function PublicScript() {
  const root = useRouteLoaderData<{ nonce: string }>('root')
  // Reached from inside the app, the page is drawn by the router and no script in it runs.
  useEffect(() => enhancePublicPage(), [])
  return (
    <script
      nonce={root?.nonce ?? ''}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text of our own function
      dangerouslySetInnerHTML={{ __html: `(${enhancePublicPage.toString()})()` }}
    />
  )
}
