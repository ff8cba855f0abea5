import { renderToStaticMarkup } from 'react-dom/server'
import type { Call } from '#kit/client.ts'
import { getReference } from '../api-reference.ts'
import { openApiContract } from '../contract.ts'
import { ApiReference } from './api-reference.tsx'

let made: Promise<string> | null = null

/** Renders the API reference to HTML once per process, because the API doesn't change while it runs. */
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
