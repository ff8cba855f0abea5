/**
 * `node scripts/copy-check.ts [folder or file…]`: reads every text people see and every name, and prints what the rules of
 * copy-rules.ts find: file:line, rule, what was found, and why. Ends with 1 when it found something.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import MarkdownIt from 'markdown-it'
import { parseSync } from 'vite'
import { type AllowedCopy, allowedCopy, type CopyRule, copyRules } from './copy-rules.ts'

export type Copy = { kind: CopyRule['where']; line: number; value: string }
export type CopyHit = { file: string; line: number; rule: string; found: string; reason: string }

type Node = { type: string; start: number; [field: string]: unknown }

/** Never read by people: module paths, class names and other machine words. */
const machineWords = /^[\w$@#./:%-]*$/
const machineAttributes = new Set(['className', 'class', 'd', 'href', 'src', 'id', 'key', 'name', 'type', 'to', 'path'])

/** Texts and names of one TypeScript file. A word alone is read only where it is JSX text or begins with a capital. */
export function readCode(file: string, code: string): Copy[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} could not be parsed: ${errors[0]?.message}`)
  const lineAt = toLines(code)
  const copies: Copy[] = []
  const text = (value: string, at: number) => {
    const readable = value.replace(/\s+/g, ' ').trim()
    if (/\p{L}{2}/u.test(readable)) copies.push({ kind: 'text', line: lineAt(at), value: readable })
  }
  const name = (value: string, at: number) => copies.push({ kind: 'name', line: lineAt(at), value: splitWords(value) })
  const literal = (value: string, at: number) => {
    if (!machineWords.test(value) || /^[A-Z][a-z]+$/.test(value)) text(value, at)
  }

  const visit = (node: Node, parent: Node | null, field: string) => {
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration' || node.type === 'ImportExpression')
      return
    if (node.type === 'JSXAttribute' && machineAttributes.has(String((node.name as Node).name))) return
    if (node.type === 'TaggedTemplateExpression' && /^(sql|css)$/.test(String((node.tag as Node).name))) return
    if (node.type === 'Literal' && typeof node.value === 'string') literal(node.value, node.start)
    if (node.type === 'TemplateElement') literal(String((node.value as { cooked?: string }).cooked ?? ''), node.start)
    if (node.type === 'JSXText') text(String(node.value), node.start)
    if (node.type === 'Identifier' && isDeclared(node, parent, field)) name(String(node.name), node.start)
    for (const [key, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child === 'object' && typeof (child as Node).type === 'string')
          visit(child as Node, node, key)
  }
  visit(program as unknown as Node, null, '')
  return copies
}

/** Where a name is given, so that each counts once. */
function isDeclared(node: Node, parent: Node | null, field: string): boolean {
  if (!parent) return false
  switch (parent.type) {
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ClassDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return field === 'id' || field === 'params'
    case 'ArrowFunctionExpression':
      return field === 'params'
    case 'MethodDefinition':
    case 'PropertyDefinition':
    case 'TSPropertySignature':
      return field === 'key' && parent.computed !== true
    case 'Property':
      // A destructured field has its name from elsewhere.
      return field === 'key' && parent.shorthand !== true && parent.computed !== true
    default:
      return node.type === 'Identifier' && field === 'params'
  }
}

/** What people read of a Markdown file: no code, no addresses. */
export function readMarkdown(source: string): Copy[] {
  return new MarkdownIt().parse(source, {}).flatMap((block) => {
    if (block.type !== 'inline') return []
    const first = block.map?.[0] ?? 0
    let line = first + 1
    let sentence: Copy | null = null
    const copies: Copy[] = []
    for (const token of block.children ?? []) {
      if (token.type === 'softbreak' || token.type === 'hardbreak') {
        line++
        sentence = null
      }
      const value = token.type === 'text' ? token.content : token.type === 'image' ? token.content : ''
      if (value === '') continue
      if (sentence) {
        sentence.value += value
        continue
      }
      sentence = { kind: 'text', line, value }
      copies.push(sentence)
    }
    return copies
  })
}

/** "firstAsks" → "first asks", "mostWaitMs" → "most wait ms". */
export const splitWords = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[-_$]+/g, ' ')
    .trim()
    .toLowerCase()

export function checkCopies(
  file: string,
  copies: Copy[],
  rules: CopyRule[] = copyRules,
  allowed: AllowedCopy[] = allowedCopy,
): CopyHit[] {
  return copies.flatMap(({ kind, line, value }) =>
    rules
      .filter((rule) => rule.where === kind && rule.pattern.test(value))
      .filter((rule) => !allowed.some((one) => allows(one, rule, file, value)))
      .map(({ id, pattern, reason }) => ({ file, line, rule: id, found: excerpt(value, pattern), reason })),
  )
}

const allows = ({ rule, file, holds }: AllowedCopy, { id }: CopyRule, where: string, value: string) =>
  rule === id && (file === undefined || where === file || where.startsWith(file)) && (holds?.test(value) ?? true)

function excerpt(value: string, pattern: RegExp): string {
  const at = pattern.exec(value)?.index ?? 0
  const start = Math.max(0, at - 30)
  return `${start > 0 ? '…' : ''}${value.slice(start, at + 50)}${value.length > at + 50 ? '…' : ''}`
}

function toLines(code: string) {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset: number) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

/** The rules themselves, tests and what others wrote are not checked. */
const left =
  /(^|\/)(node_modules|build|data)\/|\.test\.tsx?$|^scripts\/copy-|^src\/providers\/search-data\/sample\/|^docs\/decisions\//

export function checkFiles(root: string, onlyIn: string[] = []): CopyHit[] {
  const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'docs/**/*.md', '*.md'], { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !left.test(file) && (onlyIn.length === 0 || onlyIn.some((one) => file.startsWith(one))))
    .sort()
  return files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8')
    const copies = file.endsWith('.md') ? readMarkdown(source) : readCode(file, source)
    const base = path.basename(file).replace(/(?:\.d)?\.\w+$/, '')
    return checkCopies(file, [{ kind: 'name', line: 1, value: splitWords(base) }, ...copies])
  })
}

if (import.meta.main) {
  const hits = checkFiles(path.join(import.meta.dirname, '..'), process.argv.slice(2))
  for (const { file, line, rule, found, reason } of hits) console.log(`${file}:${line} ${rule}: “${found}” ${reason}`)
  const counts = new Map<string, number>()
  for (const { rule } of hits) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  const sums = [...counts].sort(([, a], [, b]) => b - a).map(([rule, count]) => `${rule} ${count}`)
  console.log(`${hits.length} hits${sums.length > 0 ? `: ${sums.join(', ')}` : ''}`)
  process.exitCode = hits.length > 0 ? 1 : 0
}
