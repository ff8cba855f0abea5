import { z } from 'zod'
import { isShallow, maxAddressLength, maxNameLength, messageTypes, neededBy } from './contract.ts'

/**
 * The schema of a batch once more, written out: thousands of messages a second pass through it. It is true only where the
 * schema would pass the same value unchanged; whatever it turns down is judged by the schema, which also finds the words.
 */

const types: ReadonlySet<unknown> = new Set(messageTypes)
const fields: ReadonlySet<string> = new Set([
  'message_id',
  'type',
  'uid',
  'alias',
  'event',
  'traits',
  'properties',
  'group_id',
  'location',
  'timestamp',
])
const iso = z.regexes.datetime({ offset: true })

const isName = (value: unknown) => typeof value === 'string' && value.length > 0 && value.length <= maxNameLength
const isPlace = (value: unknown) => typeof value === 'string' && value.length <= maxAddressLength
const isAbsent = (value: unknown) => value === undefined || value === null
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isFacts = (value: unknown) => isAbsent(value) || (isObject(value) && isShallow(value))

export function acceptsBatch(raw: Record<string, unknown>): boolean {
  let given = 0
  for (const _ in raw) given++
  return (
    given === 3 &&
    typeof raw.public_key === 'string' &&
    typeof raw.workspace_id === 'string' &&
    Array.isArray(raw.messages) &&
    raw.messages.length > 0 &&
    raw.messages.every(acceptsMessage)
  )
}

export function acceptsMessage(value: unknown): boolean {
  if (!isObject(value)) return false
  for (const field in value) if (!fields.has(field)) return false
  const needed = neededBy[value.type as keyof typeof neededBy]
  return (
    types.has(value.type) &&
    isName(value.message_id) &&
    isName(value.alias) &&
    (isAbsent(value.uid) || isName(value.uid)) &&
    (isAbsent(value.event) || isName(value.event)) &&
    (isAbsent(value.group_id) || isName(value.group_id)) &&
    isFacts(value.traits) &&
    isFacts(value.properties) &&
    (needed === undefined || !isAbsent(value[needed])) &&
    acceptsLocation(value.location) &&
    typeof value.timestamp === 'string' &&
    iso.test(value.timestamp)
  )
}

function acceptsLocation(value: unknown): boolean {
  if (!isObject(value)) return false
  let given = 0
  for (const _ in value) given++
  return (
    given === 6 &&
    isPlace(value.address) &&
    isPlace(value.path) &&
    isPlace(value.query) &&
    isPlace(value.host) &&
    isPlace(value.origin) &&
    isPlace(value.referrer)
  )
}
