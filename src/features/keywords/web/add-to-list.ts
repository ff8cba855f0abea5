import type { InputOf } from '#kit/endpoint.ts'
import { checkInput } from '#kit/input-issues.ts'
import { formatCount } from '#ui/format/format.ts'
import { api } from '#web/calls/api.ts'
import { listsContract, maxItemsACall } from '../contract.ts'

type NewItem = InputOf<typeof listsContract.addItems>['items'][number]

/**
 * Adds any number of keywords to a list, in as many calls as they need. All are checked before the first is sent. `detail` says how
 * many were in it already, if any.
 */
export async function addToList(_id: string, items: NewItem[]): Promise<{ added: number; detail?: string }> {
  const calls = Array.from({ length: Math.ceil(items.length / maxItemsACall) }, (_, call) => ({
    _id,
    items: items.slice(call * maxItemsACall, (call + 1) * maxItemsACall),
  }))
  for (const call of calls) checkInput(listsContract.addItems.input, call)
  let added = 0
  for (const call of calls) added += (await api(listsContract.addItems, call)).added
  const known = items.length - added
  return known > 0
    ? { added, detail: `${formatCount(known)} ${known === 1 ? 'was' : 'were'} already in it.` }
    : { added }
}
