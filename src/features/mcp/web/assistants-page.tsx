import { Code } from '#features/api-keys/web/api-call.tsx'
import { pageContext } from '#web/page-context.ts'
import { publicLinks } from '#web/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-frame.tsx'
import { publicMeta } from '#web/public-meta.ts'
import { clientSetups } from '../connect-clients.ts'
import { tools } from '../tools.ts'
import type { Route } from './+types/assistants-page.ts'

export const handle = publicHandle
export const links = publicLinks

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, signedIn } = context.get(pageContext)
  const address = `${publicUrl}/mcp`
  const shown = tools.map(({ name, title, description, endpoint: { access } }) => ({
    name,
    title,
    description,
    scope: access.kind === 'workspace' ? access.scope : null,
  }))
  return { publicUrl, signedIn, address, setups: clientSetups(address), tools: shown }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'Assistants · Earshot',
    description: 'Connect Claude, Cursor, VS Code and others to a workspace over the Model Context Protocol.',
    publicUrl: (loaderData as { publicUrl?: string } | undefined)?.publicUrl ?? '',
    path: '/docs/assistants',
  })

/** How an assistant is connected, and what it may then do. */
export default function AssistantsPage({
  loaderData: { signedIn, address, setups, tools: all },
}: Route.ComponentProps) {
  return (
    <PublicFrame signedIn={signedIn}>
      <main className="mx-auto grid w-full max-w-[1280px] gap-x-12 px-5 pb-8 sm:px-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <header className="max-w-[62ch] pt-6 lg:col-span-2 lg:pt-10">
          <h1 className="title">Assistants</h1>
          <p className="mt-2 text-m leading-relaxed text-ink-2">
            An assistant that speaks the Model Context Protocol can make reports, read their rows, look up trends and
            volumes, keep search listeners, write, check and humanize. It acts with a key of one workspace, within the
            key’s scopes, and every answer says what it cost and what is left.
          </p>
        </header>
        <section aria-labelledby="connect" className="mt-10 min-w-0">
          <h2 id="connect" className="heading">
            Connect
          </h2>
          <ol className="mt-3 grid max-w-[62ch] list-decimal gap-2 pl-5 text-m leading-relaxed text-ink-2 marker:text-ink-3">
            <li>
              Make a key under{' '}
              <a className="link" href="/app/settings/keys">
                Settings, Keys
              </a>{' '}
              with the scope <code className="text-ink">mcp</code> and those of the tools it may use.
            </li>
            <li>
              Give your assistant this address and the key:
              <Code text={address} label="The address" copied className="mt-2" />
            </li>
            <li>Ask it for what you want to know. It sees only the tools its key opens.</li>
          </ol>
          {setups.map(({ name, where, code }) => (
            <section key={name} aria-label={name} className="mt-8">
              <h3 className="subheading">{name}</h3>
              <p className="mt-1 text-s text-ink-2">{where}</p>
              <Code text={code} label={name} copied className="mt-2.5" />
            </section>
          ))}
        </section>
        <section aria-labelledby="tools" className="mt-10 min-w-0">
          <h2 id="tools" className="heading">
            Tools
          </h2>
          <dl className="mt-3 border-line border-t">
            {all.map(({ name, title, description, scope }) => (
              <div key={name} className="border-line border-b py-3">
                <dt className="flex flex-wrap items-baseline gap-x-2.5">
                  <span className="font-[550]">{title}</span>
                  <code className="text-[12px] text-ink-2">{name}</code>
                  <code className="ml-auto text-[11px] text-ink-3">{scope}</code>
                </dt>
                <dd className="mt-1 text-s leading-relaxed text-ink-2">{description}</dd>
              </div>
            ))}
          </dl>
          <h2 className="mt-10 heading">Good to know</h2>
          <ul className="mt-3 grid list-disc gap-2 pl-5 text-s leading-relaxed text-ink-2 marker:text-ink-3">
            <li>Reports and documents are resources too, as Markdown: attach them instead of having them read out.</li>
            <li>
              A new report is waited for up to <code>wait_seconds</code>, with its progress; it goes on by itself after
              that, and nothing is lost when the assistant hangs up.
            </li>
            <li>
              The same <code>idempotency_key</code> within 24 hours answers the first result and costs nothing.
            </li>
            <li>
              What strangers wrote (rows, pages) reaches the assistant as data. Give a key only the scopes it needs: one
              without <code>reports:write</code> cannot spend your reports.
            </li>
            <li>
              Removing the key under Settings ends its access at once. The same calls without a protocol:{' '}
              <a className="link" href="/docs/api">
                the interface
              </a>
              .
            </li>
          </ul>
        </section>
      </main>
    </PublicFrame>
  )
}
