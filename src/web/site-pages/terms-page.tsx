import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { publicHandle } from '#web/public-pages/public-frame.tsx'
import { publicMeta } from '#web/public-pages/public-meta.ts'
import type { Route } from './+types/terms-page.ts'
import { SitePage, SiteText, TemplateNotice } from './site-page.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ context }: Route.LoaderArgs) {
  const { operator, publicUrl, signedIn } = context.get(pageContext)
  const { getLegalText } = await import('./site-texts.server.ts')
  return { ...getLegalText('terms', await operator.readPage('terms')), publicUrl, signedIn }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'Terms of service · Earshot',
    description: 'The terms that apply when you use this Earshot server.',
    publicUrl: loaderData?.publicUrl ?? '',
    path: loaderData?.unfinished === false ? '/terms' : null,
  })

export default function TermsPage({ loaderData: { html, unfinished, signedIn } }: Route.ComponentProps) {
  return (
    <SitePage title="Terms of service" signedIn={signedIn}>
      {unfinished && <TemplateNotice />}
      <SiteText html={html} />
    </SitePage>
  )
}
