import { useState } from 'react'
import { cx } from '#ui/class-names.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { adminContract, type EmailPreview } from '../../contract.ts'
import { requireStaff } from '../require-staff.ts'
import type { Route } from './+types/emails-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Emails · Admin · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(adminContract.emailsList, {}))
}

type View = 'wide' | 'phone' | 'text'
const views = [
  { value: 'wide', label: 'Wide' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Plain text' },
] satisfies { value: View; label: string }[]

export default function EmailsPage({ loaderData: { items } }: Route.ComponentProps) {
  const [name, setName] = useState(items[0]!.name)
  const [view, setView] = useState<View>('wide')
  const email = items.find((item) => item.name === name) ?? items[0]!
  return (
    <>
      <ScreenHead
        title="Emails"
        meta={`All ${items.length} emails this server sends, with sample data.`}
        actions={<Segmented label="View" options={views} value={view} onChange={setView} />}
      />
      <div className="grid gap-6 lg:grid-cols-[220px_minmax(0,1fr)]">
        <ul aria-label="Emails" className="flex flex-wrap gap-x-1 lg:block">
          {items.map((item) => (
            <li key={item.name}>
              <button
                type="button"
                aria-pressed={item === email}
                onClick={() => setName(item.name)}
                className={cx(
                  'min-h-8 w-full rounded-s px-2.5 py-1 text-left hover:bg-well',
                  item === email && 'bg-well font-[550]',
                )}
              >
                {item.name}
              </button>
            </li>
          ))}
        </ul>
        <EmailView email={email} view={view} />
      </div>
    </>
  )
}

function EmailView({ email, view }: { email: EmailPreview; view: View }) {
  return (
    <section aria-label={email.name} className="min-w-0">
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-2">Subject</dt>
        <dd className="font-[550] [overflow-wrap:anywhere]">{email.subject}</dd>
        <dt className="text-ink-2">Preview</dt>
        <dd className="[overflow-wrap:anywhere]">{email.preview}</dd>
        <dt className="text-ink-2">Sent to</dt>
        <dd>{email.sent_to}</dd>
      </dl>
      {view === 'text' ? (
        <pre className="overflow-x-auto whitespace-pre-wrap rounded-m border border-line bg-panel p-5 [overflow-wrap:anywhere]">
          {email.text}
        </pre>
      ) : (
        // Sandboxed: links open nothing and no script runs.
        <iframe
          title={`Email: ${email.name}`}
          sandbox=""
          srcDoc={email.html}
          className={cx('h-190 w-full rounded-m border border-line', view === 'phone' && 'max-w-97.5')}
        />
      )}
    </section>
  )
}
