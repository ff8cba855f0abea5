import { type ESTree, type Plugin, parseSync } from 'vite'

/** Where contracts keep what only the server, the API reference, OpenAPI and MCP read. */
const contracts = /\/src\/(features\/[\w-]+\/contract(-[\w-]+|\/[\w-]+)?|kit\/(fields|locale))\.ts$/
/** The browser takes the server's word for the shape of its answers. */
const partsForServers = new Set(['summary', 'example', 'rate', 'files', 'group', 'output', 'effect', 'spends'])

type Node = { type: string; start: number; end: number }

/**
 * Leaves the API's descriptions, examples and shapes of answers out of the scripts for the browser. The server and the pages it
 * renders import the contracts from their source.
 */
export const stripApiDocs: Plugin = {
  name: 'strip-api-docs',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    return contracts.test(id) ? { code: withoutApiDocs(code), map: null } : null
  },
}

/**
 * The contract's source without `.describe(…)`, `.meta(…)`, `group(…)`, and the texts and answers of its endpoints. Its schemas are
 * marked as pure, so that those nothing uses any more are left out of the build.
 */
export function withoutApiDocs(code: string): string {
  const cuts: [from: number, to: number, instead?: string][] = []
  const { program } = parseSync('contract.ts', code, { lang: 'ts' })
  for (const from of findSchemaCalls(program)) cuts.push([from, from, '/* @__PURE__ */ '])
  visit(program, (node) => {
    if (node.type !== 'CallExpression') return
    const { callee, arguments: given } = node as unknown as ESTree.CallExpression
    if (isDocs(node)) cuts.push([(callee as ESTree.MemberExpression).object.end, node.end])
    if (callee.type !== 'Identifier') return
    if (callee.name === 'group' && given[1]) cuts.push([node.start, given[1].start], [given[1].end, node.end])
    if (!/^(endpoint|eventStream|fileDownload)$/.test(callee.name) || given[0]?.type !== 'ObjectExpression') return
    for (const settings of [given[0], ...findSpreadObjects(given[0], program)]) cuts.push(...findServerParts(settings))
  })
  let text = ''
  let at = 0
  for (const [from, to, instead = ''] of cuts.sort(([a, aEnd], [b, bEnd]) => a - b || bEnd - aEnd)) {
    // Inside what is left out already.
    if (from < at) continue
    text += code.slice(at, from) + instead
    at = to
  }
  return text + code.slice(at)
}

function findServerParts({ properties, end }: ESTree.ObjectExpression): [from: number, to: number][] {
  return properties.flatMap((property, at): [from: number, to: number][] =>
    property.type === 'Property' && partsForServers.has(getName(property.key))
      ? [[property.start, properties[at + 1]?.start ?? end - 1]]
      : [],
  )
}

/** The module's objects that are spread into this one: what several endpoints have in common. */
function findSpreadObjects(
  { properties }: ESTree.ObjectExpression,
  program: ESTree.Program,
): ESTree.ObjectExpression[] {
  const names = properties.flatMap((property) =>
    property.type === 'SpreadElement' ? [getName(property.argument)] : [],
  )
  return program.body.flatMap((statement) =>
    statement.type !== 'VariableDeclaration'
      ? []
      : statement.declarations.flatMap(({ id, init }) => {
          const value = init?.type === 'TSAsExpression' ? init.expression : init
          return value?.type === 'ObjectExpression' && names.includes(getName(id)) ? [value] : []
        }),
  )
}

/** Where the calls begin that make the module's constants. Those in functions are left alone: they may be there for what they do. */
function findSchemaCalls(program: ESTree.Program): Set<number> {
  const starts = new Set<number>()
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    visit(declaration, (node) => {
      if (node.type === 'CallExpression' && !isDocs(node)) starts.add(node.start)
      return !/Function/.test(node.type)
    })
  }
  return starts
}

/** `….describe(…)` or `….meta(…)`. */
const isDocs = (node: Node) => {
  const { callee } = node as unknown as ESTree.CallExpression
  return callee.type === 'MemberExpression' && /^(describe|meta)$/.test(getName(callee.property))
}

const getName = (node: Node) => (node.type === 'Identifier' ? (node as unknown as { name: string }).name : '')

/** Goes on into a node unless `see` returns false. */
function visit(node: unknown, see: (node: Node) => unknown): void {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node && see(node as Node) === false) return
  for (const inner of Object.values(node)) visit(inner, see)
}
