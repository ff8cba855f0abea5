import { readFile } from 'node:fs/promises'

/**
 * Lists as people collect them: by hand, from several tools, with doublets, misspellings and brands. Written before any rule was
 * tried on them. A line is a topic: "name: keyword | keyword".
 */
export const collectedLists = [
  { name: 'pet-food', language: 'en' },
  { name: 'legal', language: 'en' },
  { name: 'saas', language: 'en' },
  { name: 'recipes', language: 'en' },
  { name: 'heating-de', language: 'de' },
  { name: 'running-es', language: 'es' },
] as const

export async function readCollected(name: string): Promise<{ keywords: string[]; topics: number[] }> {
  const text = await readFile(new URL(`./collected-lists/${name}.txt`, import.meta.url), 'utf8')
  const topicOf = new Map<string, number>()
  for (const [topic, line] of text.trim().split('\n').entries())
    for (const keyword of line.slice(line.indexOf(':') + 1).split('|')) {
      const known = keyword.trim().toLowerCase()
      if (!topicOf.has(known)) topicOf.set(known, topic)
    }
  return { keywords: [...topicOf.keys()], topics: [...topicOf.values()] }
}
