import type { Command, CommandGroup } from './command-group.ts'

/**
 * The commands that match what is typed, best first: names that start with it, then words of names, then keywords. Groups come
 * in the order of their best command. A group that is `found` was searched elsewhere and keeps its order; `last` groups, which
 * take any text, are never above a match.
 */
export function rankCommands(groups: CommandGroup[], typed: string): CommandGroup[] {
  const text = normalize(typed)
  if (text === '') return groups.filter(({ commands }) => commands.length > 0)
  return groups
    .map((group, index) => {
      const scored = group.commands
        .map((command) => ({ command, score: group.found || group.last ? 1 : getScore(command, text) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
      const best = group.last ? 0 : (scored[0]?.score ?? 0)
      return { group: { ...group, commands: scored.map(({ command }) => command) }, best, index }
    })
    .filter(({ group }) => group.commands.length > 0)
    .sort((a, b) => b.best - a.best || a.index - b.index)
    .map(({ group }) => group)
}

const normalize = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ')

/** 0: it doesn't match. Every typed word has to be the start of a word of the command. */
function getScore({ label, keywords = [] }: Command, text: string): number {
  const name = normalize(label)
  if (name === text) return 5
  if (name.startsWith(text)) return 4
  const starts = (words: string[], part: string) => words.some((word) => word.startsWith(part))
  const inName = name.split(' ')
  const inAll = [...inName, ...keywords.flatMap((keyword) => normalize(keyword).split(' '))]
  const parts = text.split(' ')
  if (parts.every((part) => starts(inName, part))) return 3
  return parts.every((part) => starts(inAll, part)) ? 2 : 0
}
