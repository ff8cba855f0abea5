import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-pages/public-frame.tsx'
import { publicMeta } from '#web/public-pages/public-meta.ts'
import type { Route } from './+types/api-group-page.ts'
import { groupHtml } from './reference-html.server.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call, publicUrl, signedIn } = context.get(pageContext)
  const page = await groupHtml(call, params.group)
  if (!page) throw new Response(null, { status: 404 })
  return { publicUrl, signedIn, ...page }
}

export const meta: Route.MetaFunction = ({ loaderData, params }) =>
  publicMeta({
    title: `${loaderData?.title ?? 'API reference'} · API reference · Earshot`,
    description: loaderData?.about ?? '',
    publicUrl: loaderData?.publicUrl ?? '',
    path: `/docs/api/${params.group}`,
  })

export default function GroupPage({ loaderData: { html, signedIn } }: Route.ComponentProps) {
  return (
    <PublicFrame signedIn={signedIn}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markup of our own components, made once a process */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </PublicFrame>
  )
}
