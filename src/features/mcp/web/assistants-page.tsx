import { openApiContract } from '#features/api-keys/contract.ts'
import { Code } from '#features/api-keys/web/reference/api-call.tsx'
import type { OpenApiDocument } from '#kit/openapi-document.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-pages/public-frame.tsx'
import { publicMeta } from '#web/public-pages/public-meta.ts'
import { clientSetups } from '../rules/connect-clients.ts'
import { getToolGroups } from '../rules/listed-tools.ts'
import type { Route } from './+types/assistants-page.ts'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ context }: Route.LoaderArgs) {
  const { call, publicUrl, signedIn } = context.get(pageContext)
  const address = `${publicUrl}/mcp`
  const { document } = await call(openApiContract.reference, {})
  const groups = getToolGroups(document as OpenApiDocument)
  return { publicUrl, signedIn, address, setups: clientSetups(address), groups }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'Assistants · Earshot',
    description: 'Connect Claude, Cursor, VS Code and others to a workspace over the Model Context Protocol.',
    publicUrl: (loaderData as { publicUrl?: string } | undefined)?.publicUrl ?? '',
    path: '/docs/assistants',
  })

export default function AssistantsPage({ loaderData: { signedIn, address, setups, groups } }: Route.ComponentProps) {
  return (
    <PublicFrame signedIn={signedIn}>
      <main className="mx-auto grid w-full max-w-[1280px] gap-x-12 px-5 pb-8 sm:px-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <header className="max-w-[62ch] pt-6 lg:col-span-2 lg:pt-10">
          <h1 className="title">Assistants</h1>
          <p className="mt-2 text-m leading-relaxed text-ink-2">
            AI assistants that support the Model Context Protocol (MCP) can do what the API does: run reports, plan
            pages, look up trends and volumes, manage listeners, and write, check and publish texts. An assistant uses
            an API key of one workspace and its scopes. Every result shows the credits used and left.
          </p>
        </header>
        <section aria-labelledby="connect" className="mt-10 min-w-0">
          <h2 id="connect" className="heading">
            Connect
          </h2>
          <ol className="mt-3 grid max-w-[62ch] list-decimal gap-2 pl-5 text-m leading-relaxed text-ink-2 marker:text-ink-3">
            <li>
              Create a key under{' '}
              <a className="link" href="/app/settings/keys">
                Settings → API keys
              </a>{' '}
              with the scope <code className="text-ink">mcp</code> and the scopes of the tools it needs.
            </li>
            <li>
              Give your assistant this URL and the key:
              <Code text={address} label="MCP URL" copied className="mt-2" />
            </li>
            <li>Ask a question. The assistant sees only the tools its key allows.</li>
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
          <p className="mt-2 text-s leading-relaxed text-ink-2">
            Every API call that a key can make is a tool with the same fields.
          </p>
          <div className="mt-3 border-line border-t">
            {groups.map(({ name, tools }) => (
              <details key={name} className="border-line border-b">
                <summary className="cursor-pointer py-2.5">
                  <span className="font-[550]">{name}</span>
                  <span className="ml-2 text-ink-3 text-s">{tools.length}</span>
                </summary>
                <dl className="pb-2">
                  {tools.map((tool) => (
                    <div key={tool.name} className="border-line border-t py-2.5">
                      <dt className="flex flex-wrap items-baseline gap-x-2.5">
                        <code className="text-[12px] [overflow-wrap:anywhere]">{tool.name}</code>
                        <code className="ml-auto text-[11px] text-ink-3">{tool.scope}</code>
                      </dt>
                      <dd className="mt-1 text-s leading-relaxed text-ink-2">
                        {tool.about}
                        {tool.spends && <span className="text-ink-3"> Asks before it uses credits.</span>}
                        {tool.deletes && <span className="text-ink-3"> Marked as destructive.</span>}
                      </dd>
                    </div>
                  ))}
                </dl>
              </details>
            ))}
          </div>
          <h2 className="mt-10 heading">Good to know</h2>
          <ul className="mt-3 grid list-disc gap-2 pl-5 text-s leading-relaxed text-ink-2 marker:text-ink-3">
            <li>Reports, documents and content plans are also available as Markdown resources you can attach.</li>
            <li>
              Tools that use credits or money need <code>confirm</code> or <code>max_cost_usd</code>. Without them, the
              assistant only gets the price, if it’s known.
            </li>
            <li>
              The assistant waits up to <code>wait_seconds</code> for a new report and gets its progress. After that, or
              if it disconnects, the report keeps running.
            </li>
            <li>
              Repeating a call with the same <code>idempotency_key</code> within 24 hours returns the first result and
              uses no credits.
            </li>
            <li>
              Rows and pages contain text by third parties, which reaches the assistant as data. Give a key only the
              scopes it needs: a key without <code>reports:write</code> can’t use your report credits.
            </li>
            <li>
              Delete the key under Settings → API keys to end access immediately. To make the same calls over HTTP, see
              the{' '}
              <a className="link" href="/docs/api">
                API reference
              </a>
              .
            </li>
          </ul>
        </section>
      </main>
    </PublicFrame>
  )
}
