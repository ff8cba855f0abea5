import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-pages/public-frame.tsx'
import { publicMeta } from '#web/public-pages/public-meta.ts'
import type { Route } from './+types/api-docs-page.ts'
import { overviewHtml } from './reference-html.server.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ context }: Route.LoaderArgs) {
  const { call, publicUrl, signedIn } = context.get(pageContext)
  return { publicUrl, signedIn, html: await overviewHtml(call) }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'API reference · Earshot',
    description: 'Earshot’s HTTP API: keys, idempotency, pagination, streams, limits, errors and all calls.',
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
