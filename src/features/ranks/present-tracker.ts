import type { OwnFigures } from '#features/sites/own/own-pages.ts'
import { formatSiteTarget, parseSiteTarget } from '#kit/site-target.ts'
import type { PixelsReason, RankItem, RankMover, RankTracker } from './contract.ts'
import { getMovement, hasUrlChanged, type Measurement } from './rules/rank-change.ts'
import { getShareOfVoice } from './rules/share-of-voice.ts'
import type { KeywordRow } from './store/check-store.ts'
import type { PointRow, StandingRow } from './store/history-store.ts'
import type { TrackerWithFacts } from './store/tracker-store.ts'

export const showDomain = (stored: string) => {
  const site = parseSiteTarget(stored)
  return site ? formatSiteTarget(site) : stored
}

export function presentTracker(row: TrackerWithFacts, now = new Date()): RankTracker {
  const { id, domain, competitors, last_run_at, next_run_at, created_at } = row
  const isThisMonth = row.spent_month.slice(0, 7) === now.toISOString().slice(0, 7)
  return {
    _id: id,
    workspace_id: row.workspace_id,
    domain: showDomain(domain),
    competitors: competitors.map(showDomain),
    keyword_count: row.keyword_count,
    country: row.country,
    language: row.language,
    device: row.device,
    frequency: row.frequency,
    depth: row.depth,
    pixels: row.pixels,
    source: row.source,
    status: row.status,
    running: row.running || row.by_hand || (row.run_count === 0 && row.take_at !== null),
    progress: row.total === null ? null : { done: row.done ?? 0, total: row.total },
    last_run_at: last_run_at?.toISOString() ?? null,
    next_run_at: next_run_at?.toISOString() ?? null,
    run_count: row.run_count,
    last_run:
      row.last_measured === null
        ? null
        : { measured: row.last_measured, gaps: row.last_gaps ?? 0, spent_usd: row.last_spent ?? 0 },
    summary: {
      measured: row.measured,
      ranked: row.ranked,
      top3: row.top3,
      top10: row.top10,
      gaps: row.gaps,
      cited: row.cited,
    },
    max_cost_usd: row.max_cost_usd,
    spent_usd: isThisMonth ? row.spent_usd : 0,
    created_at: created_at.toISOString(),
  }
}

type Standing = Pick<StandingRow, 'position' | 'reason' | 'url' | 'previous' | 'previous_url' | 'previous_at'>

/** Null when the latest check was a gap, or there was none. */
export const toCurrent = ({ position, reason, url }: Standing): Measurement | null =>
  position !== null || reason === 'not_in_depth' ? { position, url } : null
export const toPrevious = ({ previous, previous_url, previous_at }: Standing): Measurement | null =>
  previous_at === null ? null : { position: previous, url: previous_url }

/** Null with the reason where Search Console has nothing of a keyword. */
function presentOwn(text: string, figures: OwnFigures): Pick<RankItem, 'own' | 'own_reason'> {
  if (figures.state !== 'found') return { own: null, own_reason: figures.state }
  const { site, from, to, upload, byText } = figures
  const found = byText.get(text)
  return found ? { own: { site, ...found, from, to, upload } } : { own: null, own_reason: 'not_shown' }
}

type Checked = { position: number | null; pixels: number | null }

/** Null with the reason where it isn’t known how far from the top of the page a result is. */
function presentPixels({ position, pixels }: Checked, measures: boolean) {
  const reason: PixelsReason = !measures ? 'not_measured' : position === null ? 'no_position' : 'not_given'
  return pixels === null ? { pixels, pixels_reason: reason } : { pixels }
}

export const presentKeyword = (
  row: KeywordRow,
  points: PointRow[],
  { figures, pixels }: { figures: OwnFigures; pixels: boolean },
): RankItem => ({
  ...presentMeasured(row, points, pixels),
  ...presentOwn(row.text, figures),
})

/** What was measured of a keyword. `pixels`: whether its tracker measures that. */
export function presentMeasured(
  row: KeywordRow,
  points: PointRow[],
  pixels: boolean,
): Omit<RankItem, 'own' | 'own_reason'> {
  const [current, previous] = [toCurrent(row), toPrevious(row)]
  return {
    keyword: row.text,
    position: row.position,
    ...presentPixels(row, pixels),
    ...(row.reason ? { reason: row.reason } : {}),
    ...(row.failure ? { failure: row.failure } : {}),
    url: row.url,
    previous: row.previous,
    previous_url: row.previous_url,
    change: getMovement(current, previous),
    url_changed: hasUrlChanged(current, previous),
    best: row.best,
    features: row.features,
    ai_overview: { present: row.ai_present, cited: row.ai_cited },
    competitors: row.competitors.map(({ domain, position }) => ({ domain: showDomain(domain), position })),
    checked_at: row.checked_at?.toISOString() ?? null,
    serp_at: row.serp_at?.toISOString() ?? null,
    history: points.map(({ at, url, reason, ...point }) => ({
      at: at.toISOString(),
      position: point.position,
      ...presentPixels(point, pixels),
      url,
      ...(reason ? { reason } : {}),
    })),
  }
}

const maxMovers = 20

/** The keywords that moved most; what came or went counts as if from just below the results checked. */
export function toMovers(rows: StandingRow[], depth: number): RankMover[] {
  return rows
    .flatMap((row) => {
      const [current, previous] = [toCurrent(row), toPrevious(row)]
      const change = getMovement(current, previous)
      if (change === 'same' || change === 'unknown') return []
      const { text: keyword, position, previous: before, url } = row
      const distance = Math.abs((position ?? depth + 1) - (before ?? depth + 1))
      const url_changed = hasUrlChanged(current, previous)
      return [{ distance, mover: { keyword, change, position, previous: before, url, url_changed } }]
    })
    .sort((a, b) => b.distance - a.distance || a.mover.keyword.localeCompare(b.mover.keyword))
    .slice(0, maxMovers)
    .map(({ mover }) => mover)
}

/** Over keywords that the latest check measured. */
export function toShares(rows: StandingRow[], domain: string, competitors: string[]) {
  const measured = rows.filter((row) => toCurrent(row) !== null)
  return [
    { domain: showDomain(domain), share: getShareOfVoice(measured.map(({ position }) => position)) },
    ...competitors.map((competitor) => ({
      domain: showDomain(competitor),
      share: getShareOfVoice(
        measured.map((row) => row.competitors.find((one) => one.domain === competitor)?.position ?? null),
      ),
    })),
  ]
}
