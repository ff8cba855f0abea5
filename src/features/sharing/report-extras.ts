import type { answersContract } from '#features/answers/contract.ts'
import type { contentPlanContract } from '#features/content-plan/contract.ts'
import type { listenersContract } from '#features/listeners/contract.ts'
import type { ranksContract } from '#features/ranks/contract.ts'
import type { sitesContract } from '#features/sites/contract.ts'
import type { OutputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Log } from '#platform/log.ts'
import type { ExtraData, ExtraInput, ExtraKind, ReportExtra } from './contract-extras.ts'

type Locate = { locate(workspaceIds: string[], id: string): Promise<string | null> }

/** What other features’ use cases give to show. */
export type ExtraSources = {
  ranks: Locate & {
    single(
      ref: ResourceRef,
      view: { sort: 'change'; page: number; limit: number },
    ): Promise<Pick<OutputOf<typeof ranksContract.single>, 'tracker' | 'movers'>>
  }
  answers: Locate & {
    single(ref: ResourceRef, period: undefined): Promise<OutputOf<typeof answersContract.single>>
  }
  sites: Locate & {
    get(ref: ResourceRef): Promise<OutputOf<typeof sitesContract.get>>
    overview(ref: ResourceRef, days: object): Promise<OutputOf<typeof sitesContract.overview>>
    work: { decay(ref: ResourceRef): Promise<OutputOf<typeof sitesContract.decay>> }
  }
  plans: Locate & {
    items(
      ref: ResourceRef,
      view: { sort: 'pillar'; page: number; limit: number },
    ): Promise<Pick<OutputOf<typeof contentPlanContract.items>, 'plan'>>
  }
  listeners: Locate & {
    single(
      ref: ResourceRef,
      runId: undefined,
      view: { secret: boolean },
    ): Promise<Pick<OutputOf<typeof listenersContract.single>, 'listener' | 'runs'>>
    changes(
      ref: ResourceRef,
      paging: { page: number; limit: number },
    ): Promise<OutputOf<typeof listenersContract.changes>>
  }
}

export type ReportExtras = ReturnType<typeof createReportExtras>

/** An extra as it’s stored: its thing may be gone. */
export type StoredExtra = { kind: ExtraKind; id: string | null }

const maxMovers = 10
const maxItems = 20
const first = { page: 1, limit: 1 }

/** Reads what emailed reports have besides the report. What can’t be read is said, never left out. */
export function createReportExtras({ sources, log }: { sources: ExtraSources; log: Log }) {
  const { ranks, answers, sites, plans, listeners } = sources
  const byKind: Record<ExtraKind, Locate> = { ranks, answers, site: sites, plan: plans, listener: listeners }

  const readers: { [Kind in ExtraKind]: (ref: ResourceRef, since: Date) => Promise<ExtraData> } = {
    async ranks(ref) {
      const { tracker, movers } = await ranks.single(ref, { sort: 'change', ...first })
      const { domain, country, language, device, depth, keyword_count, summary, last_run_at } = tracker
      const shown = { domain, country, language, device, depth, keyword_count, summary, last_run_at }
      return { kind: 'ranks', ...shown, movers: movers.slice(0, maxMovers) }
    },

    async answers(ref) {
      const { watch, period, periods, summary } = await answers.single(ref, undefined)
      const at = periods.find(({ no }) => no === period)?.at ?? null
      return { kind: 'answers', brand: watch.brand.name, engines: watch.engines, runs: watch.runs, at, summary }
    },

    async site(ref) {
      const [{ site }, overview, decay] = await Promise.all([
        sites.get(ref),
        sites.overview(ref, {}),
        sites.work.decay(ref),
      ])
      const { from, to, totals, before, upload } = overview
      return {
        ...{ kind: 'site', url: site.url, from, to, totals, before, uploaded: upload !== null },
        search_failure: site.search_console.failure,
        decays: decay.items.filter(({ state }) => state === 'open' || state === 'refreshing').length,
      }
    },

    async plan(ref) {
      const { plan } = await plans.items(ref, { sort: 'pillar', ...first })
      const { name, items, states, updated_at } = plan
      return { kind: 'plan', name, items, states, updated_at }
    },

    async listener(ref, since) {
      const [{ listener, runs }, changes] = await Promise.all([
        listeners.single(ref, undefined, { secret: false }),
        listeners.changes(ref, { page: 1, limit: 100 }),
      ])
      const recent = runs.filter(({ at }) => new Date(at) >= since)
      // The first run finds everything: it has nothing to be compared with.
      const later = recent.filter(({ no }) => no > 1)
      return {
        ...{ kind: 'listener', keyword: listener.keyword, since: since.toISOString(), runs: recent.length },
        new: later.reduce((total, { added }) => total + added, 0),
        lost: later.reduce((total, { removed }) => total + removed, 0),
        items: changes.items
          .filter(({ run_id }) => later.some((run) => run._id === run_id))
          .slice(0, maxItems)
          .map(({ kind, text }) => ({ kind: kind === 'removed' ? ('lost' as const) : ('new' as const), text })),
        failed_sources: (runs[0]?.source_errors ?? [])
          .filter(({ outcome }) => outcome !== 'skipped')
          .map(({ label }) => label),
      }
    },
  }

  async function readOne(workspaceId: string, { kind, id }: StoredExtra, since: Date): Promise<ReportExtra> {
    try {
      if (id === null || (await byKind[kind].locate([workspaceId], id)) === null) throw extraDeleted()
      return { kind, data: await readers[kind]({ workspaceId, id }, since), failure: null }
    } catch (error) {
      if (error instanceof AppError) {
        const { field, reason, params } = error.options
        return { kind, data: null, failure: { code: error.code, field, reason, params } }
      }
      log.error({ err: error, kind }, 'A part of a report could not be read')
      return { kind, data: null, failure: { code: 'internal', reason: 'extra_failed' } }
    }
  }

  return {
    /** @throws AppError invalid_input when the workspace has no such thing */
    async check(workspaceId: string, extras: readonly ExtraInput[]) {
      for (const { kind, id } of extras)
        if ((await byKind[kind].locate([workspaceId], id)) === null)
          throw new AppError('invalid_input', `extras names something that this workspace hasn’t: ${kind} ${id}.`, {
            field: 'extras',
            reason: 'extra_missing',
          })
    },

    read: (workspaceId: string, extras: readonly StoredExtra[], since: Date): Promise<ReportExtra[]> =>
      Promise.all(extras.map((extra) => readOne(workspaceId, extra, since))),
  }
}

const extraDeleted = () => new AppError('not_found', 'This was deleted.', { reason: 'extra_deleted' })
