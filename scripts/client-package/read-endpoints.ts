import { globSync } from 'node:fs'
import path from 'node:path'
import type { Endpoint } from '../../src/kit/endpoint.ts'

/** The calls of all contracts that an API key can make, in the order of their paths. */
export async function readEndpoints(features: string): Promise<Endpoint[]> {
  const found = new Map<string, Endpoint>()
  const files = globSync('*/contract*.ts', { cwd: features }).filter((file) => !file.endsWith('.test.ts'))
  for (const file of files.sort()) {
    const exported: Record<string, unknown> = await import(path.join(features, file))
    for (const contract of Object.values(exported)) {
      if (typeof contract !== 'object' || contract === null) continue
      for (const call of Object.values(contract)) {
        if (!isScoped(call)) continue
        const name = `${call.method} ${call.path}`
        // Calls that several files share have their group in the contract that takes them.
        if (!found.get(name)?.group) found.set(name, call)
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

function isScoped(call: unknown): call is Endpoint {
  const { access, path: url, method } = (call ?? {}) as Partial<Endpoint>
  return typeof url === 'string' && !!method && access?.kind === 'workspace' && access.scope !== null
}
