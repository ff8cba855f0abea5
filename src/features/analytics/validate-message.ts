import { z } from 'zod'
import { isShallow, maxAddressLength, maxNameLength, messageTypes, neededBy } from './contract.ts'

/**
 * A hand-written fast path for the batch schema, for thousands of messages a second. It accepts only what the schema would accept
 * unchanged; anything else goes through the schema, which also makes the error.
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
const isAddress = (value: unknown) => typeof value === 'string' && value.length <= maxAddressLength
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
    isAddress(value.address) &&
    isAddress(value.path) &&
    isAddress(value.query) &&
    isAddress(value.host) &&
    isAddress(value.origin) &&
    isAddress(value.referrer)
  )
}
