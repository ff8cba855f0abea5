import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { type ErrorTexts, generalReasons } from '#web/error-texts.ts'

/**
 * Screens write their own sentence for an error from its reason: every AppError has one, and every reason has a sentence in
 * its feature's `web/error-texts.ts` or among the general ones.
 */

type Node = { type: string; start: number; [field: string]: unknown }
type Thrown = { at: string; code: string; reasons: string[] }

const root = path.resolve(import.meta.dirname, '..')
const features = globSync('src/features/*/', { cwd: root }).map((folder) => path.basename(folder))
/** Callers of these are programs, or screens that save in the background: nobody reads a sentence of theirs. */
const withoutScreens = new Set(['mcp', 'user-documents'])

describe.each(features.filter((feature) => !withoutScreens.has(feature)))('%s', (feature) => {
  const thrown = readErrors(`src/features/${feature}`)

  test('every error has a reason', () => {
    expect(thrown.filter(({ reasons }) => reasons.length === 0).map(({ at }) => at)).toEqual([])
  })

  test('every reason has a sentence for screens', async () => {
    const texts = await readTexts(feature)
    const missing = thrown.flatMap(({ at, reasons }) =>
      reasons.filter((reason) => !texts.has(reason)).map((reason) => `${at} ${reason}`),
    )
    expect(missing).toEqual([])
  })
})

test('every error of the platform has a reason with a general sentence', () => {
  const missing = [...readErrors('src/platform'), ...readErrors('src/kit'), ...readErrors('src/providers')].flatMap(
    ({ at, code, reasons }) => {
      if (code === 'internal') return []
      if (reasons.length === 0) return [`${at} has none`]
      return reasons.filter((reason) => !(reason in generalReasons)).map((reason) => `${at} ${reason}`)
    },
  )
  expect(missing).toEqual([])
})

/** Each `new AppError(…)` under a folder, with the text literals its `reason` may be. */
function readErrors(folder: string): Thrown[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !file.includes('.test'))
    .flatMap((file) => {
      const code = readFileSync(path.join(root, file), 'utf8')
      if (!code.includes('new AppError(')) return []
      const found: Thrown[] = []
      visit(parseSync(file, code).program as unknown as Node, (node) => {
        if (node.type !== 'NewExpression' || (node.callee as Node).name !== 'AppError') return
        const [codeOf, , options] = node.arguments as Node[]
        // A copy of another error with its options is that error again.
        if (codeOf?.type !== 'Literal') return
        const line = code.slice(0, node.start).split('\n').length
        found.push({ at: `${file}:${line}`, code: String(codeOf.value), reasons: readReasons(options) })
      })
      return found
    })
}

function readReasons(options: Node | undefined): string[] {
  const reasons: string[] = []
  const properties = options?.type === 'ObjectExpression' ? (options.properties as Node[]) : []
  const given = properties.find((property) => (property.key as Node | undefined)?.name === 'reason')
  // What is handed in as a variable is typed where it comes from, and literal there.
  if (given && (given.shorthand || (given.value as Node).type === 'Identifier')) return ['invalid']
  if (given)
    visit(given.value as Node, (node) => {
      if (node.type === 'Literal' && typeof node.value === 'string') reasons.push(node.value)
    })
  return reasons
}

function visit(node: Node, act: (node: Node) => void) {
  act(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string') visit(child as Node, act)
}

async function readTexts(feature: string): Promise<Set<string>> {
  const file = path.join(root, `src/features/${feature}/web/error-texts.ts`)
  if (!existsSync(file)) return new Set(Object.keys(generalReasons))
  const tables = Object.values((await import(file)) as Record<string, ErrorTexts>)
  const reasons = tables.flatMap((table) => Object.keys(table.reasons ?? {}))
  return new Set([...Object.keys(generalReasons), ...reasons.map((reason) => reason.split(':').at(-1)!)])
}
