import { randomUUIDv7 } from 'node:crypto'
import type { Document } from '#features/ai-content/contract.ts'
import type { Documents } from '#features/ai-content/service.ts'
import type { Notifications } from '#features/notifications/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { ActingMember, Guest, ReviewerCall } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { getWorkspaceId } from './comment-author.ts'
import { maxSuggestions, type SuggestionItem } from './contract-suggestions.ts'
import type { Located } from './rules/suggested-changes.ts'
import {
  decideSuggestions,
  deleteSuggestions,
  findOpenProposals,
  insertProposal,
  type ProposalRow,
} from './store/suggestion-store.ts'
import type { SuggestionResults, SuggestionWork } from './suggestion-thread.ts'

/** Texts of guests with undecided suggestions. */
export const maxOpenProposals = 20
/** Of all guests of a link. Their page saves while they type. */
const guestRate = { max: 200, windowSeconds: 600 }
const maxTries = 3

export type Suggestions = ReturnType<typeof createSuggestions>

type Dependencies = {
  db: Database
  rates: RateLimiter
  threads: Threads
  documents: Documents
  notify: Notifications['notifySuggestion']
}

type GuestText = {
  _id: string
  title?: string | undefined
  content_md?: string | undefined
  outline?: unknown
  version: number
  guest_name?: string | undefined
  replaces?: string | undefined
}

/** Changes that guests suggest in documents, and what members decide. */
export function createSuggestions({ db, rates, threads, documents, notify }: Dependencies) {
  const thread = new URL('./suggestion-thread.ts', import.meta.url)
  const compute = <K extends SuggestionWork['kind']>(workspaceId: string, work: SuggestionWork & { kind: K }) =>
    threads.run<SuggestionResults[K]>(thread, work, { pool: 'texts', turn: workspaceId, tooMuch: tooComplex })

  return {
    /** Stores a guest's text as suggestions. @throws AppError invalid_input, not_found, conflict, rate_limited */
    async propose(guest: Guest, { _id, content_md, version, guest_name, replaces, ...refused }: GuestText) {
      if (refused.title !== undefined || refused.outline !== undefined)
        throw new AppError('invalid_input', 'Guests can change content_md only.', {
          field: refused.title !== undefined ? 'title' : 'outline',
          reason: 'guest_text_only',
        })
      if (content_md === undefined) throw missingField('content_md')
      if (!guest_name) throw missingField('guest_name')
      await limitGuests(guest)
      const document = { workspaceId: guest.workspaceId, id: _id }
      const item = await documents.single(document)
      const { base, baseVersion } = await findBase(document, item, version)
      const text = base.includes('\r') ? content_md : content_md.replace(/\r\n?/g, '\n')
      const open = await findOpenProposals(db, document)
      const earlier = open.find(({ id, link_id }) => id === replaces && link_id === guest.linkId)
      const { changes, replaced } = await compute(guest.workspaceId, {
        ...{ kind: 'compare', base, text, max: maxSuggestions },
        earlier: earlier ? toProposal(earlier) : null,
      })
      if (changes.length > 0 && open.length - (earlier ? 1 : 0) >= maxOpenProposals) throw tooMany()
      const id = randomUUIDv7()
      await db.transaction().execute(async (tx) => {
        if (earlier) await deleteSuggestions(tx, document, earlier.id, replaced)
        if (changes.length === 0) return
        await insertProposal(
          tx,
          document,
          { id, linkId: guest.linkId, baseVersion, base, authorName: guest_name },
          changes.map((each) => ({ ...each, id: randomUUIDv7(), before: base.slice(each.start, each.end) })),
        )
        // One who goes on writing isn't news each time.
        if (!replaces)
          await notify(tx, {
            ...{ workspaceId: document.workspaceId, documentId: document.id },
            ...{ title: item.title || 'Untitled', by: guest_name, text: changes[0]!.after },
          })
      })
      return {
        item: toGuestItem(item, text),
        suggestions: { _id: changes.length > 0 ? id : null, count: changes.length },
      }
    },

    async list(call: ReviewerCall, { document_id, page, limit }: { document_id: string; page: number; limit: number }) {
      const document = { workspaceId: getWorkspaceId(call), id: document_id }
      const proposals = await findOpenProposals(db, document)
      const current = (await documents.single(document)).content_md
      const located = await compute(document.workspaceId, {
        ...{ kind: 'locate', current, proposals: proposals.map(toProposal) },
      })
      const items = proposals.flatMap((proposal, at) => present(document.id, proposal, located[at]!))
      return { items: items.slice((page - 1) * limit, page * limit), total: items.length, page, limit }
    },

    /** What a guest edits. Suggestions of their earlier text that conflict with later edits aren't in it, and stay. */
    async text(call: ReviewerCall, { document_id, replaces }: { document_id: string; replaces?: string | undefined }) {
      const document = { workspaceId: getWorkspaceId(call), id: document_id }
      const { content_md: current, version } = await documents.single(document)
      const earlier =
        replaces && call.guest
          ? (await findOpenProposals(db, document)).find(
              ({ id, link_id }) => id === replaces && link_id === call.guest?.linkId,
            )
          : undefined
      if (!earlier) return { content_md: current, version }
      const { text } = await compute(document.workspaceId, {
        ...{ kind: 'accept', current, proposals: [toProposal(earlier)], ids: null },
      })
      return { content_md: text, version }
    },

    /** @param ids null: all. @throws AppError not_found, conflict */
    async accept(by: ActingMember, document: ResourceRef, ids: string[] | null) {
      for (let tries = 1; ; tries++) {
        const item = await documents.single(document)
        const proposals = await findOpenProposals(db, document)
        const current = item.content_md
        const { text, accepted, conflicts } = await compute(document.workspaceId, {
          ...{ kind: 'accept', current, proposals: proposals.map(toProposal), ids },
        })
        if (ids && accepted.length + conflicts.length === 0) throw missingSuggestion()
        if (ids && accepted.length === 0) throw changedSince()
        try {
          const decide = { ids: accepted, state: 'accepted' as const, by }
          if (text === current) {
            await db.transaction().execute((tx) => decideSuggestions(tx, document, decide))
            return { accepted: accepted.length, conflicts: conflicts.length, version: item.version }
          }
          const saved = await documents.update(
            by.userId,
            document,
            { content_md: text, version: item.version, key_name: by.keyName },
            async (tx) => void (await decideSuggestions(tx, document, decide)),
          )
          return { accepted: accepted.length, conflicts: conflicts.length, version: saved.item.version }
        } catch (error) {
          const isOutdated = error instanceof AppError && error.options.reason === 'outdated_version'
          if (!isOutdated || tries === maxTries) throw error
        }
      }
    },

    /** @param ids null: all. @throws AppError not_found */
    async reject(by: ActingMember, document: ResourceRef, ids: string[] | null) {
      const open = (await findOpenProposals(db, document)).flatMap(({ suggestions }) =>
        suggestions.flatMap(({ id, state }) => (state === 'open' && (ids?.includes(id) ?? true) ? [id] : [])),
      )
      if (ids && open.length === 0) throw missingSuggestion()
      const rejected = await db
        .transaction()
        .execute((tx) => decideSuggestions(tx, document, { ids: open, state: 'rejected', by }))
      return { rejected }
    },
  }

  /** @throws AppError rate_limited */
  async function limitGuests({ linkId }: Guest) {
    const { count, resets_at } = await rates.count(`suggestions:${linkId}`, guestRate.windowSeconds)
    if (count > guestRate.max)
      throw new AppError('rate_limited', `Guests saved ${guestRate.max} texts in the last ten minutes.`, {
        reason: 'too_many_guest_texts',
        retryAfterSeconds: Math.max(1, Math.ceil((resets_at.getTime() - Date.now()) / 1000)),
      })
  }

  /** The text that a guest started from. Of a version that isn't kept any more, the text as it's now. */
  async function findBase(
    document: ResourceRef,
    item: Document | { version: number; content_md: string },
    version: number,
  ) {
    if (version < item.version) {
      const found = await documents.version(document, version).catch((error: unknown) => {
        if (error instanceof AppError && error.options.reason === 'version_missing') return null
        throw error
      })
      if (found) return { base: found.content_md, baseVersion: found.version }
    }
    return { base: item.content_md, baseVersion: item.version }
  }
}

