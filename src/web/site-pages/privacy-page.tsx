import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { publicMeta } from '#web/public-pages/public-meta.ts'
import type { Route } from './+types/privacy-page.ts'
import { SitePage, SiteText, TemplateNotice } from './site-page.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ context }: Route.LoaderArgs) {
  const { operator, publicUrl, signedIn } = context.get(pageContext)
  const { getLegalText } = await import('./site-texts.server.ts')
  return { ...getLegalText('privacy', await operator.readPage('privacy')), publicUrl, signedIn }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'Privacy policy · Earshot',
    description: 'What this Earshot server stores about you, why, for how long, and who receives it.',
    publicUrl: loaderData?.publicUrl ?? '',
    path: loaderData?.unfinished === false ? '/privacy' : null,
  })

export default function PrivacyPage({ loaderData: { html, unfinished, signedIn } }: Route.ComponentProps) {
  return (
    <SitePage title="Privacy policy" signedIn={signedIn}>
      {unfinished && <TemplateNotice />}
      <SiteText html={html} />
    </SitePage>
  )
}
