import { renderToStaticMarkup } from 'react-dom/server'
import type { Call } from '#kit/client.ts'
import { getReference } from '../api-reference.ts'
import { openApiContract } from '../contract.ts'
import { ApiReference } from './api-reference.tsx'

let made: Promise<string> | null = null

/** The reference as HTML, made once a process: the interface does not change while it runs. */
export function referenceHtml(call: Call): Promise<string> {
  made ??= render(call).catch((error) => {
    made = null
    throw error
  })
  return made
}

async function render(call: Call): Promise<string> {
  const { document } = await call(openApiContract.reference, {})
  return renderToStaticMarkup(<ApiReference reference={getReference(document as Parameters<typeof getReference>[0])} />)
}
