/** The structure of responses without their content: each path with its types. */
export type Shape = Record<string, string[]>

/** The combined shape of several responses. Items of a list share one path: "items[].title". */
export function getShape(answers: readonly unknown[]): Shape {
  const types = new Map<string, Set<string>>()
  const visit = (value: unknown, path: string) => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
    if (path !== '') types.set(path, (types.get(path) ?? new Set()).add(type))
    if (Array.isArray(value)) for (const member of value) visit(member, `${path}[]`)
    else if (type === 'object')
      for (const [name, member] of Object.entries(value as object))
        visit(member, path === '' ? name : `${path}.${name}`)
  }
  for (const answer of answers) visit(answer, '')
  return Object.fromEntries(
    [...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, set]) => [path, [...set].sort()]),
  )
}

/** Paths below one of the parts. */
export const within = (shape: Shape, parts: readonly string[]): Shape =>
  Object.fromEntries(
    Object.entries(shape).filter(([path]) =>
      parts.some((part) => path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[]`)),
    ),
  )

/**
 * Where `ours` differs from `theirs`: an unknown path, or another type. A path that is always null in `theirs` may have
 * any type.
 */
export function differences(ours: Shape, theirs: Shape): string[] {
  return Object.entries(ours).flatMap(([path, types]) => {
    const known = theirs[path]
    if (!known) return [`${path} is not in the recordings`]
    if (known.every((type) => type === 'null')) return []
    const others = types.filter((type) => type !== 'null' && !known.includes(type))
    return others.map((type) => `${path} is ${type}, in the recordings ${known.join(' or ')}`)
  })
}