const toProposal = ({ base_md, suggestions }: ProposalRow) => ({ base: base_md, suggestions })

const around = 80

function present(documentId: string, proposal: ProposalRow, located: readonly Located[]): SuggestionItem[] {
  const { id: proposal_id, author_name, created_at, base_version, base_md, suggestions } = proposal
  const byId = new Map(suggestions.map((each) => [each.id, each]))
  return located.flatMap((found): SuggestionItem[] => {
    if (found.kind === 'done') return []
    const { id, start, end, before, after } = byId.get(found.id)!
    return [
      {
        ...{ _id: id, document_id: documentId, proposal_id, base_version, before, after },
        author: { kind: 'guest', name: author_name },
        at: created_at.toISOString(),
        prefix: base_md.slice(Math.max(0, start - around), start),
        suffix: base_md.slice(end, end + around),
        state: found.kind,
        now: found.kind === 'conflict' ? found.now : null,
      },
    ]
  })
}

/** A guest's text, and of the document what its link shows. */
const toGuestItem = (
  item: Pick<Document, 'title' | 'template' | 'language' | 'version' | 'workspace_id' | '_id'> &
    Pick<Document, 'updated_at' | 'created_at' | 'words'>,
  text: string,
): Document => ({
  ...{ _id: item._id, workspace_id: item.workspace_id, title: item.title, language: item.language, content_md: text },
  ...{ version: item.version, updated_at: item.updated_at, created_at: item.created_at, words: item.words },
  ...{ template: item.template, status: 'done', score: null, outline: [], citations: [], versions: [] },
  ...{ keywords: [], tone: null, audience: null, words_wanted: null, instructions: null, text: null },
  ...{ report_id: null, brand_voice_id: null, model: null, provenance: null, error: null, failure: null },
  ...{ owner_id: null, owner: null, due_on: null },
})

const missingField = (field: string) =>
  new AppError('invalid_input', `${field} is missing.`, { field, reason: 'missing' })

const missingSuggestion = () =>
  new AppError('not_found', 'This suggestion was withdrawn, or somebody decided on it already.', {
    reason: 'suggestion_missing',
  })

const changedSince = () =>
  new AppError('conflict', 'The passage was changed since, so the suggestion can’t be accepted.', {
    reason: 'suggestion_conflict',
  })

const tooMany = () =>
  new AppError('conflict', `${maxOpenProposals} texts of guests are waiting for members to decide.`, {
    reason: 'too_many_suggestions',
    params: { max: maxOpenProposals },
  })

const tooComplex = () =>
  new AppError('too_large', 'The texts are too long to compare.', { reason: 'suggestions_too_complex' })
