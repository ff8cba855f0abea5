/**
 * The script each screen loads before anything on it is used: its route's modules with everything they import statically, gzipped
 * one by one as they are sent. Pages without the router's scripts have one of their own. What is loaded on use (the editor, charts,
 * dialogs) isn't counted.
 *
 *   node bench/page-scripts.ts [part of a path]     of the last build (npm run build)
 *   node bench/page-scripts.ts --files /app/lists   also the files, largest first
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { printTable } from './print-table.ts'

type Route = {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  module: string
  imports?: string[]
  hasDefaultExport: boolean
}

const maxAppKb = 200
const maxPublicKb = 90
const withFiles = process.argv[2] === '--files'
const wanted = process.argv[withFiles ? 3 : 2] ?? ''
const client = path.resolve(import.meta.dirname, '../build/client')
const manifest = readdirSync(path.join(client, 'assets')).find((name) => /^manifest-.*\.js$/.test(name))
if (!manifest) throw new Error('There is no build. Run npm run build first.')
const text = readFileSync(path.join(client, 'assets', manifest), 'utf8')
const { entry, routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
  entry: { module: string; imports: string[] }
  routes: Record<string, Route>
}

const server = (await import(path.resolve(client, '../server/index.js'))) as {
  routes: Record<string, { module: { handle?: { scripts?: boolean } } }>
}
const assets = readdirSync(path.join(client, 'assets'))
/** What public-tracking.ts is built to, and what it imports. */
const publicFiles = assets.filter((name) => /^(public-measuring|tracking|preload-helper)-.*\.js$/.test(name))

const sizes = new Map<string, number>()
function getSize(file: string): number {
  const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(client, file))).length
  sizes.set(file, size)
  return size
}

/** The route and the layouts around it, outermost first. */
const getBranch = (route: Route): Route[] => [...(route.parentId ? getBranch(routes[route.parentId]!) : []), route]

const pages = Object.values(routes)
  .filter(
    ({ hasDefaultExport, id }) => hasDefaultExport && !Object.values(routes).some(({ parentId }) => parentId === id),
  )
  .map((route) => {
    const branch = getBranch(route)
    const url = `/${branch
      .map((each) => each.path)
      .filter(Boolean)
      .join('/')}`
    const hasScripts = branch.every(({ id }) => server.routes[id]?.module.handle?.scripts !== false)
    const files = new Set(
      hasScripts
        ? [entry.module, ...entry.imports, ...branch.flatMap(({ module, imports = [] }) => [module, ...imports])]
        : publicFiles.map((name) => `/assets/${name}`),
    )
    const kb = [...files].reduce((sum, file) => sum + getSize(file), 0) / 1000
    return { url, files, kb }
  })
  .filter(({ url }) => (withFiles ? url === wanted : url.includes(wanted)))
  .sort((a, b) => b.kb - a.kb)
printTable(
  ['screen', 'kB', 'files'],
  pages.map(({ url, kb, files }) => [url, kb.toFixed(1), files.size]),
)
if (withFiles)
  for (const { files } of pages)
    printTable(
      ['file', 'kB'],
      [...files].sort((a, b) => getSize(b) - getSize(a)).map((file) => [file, (getSize(file) / 1000).toFixed(1)]),
    )
const getMax = (url: string) => (url.startsWith('/app') ? maxAppKb : maxPublicKb)
const over = pages.filter(({ url, kb }) => kb > getMax(url))
for (const { url, kb } of over)
  console.error(`${url} loads ${kb.toFixed(1)} kB of script, over the ${getMax(url)} allowed.`)
process.exit(over.length === 0 ? 0 : 1)
