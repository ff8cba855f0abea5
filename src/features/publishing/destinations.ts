import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Requester, StoreResponse } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Secrets } from '#platform/secrets.ts'
import { fromErrorColumns, toErrorColumns, toStoredError } from '#platform/stored-error.ts'
import type { Checked, DestinationKind } from '#providers/publishing/port.ts'
import type { Destination, publishingContract } from './contract.ts'
import { type CreateAdapter, getHost, readCredentials, sealCredentials } from './open-destination.ts'
import { refuseMissingDestination, toInputError } from './publishing-errors.ts'
import { hasCollections, hasOwnUrl, pickCredentials } from './rules/credentials.ts'
import {
  countDestinations,
  type DestinationRow,
  deleteDestination,
  ensureBlog,
  findDestination,
  findDestinations,
  insertDestination,
  locateDestination,
  updateDestination,
} from './store/destination-store.ts'
import { deleteUploads } from './store/image-store.ts'

const maxDestinations = 20
const checkRate = { max: 60, windowSeconds: 3600 }

type AddInput = ParsedInputOf<typeof publishingContract.addDestination>
type UpdateInput = Omit<ParsedInputOf<typeof publishingContract.updateDestination>, '_id'>

type Dependencies = {
  db: Database
  audit: Audit
  secrets: Secrets
  rates: RateLimiter
  createAdapter: CreateAdapter
  /** Address of a workspace's blog. */
  getBlogUrl(workspaceId: string): Promise<string>
}

export type Destinations = ReturnType<typeof createDestinations>

/** Sites that a workspace publishes on. */
export function createDestinations({ db, audit, secrets, rates, createAdapter, getBlogUrl }: Dependencies) {
  return {
    locate: (workspaceIds: string[], id: string) => locateDestination(db, workspaceIds, id),

    /** @throws AppError invalid_input, conflict, rate_limited, upstream_failed */
    async add(requester: Requester, input: AddInput, storeResponse: StoreResponse) {
      const { workspace_id: workspaceId, kind, defaults = {} } = input
      if (kind === 'blog')
        throw new AppError('conflict', 'The workspace’s blog is one of its destinations already.', {
          field: 'kind',
          reason: 'blog_exists',
        })
      const url = toSiteUrl(kind, input.url)
      const credentials = pickCredentials(kind, input.credentials)
      await limit(`destination-add:${workspaceId}`)
      const checked = await check({ kind, url, credentials, found: {}, defaults })
      const id = randomUUIDv7()
      return db.transaction().execute(async (tx) => {
        if ((await countDestinations(tx, workspaceId)) >= maxDestinations)
          throw new AppError('conflict', `A workspace can have up to ${maxDestinations} destinations.`, {
            reason: 'too_many_destinations',
            params: { max: maxDestinations },
          })
        const row = await insertDestination(tx, {
          workspace_id: workspaceId,
          id,
          kind,
          url,
          sealed_credentials: sealCredentials(secrets, id, credentials),
          defaults: JSON.stringify(defaults),
          created_by: requester.actor.userId,
          ...toColumns(checked),
        })
        await record(tx, requester, 'destination.added', row)
        const answer = { destination: present(row, '') }
        await storeResponse(tx, answer)
        return answer
      })
    },

    /** @throws AppError not_found, invalid_input, upstream_failed */
    async update(requester: Requester, ref: ResourceRef, input: UpdateInput) {
      const before = (await findDestination(db, ref)) ?? refuseMissingDestination()
      const { kind } = before
      const defaults = input.defaults ?? before.defaults
      const isElsewhere =
        kind !== 'blog' && (input.url !== undefined || input.credentials !== undefined || hasCollections(kind))
      const url = isElsewhere && input.url !== undefined ? toSiteUrl(kind, input.url) : before.url
      // A new address never gets the stored password: people who may change the address needn't know it.
      if (url !== before.url && !input.credentials && new URL(url).origin !== URL.parse(before.url)?.origin)
        throw new AppError('invalid_input', 'credentials are needed with a new address.', {
          field: 'credentials',
          reason: 'credentials_needed',
        })
      const credentials = input.credentials
        ? pickCredentials(kind, input.credentials)
        : readCredentials(secrets, before)
      if (isElsewhere) await limit(`destination-check:${ref.id}`)
      const checked = isElsewhere ? await check({ kind, url, credentials, found: {}, defaults }) : null
      const row = await db.transaction().execute(async (tx) => {
        if (url !== before.url) await deleteUploads(tx, ref)
        const saved = await updateDestination(tx, ref, {
          url,
          defaults: JSON.stringify(defaults),
          ...(isElsewhere && { sealed_credentials: sealCredentials(secrets, ref.id, credentials) }),
          ...(checked && toColumns(checked)),
        })
        await record(tx, requester, 'destination.changed', saved ?? refuseMissingDestination())
        return saved!
      })
      return { destination: await presentWithUrl(row) }
    },

    async list(workspaceId: string) {
      await ensureBlog(db, workspaceId)
      const rows = await findDestinations(db, workspaceId)
      const blogUrl = await getBlogUrl(workspaceId)
      return { items: rows.map((row) => present(row, blogUrl)), total: rows.length }
    },

    /** Checks the credentials again and stores the outcome. @throws AppError not_found, rate_limited */
    async check(ref: ResourceRef) {
      const before = (await findDestination(db, ref)) ?? refuseMissingDestination()
      if (before.kind === 'blog') return { destination: await presentWithUrl(before) }
      await limit(`destination-check:${ref.id}`)
      const { kind, url, found, defaults } = before
      const credentials = readCredentials(secrets, before)
      const change = await createAdapter({ kind, url, credentials, found, defaults })
        .check()
        .then(toColumns, (error) => ({ ...toErrorColumns(toStoredError(error)), checked_at: new Date() }))
      const row = (await updateDestination(db, ref, change)) ?? refuseMissingDestination()
      return { destination: present(row, '') }
    },

    /** @throws AppError not_found, conflict for the blog */
    async remove(requester: Requester, ref: ResourceRef) {
      const before = (await findDestination(db, ref)) ?? refuseMissingDestination()
      if (before.kind === 'blog')
        throw new AppError('conflict', 'The workspace’s own blog can’t be removed.', { reason: 'blog_stays' })
      await db.transaction().execute(async (tx) => {
        const row = (await deleteDestination(tx, ref)) ?? refuseMissingDestination()
        await record(tx, requester, 'destination.removed', row)
      })
    },
  }

  /** @throws AppError */
  async function check({
    kind,
    ...settings
  }: Parameters<CreateAdapter>[0] | (Omit<Parameters<CreateAdapter>[0], 'kind'> & { kind: DestinationKind })) {
    if (kind === 'blog') throw new Error('The blog needs no check')
    try {
      const checked = await createAdapter({ kind, ...settings }).check()
      if (checked.can.drafts) return checked
    } catch (error) {
      throw toInputError(error)
    }
    throw new AppError('invalid_input', 'This user can’t write posts there.', {
      field: 'credentials',
      reason: 'cannot_write',
      params: { host: getHost({ kind, url: settings.url }) },
    })
  }

  async function limit(key: string) {
    const { count, resets_at } = await rates.count(key, checkRate.windowSeconds)
    if (count > checkRate.max)
      throw new AppError('rate_limited', `Destinations were checked ${checkRate.max} times in the last hour.`, {
        reason: 'too_many_checks',
        params: { max: checkRate.max },
        retryAfterSeconds: Math.max(1, (resets_at.getTime() - Date.now()) / 1000),
      })
  }

  async function presentWithUrl(row: DestinationRow) {
    return present(row, row.kind === 'blog' ? await getBlogUrl(row.workspace_id) : '')
  }

  function record(tx: Db, requester: Requester, action: string, row: DestinationRow) {
    return audit.recordCall(tx, requester, action, getHost(row), { workspace_id: row.workspace_id, kind: row.kind })
  }
}

