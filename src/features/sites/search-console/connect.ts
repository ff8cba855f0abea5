import { createHash, randomBytes } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { hashToken, type Secrets } from '#platform/secrets.ts'
import type { Credential, Property, SearchConsole, ServiceAccount } from '#providers/search-console/port.ts'
import { isDomain } from '../rules/site-url.ts'
import {
  type ConnectionRow,
  findConnection,
  saveConnected,
  saveDisconnected,
  savePending,
  saveWithoutProperty,
  takePending,
} from '../store/connection-store.ts'
import { findSite } from '../store/site-store.ts'

export type Person = { userId: string; email: string; address: string | null }

type Dependencies = {
  db: Database
  audit: Audit
  secrets: Secrets
  searchConsole: SearchConsole
  publicUrl: string
  enqueueSync(site: ResourceRef): Promise<void>
}

const credentialPurpose = 'search-console-credential'
const verifierPurpose = 'search-console-verifier'

export const openCredential = (
  secrets: Secrets,
  { site_id, sealed_credential }: Pick<ConnectionRow, 'site_id' | 'sealed_credential'>,
) =>
  sealed_credential === null
    ? null
    : (JSON.parse(secrets.open(credentialPurpose, sealed_credential, site_id)) as Credential)

/** Connects sites to Search Console: with a person’s consent, or the key of a service account. */
export function createConnecting({ db, audit, secrets, searchConsole, publicUrl, enqueueSync }: Dependencies) {
  const redirectUri = `${publicUrl}/app/sites/connected`

  async function connect(by: Person, ref: ResourceRef, credential: Credential, requested: string | null) {
    const site = (await findSite(db, ref)) ?? refuseMissing()
    const properties = await searchConsole.findProperties(credential)
    const sealedCredential = secrets.seal(credentialPurpose, JSON.stringify(credential), ref.id)
    let property: string
    try {
      property = chooseProperty(site.url, properties, requested)
    } catch (error) {
      // The account is kept, so that a person can choose among its properties without another consent.
      if (error instanceof AppError && properties.length > 0) {
        const { kind } = credential
        await saveWithoutProperty(db, ref, { kind, sealedCredential, userId: by.userId, error })
      }
      throw error
    }
    await db.transaction().execute(async (tx) => {
      await saveConnected(tx, ref, {
        kind: credential.kind,
        sealedCredential,
        property,
        userId: by.userId,
      })
      await audit.record(tx, {
        actorId: by.userId,
        actorEmail: by.email,
        action: 'site.connected',
        subject: site.url,
        details: { site_id: ref.id, workspace_id: ref.workspaceId, property },
        address: by.address,
      })
    })
    await enqueueSync(ref)
  }

  return {
    /** Where consent is asked for; null when the service account connected at once. */
    async start(
      by: Person,
      ref: ResourceRef,
      { serviceAccount, property = null }: { serviceAccount?: ServiceAccount; property?: string | null },
    ): Promise<{ url: string | null }> {
      if (serviceAccount) {
        const { client_email, private_key } = serviceAccount
        await connect(by, ref, { kind: 'service_account', json: { client_email, private_key } }, property)
        return { url: null }
      }
      const existing = property === null ? null : await findConnection(db, ref)
      const credential = existing && openCredential(secrets, existing)
      if (credential) {
        await connect(by, ref, credential, property)
        return { url: null }
      }
      if (!searchConsole.canAskConsent)
        throw new AppError(
          'unavailable',
          'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET aren’t set. Connect with a service account.',
          {
            reason: 'search_console_not_set_up',
            retryable: false,
          },
        )
      const state = randomBytes(32).toString('base64url')
      const verifier = randomBytes(48).toString('base64url')
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      await savePending(db, ref, {
        stateHash: hashToken(state),
        sealedVerifier: secrets.seal(verifierPurpose, verifier, ref.id),
        property,
        userId: by.userId,
      })
      return { url: searchConsole.getConsentUrl({ state, challenge, redirectUri }) }
    },

    /** After consent: only who asked for it, in their workspaces. Returns the site. */
    async finish(
      by: Person,
      workspaceIds: string[],
      { state, code }: { state: string; code: string },
    ): Promise<ResourceRef> {
      const pending = await takePending(db, workspaceIds, hashToken(state))
      if (!pending?.sealed_verifier)
        throw new AppError('conflict', 'This connection expired or was started elsewhere. Connect again.', {
          reason: 'search_console_state_expired',
        })
      const ref = { workspaceId: pending.workspace_id, id: pending.site_id }
      const verifier = secrets.open(verifierPurpose, pending.sealed_verifier, ref.id)
      const credential = await searchConsole.exchangeCode({ code, verifier, redirectUri })
      try {
        await connect(by, ref, credential, pending.requested_property)
      } catch (error) {
        throw error instanceof AppError && error.options.reason === noProperty ? withSite(error, ref.id) : error
      }
      return ref
    },

    async disconnect(by: Person, ref: ResourceRef) {
      const connection = await findConnection(db, ref)
      const credential = connection && openCredential(secrets, connection)
      await db.transaction().execute(async (tx) => {
        await saveDisconnected(tx, ref)
        await audit.record(tx, {
          actorId: by.userId,
          actorEmail: by.email,
          action: 'site.disconnected',
          subject: connection?.url ?? '',
          details: { site_id: ref.id, workspace_id: ref.workspaceId },
          address: by.address,
        })
      })
      if (credential) await searchConsole.revoke(credential)
    },

    async properties(ref: ResourceRef): Promise<Property[]> {
      const connection = await findConnection(db, ref)
      const credential = connection && openCredential(secrets, connection)
      if (!credential)
        throw new AppError('conflict', 'This site isn’t connected to Search Console.', {
          reason: 'search_console_not_connected',
        })
      return searchConsole.findProperties(credential)
    },
  }
}

const noProperty = 'search_console_no_property'

/** Names the site, so that its screen can offer the properties. */
const withSite = (error: AppError, siteId: string) =>
  new AppError(error.code, error.message, { ...error.options, params: { ...error.options.params, site_id: siteId } })

/** The one asked for, or the one that fits the site best: its own, else the longest that holds it. @throws AppError */
export function chooseProperty(site: string, properties: readonly Property[], requested: string | null): string {
  const urls = properties.map(({ url }) => url)
  if (requested !== null && urls.includes(requested)) return requested
  const fits = isDomain(site)
    ? urls.filter((url) => url === `sc-domain:${site}` || getHost(url) === site || getHost(url) === `www.${site}`)
    : urls.filter((url) => url === site || site.startsWith(url) || isInDomain(url, site))
  const best = fits.sort(
    (a, b) =>
      Number(b === site || b === `sc-domain:${site}`) - Number(a === site || a === `sc-domain:${site}`) ||
      b.length - a.length,
  )[0]
  if (requested === null && best) return best
  throw new AppError(
    'invalid_input',
    'The Google account has no property for this site. Choose one of its properties.',
    {
      field: 'property',
      reason: noProperty,
      params: { properties: urls.slice(0, 50) },
      details: { properties: urls.slice(0, 50) },
    },
  )
}

const getHost = (url: string) => URL.parse(url)?.hostname ?? null
const isInDomain = (url: string, site: string) => {
  const domain = url.startsWith('sc-domain:') ? url.slice(10) : null
  const host = getHost(site)
  return domain !== null && host !== null && (host === domain || host.endsWith(`.${domain}`))
}

function refuseMissing(): never {
  throw new AppError('not_found', 'This workspace has no such site.', { reason: 'site_missing' })
}
