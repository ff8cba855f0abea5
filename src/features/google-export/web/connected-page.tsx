import { useEffect, useRef } from 'react'
import { redirect } from 'react-router'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CallError } from '#web/calls/call-error.tsx'
import { getErrorText, toErrorBody } from '#web/calls/error-texts.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { type GoogleTarget, googleExportContract } from '../contract.ts'
import type { Route } from './+types/connected-page.ts'
import { googleErrorTexts } from './error-texts.ts'
import { googleNames, needsConsent, sourceHref } from './google-names.ts'
import { OpenFile } from './open-file.tsx'
import { useGoogleFile } from './use-google-file.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Google Docs and Sheets · Earshot' }]

/** Where Google sends people back: finishes the connection. The state works once, so a reload creates no second file. */
export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const params = new URL(args.request.url).searchParams
  const [state, code] = [params.get('state'), params.get('code')]
  if (params.has('error'))
    return { connected: null, error: 'You didn’t grant access. Start the export again when you’re ready.' }
  if (!state || !code) throw redirect('/app/settings/feeds')
  try {
    return { connected: await call(googleExportContract.finish, { state, code }), error: null }
  } catch (thrown) {
    return { connected: null, error: getErrorText(toErrorBody(thrown), googleErrorTexts) }
  }
}

/** It holds a code that works once, so it isn't loaded again. */
export const shouldRevalidate = () => false

export default function ConnectedPage({ loaderData: { connected, error } }: Route.ComponentProps) {
  // The code is used up, and the address is what others see of it.
  useEffect(() => window.history.replaceState(window.history.state, '', '/app/google'), [])
  return (
    <>
      <ScreenHead title="Google Docs and Sheets" />
      {connected === null ? (
        <EmptyState title="Google wasn’t connected." action={<Button href="/app">Open home</Button>}>
          {error}
        </EmptyState>
      ) : connected.export === null ? (
        <EmptyState title="Google is connected.">
          Select “Google Docs” or “Google Sheets” in the Export menu of a document or report.
        </EmptyState>
      ) : (
        <ContinueExport workspaceId={connected.workspace_id} target={connected.export} />
      )}
    </>
  )
}

/** Creates the file that consent was asked for. */
function ContinueExport({ workspaceId, target }: { workspaceId: string; target: GoogleTarget }) {
  const { busy, error, file, create, connect } = useGoogleFile(workspaceId, target)
  const begun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void create()
  }, [])
  const { product, file: fileName } = googleNames[target.kind]
  const back = <Button href={sourceHref(target)}>{target.kind === 'document' ? 'Open document' : 'Open report'}</Button>
  if (file)
    return (
      <EmptyState
        title={`Your ${fileName} is ready.`}
        action={
          <>
            <OpenFile file={file} product={product} />
            {back}
          </>
        }
      >
        “{file.name}” is in your Google Drive.
      </EmptyState>
    )
  if (error)
    return (
      <EmptyState
        title={`The ${fileName} wasn’t created.`}
        action={
          <>
            <Button variant="solid" busy={busy} onClick={() => void (needsConsent(error) ? connect() : create())}>
              {needsConsent(error) ? 'Connect Google' : 'Try again'}
            </Button>
            {back}
          </>
        }
      >
        <CallError error={error} texts={googleErrorTexts} />
      </EmptyState>
    )
  return (
    <p role="status" className="text-ink-2 text-s">
      {`Creating your ${fileName}…`}
    </p>
  )
}