/** The address of a site without a trailing slash. @throws AppError invalid_input */
function toSiteUrl(kind: DestinationKind, given: string): string {
  if (!hasOwnUrl(kind)) return ''
  if (given === '') throw new AppError('invalid_input', 'url is missing.', { field: 'url', reason: 'missing' })
  const url = new URL(given)
  url.hash = ''
  if (kind !== 'webhook') url.search = ''
  return url.href.replace(/\/$/, '').replace(/\/(?:wp-json|wp-admin|ghost)(?:\/.*)?$/, '')
}

const toColumns = ({ can, found, keepsScripts, collections }: Checked) => ({
  can: JSON.stringify(can),
  found: JSON.stringify(found),
  keeps_scripts: keepsScripts,
  collections: collections ? JSON.stringify(collections) : null,
  checked_at: new Date(),
  error: null,
  failure: null,
})

const present = (row: DestinationRow, blogUrl: string): Destination => ({
  _id: row.id,
  workspace_id: row.workspace_id,
  kind: row.kind,
  url: row.kind === 'blog' ? blogUrl : row.url,
  defaults: row.defaults,
  can: row.can,
  collections: (row.collections ?? []).map(({ id, name, fields }) => ({
    _id: id,
    name,
    fields: fields.map((field) => ({
      name: field.id,
      label: field.name,
      type: field.type,
      required: field.required,
    })),
  })),
  checked_at: row.checked_at?.toISOString() ?? null,
  ...fromErrorColumns(row),
  created_at: row.created_at.toISOString(),
})
