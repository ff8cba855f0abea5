import { useNavigate } from 'react-router'
import { ImportDrop } from '#features/keywords/web/imports/import-drop.tsx'
import { SampleTopics } from '#features/reports/web/sample-topics-form.tsx'
import { plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import type { ReportLocale } from '#web/components/locales.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { StartBox } from './search-box.tsx'

/** An empty workspace: one search box, a sample to open, a file to import. */
export function FirstSteps({ locale }: { locale: ReportLocale }) {
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const editor = canEdit(workspace)
  return (
    <div className="mx-auto max-w-250 md:pt-16">
      <h1 className="title" tabIndex={-1}>
        What do you want to rank for?
      </h1>
      <p className="mt-2 mb-5 text-ink-2 text-m">
        A report collects the questions and keywords people search for, each with its source.
      </p>
      {editor ? (
        <>
          <StartBox locale={locale} autoFocus />
          <div className="mt-10 grid gap-x-12 gap-y-8 border-line-2 border-t pt-4 md:grid-cols-2">
            <section aria-labelledby="open-sample">
              <h2 id="open-sample" className="heading">
                Open a sample
              </h2>
              <p className="mt-1 mb-3 text-ink-2">
                A complete report in seconds, without contacting any source. Labeled “Sample data”.
              </p>
              <SampleTopics />
            </section>
            <section aria-labelledby="import-file">
              <h2 id="import-file" className="heading">
                Import a file
              </h2>
              <p className="mt-1 mb-3 text-ink-2">
                Your keywords with their metrics. They fill the columns of your reports and stay on this server.
              </p>
              <ImportDrop
                onImported={(added) => {
                  notify.done(`Imported ${plural(added.keywords, 'keyword')} from ${added.file_name}.`)
                  void navigate('/app/imports')
                }}
              />
            </section>
          </div>
        </>
      ) : (
        <p className="max-w-140 text-m text-ink-2">
          No reports yet. You have view-only access. To run reports, ask the workspace owner to make you an editor.
        </p>
      )}
    </div>
  )
}
