import { isFromGoogleAds } from '#features/reports/rules/rows/volume-figure.ts'
import type { EmailPart, EmailRow, RenderedEmail } from '#kit/email/email.ts'
import { renderEmail } from '#kit/email/email-template.ts'
import { sourceLabels, type Volume } from '#providers/search-data/port.ts'
import {
  countComments,
  type DigestComment,
  getCommentHeading,
  getCommentLink,
  getCommentPreview,
  getOnlySubject,
  toCommentSection,
} from './comment-digest.ts'
import type { ChangedKeyword, RunDetails } from './run-changes.ts'

/** Digest email since the last one: new and lost keywords of all of a recipient's listeners, and unread comments. */

const maxShown = 12

type Brand = { name: string; color: string }

type DigestContext = {
  publicUrl: string
  unsubscribe: string
  workspaces: Map<string, Brand>
  comments?: DigestComment[]
}

/** Of runs, comments or both. `workspaces` by id: a digest of one workspace carries its name and color. */
export function digestEmail(
  runs: RunDetails[],
  { publicUrl, unsubscribe, workspaces, comments = [] }: DigestContext,
): RenderedEmail {
  const byListener = Map.groupBy(runs, ({ listenerId }) => listenerId)
  const changes = [...byListener.values()].map((runs) => sumUp(runs, publicUrl))
  const brand = getBrand([...runs, ...comments], workspaces)
  const heading = getHeading(changes, comments)
  const only = changes.length === 1 ? changes[0]! : null
  return renderEmail({
    subject: heading,
    preview: changes.length > 0 ? getPreview(changes) : getCommentPreview(comments),
    ...(brand && { workspace: brand }),
    date: formatDay(
      [...runs, ...comments]
        .map(({ at }) => at)
        .sort()
        .at(-1)!,
    ),
    heading,
    parts: [
      ...(only ? toParts(only) : changes.flatMap((one) => [toSection(one), ...toLists(one)])),
      ...toCommentSection(comments, publicUrl, { isAlone: changes.length === 0 }),
    ],
    action: only
      ? { label: getAction(only), link: only.link }
      : changes.length > 0
        ? { label: 'View listeners', link: `${publicUrl}/app/listeners` }
        : getCommentAction(comments, publicUrl),
    after: toSourceNote(changes),
    why: getReason(changes, comments, brand?.name ?? 'Earshot'),
    links: [{ label: 'Unsubscribe', link: unsubscribe }],
  })
}

type Changes = {
  keyword: string
  /** Such as "United States · English". */
  market: string
  first: boolean
  runs: number
  link: string
  added: ChangedKeyword[]
  removed: ChangedKeyword[]
  /** Sources with incomplete results in the last run. */
  incompleteSources: string[]
}

/** Several runs of one listener as one: what appeared and disappeared in between is left out. */
function sumUp(runs: RunDetails[], publicUrl: string): Changes {
  const inOrder = runs.toSorted((a, b) => a.at.localeCompare(b.at))
  const last = inOrder.at(-1)!
  const added = new Map<string, ChangedKeyword>()
  const removed = new Map<string, ChangedKeyword>()
  for (const run of inOrder) {
    for (const item of run.added) if (!removed.delete(item.text)) added.set(item.text, item)
    for (const item of run.removed) if (!added.delete(item.text)) removed.set(item.text, item)
  }
  return {
    keyword: last.keyword,
    market: getMarket(last),
    first: inOrder[0]!.first,
    runs: inOrder.length,
    link: `${publicUrl}/app/listeners/${last.listenerId}`,
    added: [...added.values()].sort(byVolume),
    removed: [...removed.values()].sort(byVolume),
    incompleteSources: last.sourceErrors.map(({ source }) => getLabel(source)),
  }
}

function getMarket({ country, language }: RunDetails): string {
  const name = (type: 'region' | 'language', code: string) =>
    new Intl.DisplayNames('en', { type, fallback: 'code' }).of(code) ?? code
  return `${name('region', country)} · ${name('language', language)}`
}

const getVolume = ({ volume }: ChangedKeyword) => volume?.value ?? volume?.high ?? null

/** The most searched first; among those without a number, questions. */
const byVolume = (a: ChangedKeyword, b: ChangedKeyword) =>
  (getVolume(b) ?? -1) - (getVolume(a) ?? -1) ||
  Number(b.type === 'question') - Number(a.type === 'question') ||
  a.text.localeCompare(b.text)

