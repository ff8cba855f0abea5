import type { Tool } from './tools.ts'

const groupName = ({ group }: Tool['endpoint']) => (typeof group === 'string' ? group : (group?.name ?? ''))

/** Words of a path without its parameters: `lists items add`. */
const pathWords = (path: string) => path.replace(/:\w+/g, '').split(/[/_]+/).filter(Boolean).join(' ')

/** A tool's name for people: the group of the API reference and the words of its path. */
export const getToolTitle = ({ endpoint }: Tool) => `${groupName(endpoint)}: ${pathWords(endpoint.path)}`

/** Tells a language model what the tool does and what it costs. */
export function getToolDescription({ endpoint, effect, spends, costLimit }: Tool): string {
  const sentences = [endpoint.summary]
  if (spends && costLimit)
    sentences.push(
      'May use credits or money: needs confirm: true once the user has agreed, or max_cost_usd. Without them it returns the price where it is known.',
    )
  else if (spends) sentences.push('Uses credits or money: needs confirm: true once the user has agreed.')
  else sentences.push('Free.')
  if (effect === 'delete') sentences.push('Takes something away: ask the user first.')
  if (endpoint.kind === 'events' && endpoint.method === 'GET')
    sentences.push('Waits for the events, at most wait_seconds, and returns them.')
  if (endpoint.rate) sentences.push(`Limit: ${endpoint.rate}`)
  return sentences.join(' ').replace('Free. Free.', 'Free.')
}
