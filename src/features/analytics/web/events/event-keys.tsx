// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
import { useState } from 'react'
import { Button } from '#ui/button.tsx'

type Keys = { public_key: string; workspace_id: string; host: string }

/** The public key, and a snippet to test it in a browser console. */
export function EventKeys({ keys, isFirst = false }: { keys: Keys; isFirst?: boolean }) {
  const [copyStatus, setCopyStatus] = useState('')
  const snippet = snippetFor(keys)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(snippet)
      setCopyStatus('Copied.')
    } catch {
      // No https or no permission. The text can be selected instead.
      setCopyStatus('The browser blocked copying. Select the text instead.')
    }
  }
  return (
    <div className="max-w-180">
      {isFirst && (
        <p className="mb-4 text-ink-2">
          This server collects events from pages that use this key. To test it, run the code below in a browser console.
          The first event appears here within seconds.
        </p>
      )}
      <dl className="mb-4 grid gap-x-6 border-line border-t sm:grid-cols-[140px_minmax(0,1fr)]">
        {(
          [
            ['Public key', keys.public_key],
            ['Workspace ID', keys.workspace_id],
            ['Endpoint', `${keys.host}/v1/public/batch`],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="col-span-full grid grid-cols-subgrid border-line border-b py-2">
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 select-all font-mono text-xs leading-5 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <section tabIndex={0} aria-label="Test event" className="overflow-x-auto rounded-m border border-line bg-well">
        <pre className="p-3.5 font-mono text-xs leading-5">{snippet}</pre>
      </section>
      <div className="mt-2.5 flex flex-wrap items-center gap-3">
        <Button size="s" onClick={() => void copy()}>
          Copy code
        </Button>
        <span role="status" className="text-ink-2 text-xs">
          {copyStatus}
        </span>
      </div>
    </div>
  )
}

const snippetFor = ({ public_key, workspace_id, host }: Keys) =>
  `await fetch(${JSON.stringify(`${host}/v1/public/batch`)}, {
  method: 'POST',
  body: JSON.stringify({
    public_key: ${JSON.stringify(public_key)},
    workspace_id: ${JSON.stringify(workspace_id)},
    messages: [{
      message_id: String(Date.now()),
      type: 'event',
      event: 'First event',
      alias: 'console',
      properties: { from: 'console' },
      location: {
        address: location.href, path: location.pathname, query: location.search,
        host: location.host, origin: location.origin, referrer: document.referrer,
      },
      timestamp: new Date().toISOString(),
    }],
  }),
})`
