import type { Tree } from './architecture.ts'

/** The names a feature goes by: in paths, in SQL and URLs, in types and in identifiers, each in singular and plural. */
type Names = { path: string; table: string; type: string; value: string; words: string; label: string }

const toNames = (words: string): Names => {
  const parts = words.split(' ')
  const type = parts.map((part) => part[0]!.toUpperCase() + part.slice(1)).join('')
  return {
    path: parts.join('-'),
    table: parts.join('_'),
    type,
    value: type[0]!.toLowerCase() + type.slice(1),
    words,
    label: words[0]!.toUpperCase() + words.slice(1),
  }
}

/** Renames everything in a text that is named after a feature: "data feed" is also data-feeds, data_feeds and DataFeed. */
export function renameFeature(text: string, from: string, to: string): string {
  const [existing, next] = [toNames(from), toNames(to)]
  return (['path', 'table', 'type', 'value', 'words', 'label'] as const).reduce(
    (renamed, form) => renamed.replaceAll(existing[form], next[form]),
    text,
  )
}

/**
 * The tree with one feature more: the files of an existing one under another name, and what the composition root and the URL table
 * say about it, said once more. `from` and `to` are singular: "data feed".
 */
export function addFeatureLike(tree: Tree, from: string, to: string): Tree {
  const rename = (text: string) => renameFeature(text, from, to)
  const folder = `features/${toNames(from).path}s/`
  const added = [...tree].filter(([file]) => file.startsWith(folder))
  const next = new Map(tree)
  for (const [file, text] of added) next.set(rename(file), rename(text))
  for (const file of ['features.ts', 'routes.ts']) next.set(file, repeatStatements(tree.get(file)!, rename))
  return next
}

/** Repeats, renamed, each statement that names the feature: a line, or a line that opens a bracket and all up to the closing one. */
function repeatStatements(text: string, rename: (text: string) => string): string {
  const lines = text.split('\n')
  const next: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const start = at
    if (/[({[]$/.test(lines[at]!) && rename(lines[at]!) !== lines[at]) {
      const indent = /^ */.exec(lines[at]!)![0]
      while (!new RegExp(`^${indent}[)}\\]]`).test(lines[at]!)) at++
    }
    const statement = lines.slice(start, at + 1)
    const renamed = statement.map(rename)
    next.push(...statement)
    if (renamed.join('\n') !== statement.join('\n')) next.push(...renamed)
  }
  return next.join('\n')
}