const count = (number: number, noun: string) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`

function getHeading(changes: Changes[], comments: DigestComment[]): string {
  if (changes.length === 0) return getCommentHeading(comments)
  const ofRuns = getRunHeading(changes)
  return comments.length > 0 ? `${ofRuns}, ${countComments(comments)}` : ofRuns
}

function getReason(changes: Changes[], comments: DigestComment[], where: string): string {
  const reasons = [
    changes.length > 0 ? `a listener in ${where} lists your email address as a recipient` : '',
    comments.length > 0 ? `people commented in ${where} on what you work on or mentioned you` : '',
  ]
  return `You get this email, up to once a day, because ${reasons.filter(Boolean).join(', and because ')}.`
}

/** Leads to the only document or plan; with several, each is a link of its own, and the notifications have all. */
function getCommentAction(comments: DigestComment[], publicUrl: string) {
  const only = getOnlySubject(comments)
  return only
    ? { label: only.kind === 'plan_comment' ? 'View plan' : 'View document', link: getCommentLink(only, publicUrl) }
    : { label: 'View notifications', link: `${publicUrl}/app/notifications` }
}

function getRunHeading(changes: Changes[]): string {
  const added = changes.reduce((sum, one) => sum + one.added.length, 0)
  const removed = changes.reduce((sum, one) => sum + one.removed.length, 0)
  const where = changes.length === 1 ? `for “${changes[0]!.keyword}”` : `in ${changes.length} listeners`
  if (changes.length === 1 && changes[0]!.first) return `First results ${where}: ${count(added, 'keyword')}`
  if (added > 0) return `${count(added, 'new keyword')} ${where}`
  if (removed > 0) return `${count(removed, 'keyword')} lost ${where}`
  return `No lasting changes ${where}`
}

const getAction = ({ first, added }: Changes) =>
  first || added.length === 0 ? 'View listener' : `Review ${count(added.length, 'new keyword')}`

/** Beside the subject in an inbox: the most searched new keyword, then what was lost. */
function getPreview(changes: Changes[]): string {
  const added = changes.flatMap((one) => one.added).sort(byVolume)
  const lost = changes.reduce((sum, one) => sum + one.removed.length, 0)
  const [first, ...rest] = added
  const volume = first?.volume ? formatVolume(first.volume) : null
  const sentences = [
    first && volume
      ? `“${first.text}” is new with ${volume} searches a month.`
      : first
        ? `New: ${[first, ...rest.slice(0, 2)].map(({ text }) => text).join(', ')}.`
        : '',
    lost > 0 ? `${count(lost, 'keyword')} lost.` : '',
  ]
  return sentences.filter(Boolean).join(' ').slice(0, 200)
}

function toParts(one: Changes): EmailPart[] {
  const since = one.first
    ? 'first run; future emails show only changes'
    : one.runs === 1
      ? 'compared with the run before'
      : `${one.runs} runs since the last email`
  return [
    { kind: 'text', text: `${one.market} · ${since}`, quiet: true },
    {
      kind: 'numbers',
      numbers: [
        { value: one.added.length.toLocaleString('en'), label: one.first ? 'keywords' : 'new' },
        ...(one.first ? [] : [{ value: one.removed.length.toLocaleString('en'), label: 'lost (no longer suggested)' }]),
      ],
    },
    ...toLists(one),
  ]
}

const toSection = ({ keyword, market, first, added, removed, link }: Changes): EmailPart => ({
  kind: 'section',
  title: keyword,
  detail: `${market} · ${first ? `first results: ${count(added.length, 'keyword')}` : `${added.length.toLocaleString('en')} new, ${removed.length.toLocaleString('en')} lost`}`,
  link,
})

function toLists({ added, removed, incompleteSources }: Changes): EmailPart[] {
  const parts: EmailPart[] = []
  if (incompleteSources.length > 0)
    parts.push({
      kind: 'warning',
      text: `Incomplete results from ${incompleteSources.join(', ')}. None of their keywords count as lost.`,
    })
  const hasVolumes = [...added, ...removed].some(({ volume }) => volume)
  const list = (title: string, sign: '+' | '-', items: ChangedKeyword[]) => {
    if (items.length === 0) return
    const rows = items.slice(0, maxShown).map((item) => toRow(item, hasVolumes))
    parts.push({ kind: 'list', title, sign, rows, more: items.length - rows.length })
  }
  list('New', '+', added)
  list('Lost (no longer suggested)', '-', removed)
  return parts
}

const toRow = ({ text, sources, volume, difficulty }: ChangedKeyword, hasVolumes: boolean): EmailRow => ({
  text,
  detail: sources.map(getLabel).join(', '),
  value: !hasVolumes ? '' : volume ? formatVolume(volume) : null,
  note: difficulty === null || difficulty === undefined ? null : `KD ${difficulty}`,
})

/** "1,900", or "1,000–10,000" where the source gives a range. */
function formatVolume({ value, low, high }: Volume): string | null {
  if (value !== null) return value.toLocaleString('en')
  if (low !== null && high !== null) return `${low.toLocaleString('en')}–${high.toLocaleString('en')}`
  return null
}

function toSourceNote(changes: Changes[]): string[] {
  const volumes = changes
    .flatMap(({ added, removed }) => [...added.slice(0, maxShown), ...removed.slice(0, maxShown)])
    .flatMap(({ volume }) => volume ?? [])
  if (volumes.length === 0) return []
  const sources = new Set(
    volumes.map(({ provider, as_of }) =>
      [getLabel(provider), as_of && formatMonth(as_of), isFromGoogleAds(provider) && 'rounded by Google Ads']
        .filter(Boolean)
        .join(', '),
    ),
  )
  return [`Searches a month: ${[...sources].join('; ')}. “–”: the workspace has no number for it.`]
}

const formatDay = (at: string) =>
  new Date(at).toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

const formatMonth = (at: string) =>
  new Date(at).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function getBrand(contents: { workspaceId: string }[], workspaces: Map<string, Brand>): Brand | undefined {
  const ids = new Set(contents.map(({ workspaceId }) => workspaceId))
  return ids.size === 1 ? workspaces.get([...ids][0]!) : undefined
}

const getLabel = (source: string) =>
  source === 'imported'
    ? 'your imported files'
    : source in sourceLabels
      ? sourceLabels[source as keyof typeof sourceLabels]
      : source
