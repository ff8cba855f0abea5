import { redirect } from 'react-router'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { getErrorText, toErrorBody } from '#web/calls/error-texts.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { sitesContract } from '../contract.ts'
import type { Route } from './+types/connected-page.ts'
import { sitesErrorTexts } from './error-texts.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Connect Search Console · Earshot' }]

/** Where Google sends people back: finishes the connection and goes on to the site. */
export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const params = new URL(args.request.url).searchParams
  const [state, code] = [params.get('state'), params.get('code')]
  if (!state || !code) return { error: null }
  let id: string
  try {
    id = (await call(sitesContract.finishConnect, { state, code })).site._id
  } catch (thrown) {
    const error = toErrorBody(thrown)
    // The account is connected; its screen offers the properties it has.
    const siteId = error.reason === 'search_console_no_property' ? error.params?.site_id : null
    if (typeof siteId !== 'string') return { error: getErrorText(error, sitesErrorTexts) }
    id = siteId
  }
  throw redirect(`/app/sites/${id}/queries`)
}

export default function ConnectedPage({ loaderData: { error } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead title="Search Console" />
      <EmptyState title="Search Console wasn’t connected." action={<Button href="/app/sites">Open my site</Button>}>
        {error ?? 'You didn’t grant access. Connect again when you’re ready.'}
      </EmptyState>
    </>
  )
}
