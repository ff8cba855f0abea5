import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { publicMeta } from '#web/public-pages/public-meta.ts'
import type { Route } from './+types/changelog-page.ts'
import { SitePage, SiteText } from './site-page.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, signedIn } = context.get(pageContext)
  const { getChangelogHtml } = await import('./site-texts.server.ts')
  return { html: getChangelogHtml(), publicUrl, signedIn }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'Changelog · Earshot',
    description: 'What changed in Earshot, newest first.',
    publicUrl: loaderData?.publicUrl ?? '',
    path: '/changelog',
  })

/** CHANGELOG.md of the version that runs. */
export default function ChangelogPage({ loaderData: { html, signedIn } }: Route.ComponentProps) {
  return (
    <SitePage title="Changelog" signedIn={signedIn}>
      <SiteText html={html} />
    </SitePage>
  )
}
