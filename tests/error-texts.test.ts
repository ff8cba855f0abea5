import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { type ErrorTexts, generalReasons } from '#web/calls/error-texts.ts'
import { sourceReasons } from '../src/providers/search-data/port.ts'

/**
 * Screens have their own text for an error, selected by its reason. Every AppError has a reason, and every reason has a
 * text in its feature's `web/error-texts.ts` or among the general ones.
 */

type Node = { type: string; start: number; [field: string]: unknown }
type Thrown = { at: string; code: string; reasons: string[] }

const root = path.resolve(import.meta.dirname, '..')
const features = globSync('src/features/*/', { cwd: root }).map((folder) => path.basename(folder))
/** These are called by programs, or by screens in the background, so nobody reads a text. */
const withoutScreens = new Set(['link-previews', 'mcp', 'user-documents'])

describe.each(features.filter((feature) => !withoutScreens.has(feature)))('%s', (feature) => {
  const thrown = readErrors(`src/features/${feature}`)

  test('every error has a reason', () => {
    expect(thrown.filter(({ reasons }) => reasons.length === 0).map(({ at }) => at)).toEqual([])
  })

  test('every reason has a text for screens', async () => {
    const texts = await readTexts(feature)
    const missing = thrown.flatMap(({ at, reasons }) =>
      reasons.filter((reason) => !texts.has(reason)).map((reason) => `${at} ${reason}`),
    )
    expect(missing).toEqual([])
  })
})

test('every platform error has a reason with a general text', () => {
  // What sites to publish on answer is shown by one feature alone.
  const providers = readErrors('src/providers').filter(({ at }) => !at.startsWith('src/providers/publishing/'))
  const missing = [...readErrors('src/platform'), ...readErrors('src/kit'), ...providers].flatMap(
    ({ at, code, reasons }) => {
      if (code === 'internal') return []
      if (reasons.length === 0) return [`${at} has none`]
      return reasons.filter((reason) => !(reason in generalReasons)).map((reason) => `${at} ${reason}`)
    },
  )
  expect(missing).toEqual([])
})

test('publishing has a sentence for each reason of a site', async () => {
  const texts = await readTexts('publishing')
  const thrown = readErrors('src/providers/publishing')
  expect(thrown.filter(({ reasons }) => reasons.length === 0).map(({ at }) => at)).toEqual([])
  expect(thrown.flatMap(({ reasons }) => reasons).filter((reason) => !texts.has(reason))).toEqual([])
})

test.each(['reports', 'listeners', 'research'])('%s has a sentence for each reason of a source', async (feature) => {
  const texts = await readTexts(feature)
  expect(sourceReasons.filter((reason) => !texts.has(reason))).toEqual([])
})

describe.each(features)('stored by %s', (feature) => {
  test('every stored error has its reason beside it', () => {
    expect(findBareErrors(`src/features/${feature}`)).toEqual([])
  })
})

/** What no screen shows: why a digest wasn't sent is for people who read the database. */
const withoutReaders = new Set(['src/features/notifications/store/digest-store.ts'])

/** Where a store writes or answers an `error` without the `failure` that screens read. */
function findBareErrors(folder: string): string[] {
  return globSync(`${folder}/**/{*-,}store.ts`, { cwd: root }).flatMap((file) => {
    if (withoutReaders.has(file)) return []
    const code = readFileSync(path.join(root, file), 'utf8')
    const found: number[] = []
    visit(parseSync(file, code).program as unknown as Node, (node) => {
      if (node.type === 'ObjectExpression') {
        const names = (node.properties as Node[]).map(({ key }) => (key as Node | undefined)?.name)
        if (names.includes('error') && !names.includes('failure')) found.push(node.start)
      }
      if (node.type === 'TemplateLiteral') {
        const text = code.slice(node.start, node.end as number)
        if (/\berror = /.test(text) && !/\bfailure = /.test(text)) found.push(node.start)
      }
    })
    return found.map((start) => `${file}:${code.slice(0, start).split('\n').length}`)
  })
}

/** Each `new AppError(…)` under a folder, with the possible literals of its `reason`. */
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
        // A copy of another error with its options is the same error.
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
  // A value passed as a variable has a literal type where it comes from.
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
