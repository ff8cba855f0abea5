import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { humanizerContract } from '../../src/features/humanizer/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { commentsContract } from '../../src/features/review/contract-comments.ts'
import { reviewStateContract } from '../../src/features/review/contract-state.ts'
import { maxOpenProposals } from '../../src/features/review/suggestions.ts'
import { userDocumentsContract } from '../../src/features/user-documents/contract.ts'
import type { HostileVendors } from '../doubles/hostile-vendors.ts'
import { storedXss } from './stored-xss.ts'
import { markdown, packed } from './stored-xss-texts.ts'
import type { Writer } from './stored-xss-writer.ts'

/** Documents: one with every field, and more for their titles. A workspace's own model gives untrusted answers. */
export async function writeDocuments(writer: Writer, vendors: HostileVendors) {
  const { call, each, streamed, workspace_id } = writer
  const template = 'blog_post' as const
  const briefing = {
    keywords: packed('bk', 200),
    tone: packed('bt', 100)[0]!,
    audience: packed('ba', 300)[0]!,
    instructions: packed('bi', 4000)[0]!,
    text: packed('bs', 9000)[0]!,
    do_not_claim: packed('nc', 300),
  }
  const titles = packed('ti', 300)
  const documents = await each(titles, async (title, at) => {
    const { item } = await call(aiContentContract.new, {
      workspace_id,
      template,
      title,
      ...(at === 0 ? briefing : {}),
      outline: packed('ol', 200).map((text) => ({ type: 'h2' as const, text })),
    })
    if (at > 1) return item
    return (await call(aiContentContract.update, { _id: item._id, version: 1, content_md: markdown('dc') })).item
  })
  const { share: reviewLink } = await call(reviewContract.share, {
    ...{ _id: documents[0]!._id, may: 'write', brief: true },
  })
  const clean = storedXss.filter((payload) => payload.isWellFormed() && !payload.includes('\0'))
  const quotes = packed('cq', 900, { payloads: clean })
  const guestNames = packed('cn', 100, { payloads: clean })
  await each(packed('cx', 900, { payloads: clean }), (text, at) =>
    writer.as(reviewLink.token)(commentsContract.add, {
      ...{ document_id: documents[0]!._id, text, quote: quotes[at % quotes.length]! },
      guest_name: guestNames[at % guestNames.length]!,
    }),
  )
  await call(reviewStateContract.set, {
    ...{ _id: documents[0]!._id, state: 'changes' },
    note: packed('rv', 1000, { payloads: clean })[0]!,
  })
  await each(guestNames, (guest_name) =>
    writer.as(reviewLink.token)(commentsContract.add, { document_id: documents[0]!._id, text: 'Hm.', guest_name }),
  )
  const suggested = packed('sg', 3000, { payloads: clean })
  const links = [reviewLink, (await call(reviewContract.share, { _id: documents[1]!._id, may: 'write' })).share]
  const current = await each(documents.slice(0, 2), ({ _id }) => call(aiContentContract.single, { _id }))
  // A document has so many guests' texts at most.
  await each(packed('gn', 100, { payloads: clean }), async (guest_name, at) => {
    const document = Math.floor(at / maxOpenProposals)
    const { _id, version, content_md } = current[document]!.item
    await writer.as(links[document]!.token)(aiContentContract.update, {
      ...{ _id, version, guest_name },
      content_md: `${content_md}\n${suggested[at] ?? 'Hm.'}\n`,
    })
  })
  await each(packed('vn', 80), (name) =>
    call(aiContentContract.addVoice, { workspace_id, name, samples: packed('vs', 4000) }),
  )
  const freeze = packed('fz', 200).filter((text) => text.isWellFormed() && !text.includes('\0'))
  const spoken = storedXss.filter((payload) => payload.isWellFormed() && !payload.includes('\0'))
  const text = packed('hu', 18_000, { payloads: spoken.map((payload) => `${payload} grew by 12% in 2024.`) })[0]!
  const tone = packed('ht', 100)[0]!
  await streamed(humanizerContract.humanize.path, { workspace_id, text, strength: 'light', freeze, tone })

  const models = packed('mm', 190)
  const ownModel = { workspace_id, provider: 'openai-compatible' as const, base_url: `${vendors.origin}/v1` }
  await call(aiContentContract.saveModel, { ...ownModel, model: models[0]! })
  await streamed(humanizerContract.humanize.path, { workspace_id, text: text.slice(0, 2000), strength: 'strong', tone })
  const written = await call(aiContentContract.new, {
    workspace_id,
    template: 'summary',
    title: 'ti99 <b>written</b>',
    text: 'x',
  })
  await streamed(aiContentContract.stream.path, { _id: written.item._id })
  await call(aiContentContract.saveModel, { ...ownModel, model: 'refuse' })
  const refusedDocument = await call(aiContentContract.new, {
    workspace_id,
    template: 'summary',
    title: 'refused',
    text: 'x',
  })
  await streamed(aiContentContract.stream.path, { _id: refusedDocument.item._id })
  await streamed(humanizerContract.humanize.path, {
    workspace_id,
    text: 'It was refused by all of them.',
    strength: 'strong',
  })
  await call(aiContentContract.saveModel, { ...ownModel, model: models[0]! })
  const drafts = packed('df', 300)
  await call(userDocumentsContract.put, {
    workspace_id,
    path: 'drafts/briefing-blog_post',
    version: 0,
    content: {
      ...briefing,
      title: drafts[0]!,
      keywords: drafts[1]!,
      template,
    },
  })
  return {
    template,
    titles,
    documents,
    reviewLink,
    written,
    refusedDocument,
    ownModel: { ...ownModel, model: models[0]! },
  }
}
