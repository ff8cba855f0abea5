import { pageContext } from '#web/page-context.ts'
import { publicLinks } from '#web/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-frame.tsx'
import { publicMeta } from '#web/public-meta.ts'
import type { Route } from './+types/api-docs-page.ts'
import { referenceHtml } from './reference-html.server.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ context }: Route.LoaderArgs) {
  const { call, publicUrl, signedIn, once } = context.get(pageContext)
  return { publicUrl, signedIn, html: once('api-reference', await referenceHtml(call)) }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'API reference · Earshot',
    description: 'Every call of Earshot’s HTTP API: access, parameters and responses.',
    publicUrl: (loaderData as { publicUrl?: string } | undefined)?.publicUrl ?? '',
    path: '/docs/api',
  })

export default function DocsPage({ loaderData: { html, signedIn } }: Route.ComponentProps) {
  return (
    <PublicFrame signedIn={signedIn}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markup of our own components, made once a process */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </PublicFrame>
  )
}
