import type { PublicationChange } from '#features/publishing/record-post.ts'
import { AppError } from '#kit/errors.ts'
import type { Hook } from '#kit/hooks.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db, Tx } from '#platform/database/database.ts'
import { storable } from '#platform/sanitize-text.ts'
import type { Decay, Outcome } from './contract.ts'
import type { createRefreshDrafts } from './decay/create-refresh-draft.ts'
import { findSiteDecays } from './decay/find-site-decays.ts'
import { presentDecay } from './decay/present-decay.ts'
import { measureActions } from './outcomes/measure-actions.ts'
import { presentOutcome } from './outcomes/present-outcome.ts'
import { getPacificDay } from './rules/days.ts'
import { isInSite } from './rules/site-url.ts'
import { findActions, insertAction } from './store/action-store.ts'
import { findConnection } from './store/connection-store.ts'
import {
  type DecayFigures,
  findDecayRow,
  findDecayRows,
  findDecaysSince,
  locateDecay,
  resolveDecays,
  saveDecays,
  setDecayState,
} from './store/decay-store.ts'
import { findSite, findSites } from './store/site-store.ts'
import { findWeeklyClicks } from './store/weekly-clicks-store.ts'

export type SiteWork = ReturnType<typeof createSiteWork>

/** Pages of a site that were found to lose clicks. */
export type FoundDecays = { site: ResourceRef; url: string; lastDay: string; decays: (DecayFigures & { id: string })[] }
export type DecayHooks = {
  decayed: Hook<[tx: Db, found: FoundDecays]>
}

/** As many pages as the home screen shows. */
const maxWithWeeks = 8

type Dependencies = {
  db: Database
  hooks: DecayHooks
  createDraft: ReturnType<typeof createRefreshDrafts>
  now?: () => Date
}

/** What to work on, and what came of it: decays and outcomes of a site’s pages. */
export function createSiteWork({ db, hooks, createDraft, now = () => new Date() }: Dependencies) {
  async function getDecay(ref: ResourceRef) {
    return presentDecay((await findDecayRow(db, ref)) ?? refuseMissing('decay_missing'))
  }

  return {
    locateDecay: (workspaceIds: string[], id: string) => locateDecay(db, workspaceIds, id),

    async decay(site: ResourceRef): Promise<{ items: Decay[]; last_day: string | null }> {
      const [rows, connection] = await Promise.all([findDecayRows(db, site), findConnection(db, site)])
      return { items: rows.map(presentDecay), last_day: connection?.last_day ?? null }
    },

    async updateDecay(ref: ResourceRef, state: 'open' | 'dismissed'): Promise<{ decay: Decay }> {
      if (!(await setDecayState(db, ref, { state })))
        throw new AppError('conflict', 'This page is back.', { reason: 'decay_resolved' })
      return { decay: await getDecay(ref) }
    },

    refreshDraft: (userId: string, ref: ResourceRef) => createDraft(userId, ref),

    async outcomes(site: ResourceRef): Promise<{ items: Outcome[] }> {
      return { items: (await findActions(db, site)).map(presentOutcome) }
    },

    /** @throws AppError invalid_input */
    async addAction(
      userId: string,
      ref: ResourceRef,
      { action, page, at }: { action: Outcome['action']; page: string; at: string },
    ): Promise<{ outcome: Outcome }> {
      const site = (await findSite(db, ref)) ?? refuseMissing('site_missing')
      const url = URL.parse(page)
      if (!url || !isInSite(site.url, url))
        throw new AppError('invalid_input', 'page isn’t a page of this site.', {
          field: 'page',
          reason: 'page_elsewhere',
        })
      if (at > getPacificDay(now()))
        throw new AppError('invalid_input', 'at is in the future.', { field: 'at', reason: 'day_in_future' })
      const row = await insertAction(db, ref, {
        ...{ action, page: storable(url.href), title: null, day: at, document_id: null, created_by: userId },
      })
      return { outcome: presentOutcome(row) }
    },

    /** Notes a post that became public or changed, where it’s on a site of the workspace. */
    async publicationChanged(tx: Tx, { workspaceId, change, url, title, documentId }: PublicationChange) {
      const target = URL.parse(url)
      if (workspaceId === null || change === 'unpublished' || !target) return
      for (const site of await findSites(tx, workspaceId)) {
        if (!isInSite(site.url, target)) continue
        await insertAction(
          tx,
          { workspaceId, id: site.id },
          {
            ...{ action: change === 'published' ? 'published' : 'refreshed', page: target.href },
            title: title.slice(0, 300),
            day: getPacificDay(now()),
            ...{ document_id: documentId, created_by: null },
          },
        )
      }
    },

    /** Looks for decays and measures what is ready. Runs after each sync; running it twice changes nothing. */
    async analyze(ref: ResourceRef): Promise<void> {
      const [site, connection] = await Promise.all([findSite(db, ref), findConnection(db, ref)])
      const lastDay = connection?.last_day
      if (!site || !lastDay) return
      const found = await findSiteDecays(db, ref, lastDay)
      if (found)
        await db.transaction().execute(async (tx) => {
          await resolveDecays(tx, ref, found.back)
          if (found.decays.length === 0) return
          const added = new Map((await saveDecays(tx, ref, found.decays)).map(({ page, id }) => [page, id]))
          const decays = found.decays.flatMap((one) => {
            const id = added.get(one.page)
            return id === undefined ? [] : [{ ...one, id }]
          })
          if (decays.length > 0) await hooks.decayed.run(tx, { site: ref, url: site.url, lastDay, decays })
        })
      await measureActions(db, ref, lastDay)
    },

    /** For the home screen: null until the workspace has a site. The pages that lost most have their clicks by week. */
    async getChangesSince(workspaceId: string, since: Date) {
      const [sites, found] = await Promise.all([findSites(db, workspaceId), findDecaysSince(db, workspaceId, since)])
      if (sites.length === 0) return null
      const weeks = await findWeeklyClicks(
        db,
        workspaceId,
        found.slice(0, maxWithWeeks).map(({ id }) => id),
      )
      return found.map((row) => ({
        _id: row.id,
        site: row.url,
        page: row.page,
        title: row.title,
        change: row.change,
        lost: Math.round(row.clicks_before - row.clicks),
        against: row.against,
        weeks: weeks.get(row.id) ?? null,
        cause: getMain(row),
        at: row.found_at.toISOString(),
        link: `/app/sites/${row.site_id}/decay`,
      }))
    },
  }
}

const getMain = ({ demand, position, ctr }: Pick<DecayFigures, 'demand' | 'position' | 'ctr'>) =>
  position <= demand && position <= ctr ? ('position' as const) : ctr <= demand ? ('ctr' as const) : ('demand' as const)

function refuseMissing(reason: 'decay_missing' | 'site_missing'): never {
  const what = reason === 'decay_missing' ? 'decay' : 'site'
  throw new AppError('not_found', `This workspace has no such ${what}.`, { reason })
}
