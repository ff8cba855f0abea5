import { Suspense, useState } from 'react'
import { aiContentContract } from '#features/ai-content/contract.ts'
import { ErrorNote } from '#ui/error-message.tsx'
import { orNull, orRespond } from '#web/calls/loader-calls.ts'
import { lazily } from '#web/components/lazily.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { LateHydration } from '#web/public-pages/late-hydration.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { humanizerContract } from '../contract.ts'
import type { Route } from './+types/humanizer-page.ts'
import { RunList } from './run-list.tsx'
import { TextForm } from './text-form.tsx'
import { type HumanizerInput, useHumanizer } from './use-humanizer.ts'
import '#features/ai-content/web/editor/text.css'

const ResultView = import.meta.env.SSR
  ? (await import('./result-view.tsx')).ResultView
  : lazily(() => import('./result-view.tsx').then((file) => file.ResultView))
const ReadingPanel = import.meta.env.SSR
  ? (await import('./style-score-panel.tsx')).ReadingPanel
  : lazily(() => import('./style-score-panel.tsx').then((file) => file.ReadingPanel))

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Humanizer · Earshot' }]

const perPage = 10

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const params = new URL(args.request.url).searchParams
  const workspace_id = workspace._id
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const [requestedRun, requestedDocument] = [params.get('run'), params.get('document')]
  const [found, voices, models, run] = await orRespond(
    args.request,
    Promise.all([
      call(humanizerContract.find, { workspace_id, page, limit: perPage }),
      call(aiContentContract.voices, { workspace_id }),
      call(aiContentContract.models, { workspace_id }),
      requestedRun ? orNull(call(humanizerContract.single, { _id: requestedRun })) : null,
    ]),
  )
  const documentId = run ? run.run.document_id : requestedDocument
  const document = documentId
    ? await orRespond(args.request, orNull(call(aiContentContract.single, { _id: documentId })))
    : null
  const engine = models.workspace ?? models.installation
  return {
    found,
    voices: voices.items,
    engine: engine && engine.provider !== 'builtin' ? { provider: engine.provider, model: engine.model } : null,
    run: run?.run ?? null,
    document: document && {
      _id: document.item._id,
      title: document.item.title,
      text: document.item.content_md,
      language: document.item.language,
    },
    missing: (requestedRun && !run) || (requestedDocument && !document) || false,
  }
}

/** The humanizer: rewrites a text sentence by sentence. */
export default function HumanizerPage({ loaderData }: Route.ComponentProps) {
  const { run, document } = loaderData
  return <Screen key={`${run?._id} ${document?._id}`} loaderData={loaderData} />
}

const noText: HumanizerInput = {
  text: '',
  strength: 'balanced',
  tone: '',
  language: '',
  freeze: [],
  voiceId: '',
  source: null,
}

function Screen({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { found, voices, engine, run, document, missing } = loaderData
  const { workspace } = useSignedIn()
  const editor = canEdit(workspace)
  const source = document && { _id: document._id, title: document.title }
  const session = useHumanizer(workspace._id, run && { run, source })
  const [input, setInput] = useState<HumanizerInput>(() =>
    run
      ? {
          ...noText,
          text: run.text,
          strength: run.strength,
          tone: run.tone ?? '',
          language: run.language,
          freeze: run.freeze,
          source,
        }
      : document
        ? { ...noText, text: document.text, language: document.language, source }
        : noText,
  )
  const { work } = session
  return (
    <>
      <ScreenHead
        title="Humanizer"
        meta="Cuts filler and stock phrases sentence by sentence, and checks that facts stay. It doesn’t claim to beat AI detectors."
      />
      {missing && (
        <ErrorNote tone="warn" className="mb-5">
          The text behind this link wasn’t found. It may have been deleted.
        </ErrorNote>
      )}
      {work ? (
        <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_320px]">
          <Suspense>
            <LateHydration>
              <ResultView session={session} work={work} editor={editor} />
            </LateHydration>
          </Suspense>
          <div className="lg:sticky lg:top-7 lg:max-h-[calc(100dvh-56px)] lg:overflow-y-auto">
            <Suspense>
              {work.before && (
                <ReadingPanel
                  before={work.before}
                  after={work.after}
                  refused={[...session.choices.values()].filter((choice) => choice === 'refused').length}
                />
              )}
            </Suspense>
          </div>
        </div>
      ) : editor ? (
        <TextForm
          engine={engine}
          voices={voices}
          given={input}
          onSubmit={(next) => {
            setInput(next)
            void session.start(next)
          }}
        />
      ) : (
        <p className="max-w-prose text-ink-2">
          You can view humanized texts. To humanize a text, ask the workspace owner for the editor role.
        </p>
      )}
      <RunList found={found} editor={editor} current={run?._id ?? null} />
    </>
  )
}
