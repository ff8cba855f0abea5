// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
// biome-ignore-all lint/a11y/useSemanticElements: a section for each piece of code would be a landmark, a fieldset a lie
import { useEffect, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import type { ApiKey } from '../../contract.ts'
import { firstCall } from '../../rules/example-call.ts'

export type CreatedKey = { key: string; item: ApiKey; workspaceId: string }
export type CreatedKeyPanelProps = { created: CreatedKey; url: string; onDone(): void }

/** Shows a new key once, with an example call. */
export function CreatedKeyPanel({ created: { key, item, workspaceId }, url, onDone }: CreatedKeyPanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const name = useId()
  useEffect(() => title.current?.focus(), [])
  const example = firstCall({ url, workspaceId, key }, item.scopes)
  return (
    <section aria-labelledby={name} className="min-w-0 rounded-l border border-line-2 bg-panel">
      <div className="px-5 pt-4.5 pb-5">
        <h2 ref={title} id={name} tabIndex={-1} className="subheading outline-none [overflow-wrap:anywhere]">
          {item.name} is ready
        </h2>
        <p className="mt-1 text-ink-2">Copy the key now and store it safely. It can’t be shown again.</p>
        <Copied label="API key" text={key} className="mt-3.5 text-s" />
        <p className="mt-5 font-[550] text-xs">First call</p>
        <Copied label="First call" text={example} className="mt-1.5 text-xs leading-relaxed" />
      </div>
      <div className="flex items-center justify-between gap-3 border-line border-t px-5 py-3">
        <a className="link text-s" href={item.scopes.includes('mcp') ? '/docs/assistants' : '/docs/api'}>
          {item.scopes.includes('mcp') ? 'Connect an assistant' : 'API reference'}
        </a>
        <Button onClick={onDone}>Done</Button>
      </div>
    </section>
  )
}

function Copied({ label, text, className }: { label: string; text: string; className: string }) {
  const shown = useRef<HTMLPreElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify.done(`${label} copied.`)
    } catch {
      // The clipboard API isn't available over plain HTTP. Selected text can still be copied manually.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      notify.failed('Your browser blocked copying. The text is selected: copy it manually.')
    }
  }
  return (
    <div className={`flex items-start gap-3 rounded-m border border-line bg-well py-2 pr-2 pl-3.5 ${className}`}>
      <pre
        ref={shown}
        tabIndex={0}
        role="group"
        aria-label={label}
        className="min-w-0 flex-1 overflow-x-auto py-0.5 font-mono"
      >
        {text}
      </pre>
      <Button size="s" aria-label={`Copy ${label}`} onClick={() => void copy()}>
        Copy
      </Button>
    </div>
  )
}
