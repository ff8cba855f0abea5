import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activityContract } from '../../src/features/activity/contract.ts'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { publishingContract, type RemoteChange } from '../../src/features/publishing/contract.ts'
import { publishingErrorTexts } from '../../src/features/publishing/web/error-texts.ts'
import { AppError } from '../../src/kit/errors.ts'
import { getSentence } from '../../src/web/calls/error-texts.ts'
import { startWordPress, type WordPressDouble } from '../doubles/wordpress.ts'
import { png } from '../support/hostile-images.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let wordpress: WordPressDouble
let server: TestServer
beforeAll(async () => {
  wordpress = await startWordPress({ metaFields: ['_yoast_wpseo_title', '_yoast_wpseo_metadesc'] })
  server = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' })
})
afterAll(async () => {
  await server?.close()
  await wordpress?.close()
})
beforeEach(() => {
  for (const name of Object.keys(wordpress.faults)) delete wordpress.faults[name as keyof typeof wordpress.faults]
  wordpress.posts.clear()
  wordpress.media.clear()
  wordpress.requests.length = 0
  wordpress.setRole('administrator')
  wordpress.setOnWrite(null)
})

type Person = Awaited<ReturnType<TestServer['signUp']>>

const text = '# Cold brew\n\nSteep it for a night.\n\n## Storing\n\nTen days in the fridge.'

async function addWordPress(who: Person, site = wordpress, input: object = {}) {
  const { destination } = await who.call(publishingContract.addDestination, {
    workspace_id: who.workspaceId,
    kind: 'wordpress',
    url: site.url,
    credentials: site.credentials,
    ...input,
  })
  return destination
}

async function addDocument(who: Person, content_md = text, title = 'Cold brew') {
  const { item } = await who.call(aiContentContract.new, {
    ...{ workspace_id: who.workspaceId, template: 'blog_post', title, model: 'builtin' },
  })
  await who.call(aiContentContract.update, { _id: item._id, content_md, version: 1 })
  return item._id
}

const rewrite = async (who: Person, _id: string, content_md: string) => {
  const { item } = await who.call(aiContentContract.single, { _id })
  await who.call(aiContentContract.update, { _id, content_md, version: item.version })
}

async function start(who?: Person) {
  const person = who ?? (await server.signUp('starter'))
  const destination = await addWordPress(person)
  const document_id = await addDocument(person)
  const publish = (input: object = {}) =>
    person
      .call(publishingContract.publish, { document_id, destination_id: destination._id, status: 'publish', ...input })
      .then(({ publication }) => publication)
  return { who: person, destination, document_id, publish }
}

const getError = async (promise: Promise<unknown>): Promise<AppError> => {
  const error = await promise.then(
    () => null,
    (error) => error,
  )
  expect(error).toBeInstanceOf(AppError)
  return error
}
const only = () => {
  expect(wordpress.posts.size).toBe(1)
  return [...wordpress.posts.values()][0]!
}

describe('adding WordPress', () => {
  test('the credentials are checked, and never returned', async () => {
    const who = await server.signUp('starter')
    const destination = await addWordPress(who)
    expect(destination).toMatchObject({ can: { drafts: true, publish: true, media: true }, error: null })
    const { items } = await who.call(publishingContract.listDestinations, { workspace_id: who.workspaceId })
    expect(items.map(({ kind }) => kind)).toEqual(['blog', 'wordpress'])
    expect(JSON.stringify(items)).not.toContain('abcd')
    const { rows } = await server.database.pool.query(
      'select sealed_credentials, found from destinations where id = $1',
      [destination._id],
    )
    expect(JSON.stringify(rows)).not.toContain('abcd')
  })

  test('a contributor can save drafts, not publish', async () => {
    wordpress.setRole('contributor')
    const { destination, publish } = await start()
    expect(destination.can).toEqual({ drafts: true, publish: false, media: false })
    expect((await getError(publish())).options.reason).toBe('drafts_only')
    expect(await publish({ status: 'draft' })).toMatchObject({ state: 'draft' })
    expect(only().status).toBe('draft')
  })

  test('a site without pretty permalinks works', async () => {
    const plain = await startWordPress({ permalinks: false })
    try {
      const who = await server.signUp('starter')
      const destination = await addWordPress(who, plain)
      const document_id = await addDocument(who)
      const input = { document_id, destination_id: destination._id, status: 'publish' as const }
      await who.call(publishingContract.publish, input)
      expect(plain.posts.size).toBe(1)
    } finally {
      await plain.close()
    }
  })

  test.each([
    ['wrong password', {}, { credentials: { username: 'ada', application_password: 'nope' } }, 'credentials_rejected'],
    ['redirect', { redirectTo: 'https://www.hollowoak.example' }, {}, 'destination_redirects'],
    ['plugin', { blocked: 'json' as const }, {}, 'rest_api_blocked'],
    ['firewall', { blocked: 'page' as const }, {}, 'rest_api_blocked'],
    ['dropped header', { dropsAuthorization: true }, {}, 'credentials_rejected'],
    ['plain http', {}, { url: 'http://hollowoak.example' }, 'https_required'],
    ['private address', {}, { url: 'https://10.0.0.1' }, 'private_address'],
  ])('says what is wrong: %s', async (_, faults, input, reason) => {
    Object.assign(wordpress.faults, faults)
    const who = await server.signUp('starter')
    const error = await getError(addWordPress(who, wordpress, input))
    expect(error.toBody()).toMatchObject({ code: 'invalid_input', reason })
    expect(getSentence(error, publishingErrorTexts)).not.toContain('_')
  })

  test('a new address never gets the stored password', async () => {
    const { who, destination } = await start()
    const error = await getError(
      who.call(publishingContract.updateDestination, { _id: destination._id, url: 'https://elsewhere.example' }),
    )
    expect(error.options.reason).toBe('credentials_needed')
  })
})

describe('publishing on WordPress', () => {
  test('a document is one post, updated in place', async () => {
    const { who, document_id, publish } = await start()
    const first = await publish({ slug: 'cold-brew', tags: ['Coffee'], excerpt: 'How to.' })
    expect(first).toMatchObject({
      state: 'published',
      version: 2,
      url: `${wordpress.url}/cold-brew/`,
      remote_changed: false,
    })
    expect(only()).toMatchObject({ slug: 'cold-brew', status: 'publish', title: 'Cold brew', excerpt: 'How to.' })
    expect(only().tags.map((id) => wordpress.terms.tags.get(id))).toEqual(['Coffee'])
    await rewrite(who, document_id, text.replace('a night', '16 hours'))
    const second = await publish()
    expect(second).toMatchObject({ _id: first._id, remote_id: first.remote_id, version: 3, tags: ['Coffee'] })
    expect(only().content).toContain('Steep it for 16 hours.')
    const found = await who.call(publishingContract.find, { workspace_id: who.workspaceId, document_id })
    expect(found.items).toHaveLength(1)
  })

  test('images are uploaded once with their alt text, and the cover is set', async () => {
    const { who, document_id, publish } = await start()
    const { image } = await who.call(imagesContract.upload, {
      workspace_id: who.workspaceId,
      file: new File([new Uint8Array(await png(40, 30))], 'jar.png'),
      alt: 'A jar of cold brew',
    })
    await rewrite(who, document_id, `${text}\n\n![On the *counter*](/images/${image._id}/full)`)
    await publish({ cover_id: image._id })
    await rewrite(who, document_id, `${text}\n\n![On the *counter*](/images/${image._id}/full)\n\nMore.`)
    await publish()
    expect(wordpress.media.size).toBe(1)
    const [media] = wordpress.media.values()
    expect(media!.alt).toBe('On the *counter*')
    expect(only().featured_media).toBe(media!.id)
    // A cover that was chosen there isn't replaced by ours again.
    wordpress.edit(only().id, { featured_media: 99 })
    await rewrite(who, document_id, `${text}\n\n![On the *counter*](/images/${image._id}/full)\n\nMuch more.`)
    await publish()
    expect(only()).toMatchObject({ featured_media: 99, content: expect.stringContaining('Much more.') })
    expect(only().content).toContain(`src="${media!.url}"`)
    expect(only().content).not.toContain('/images/')
  })

  test('an image that is too large says which', async () => {
    const { who, document_id, publish } = await start()
    const { image } = await who.call(imagesContract.upload, {
      workspace_id: who.workspaceId,
      file: new File([new Uint8Array(await png(400, 300))], 'big jar.png'),
    })
    await rewrite(who, document_id, `${text}\n\n![Jar](/images/${image._id}/full)`)
    wordpress.faults.uploadLimit = 200
    const error = await getError(publish())
    expect(error.toBody()).toMatchObject({ reason: 'image_too_large', params: { name: 'big jar.png' } })
    expect(wordpress.posts.size).toBe(0)
    const found = await who.call(publishingContract.find, { workspace_id: who.workspaceId, document_id })
    expect(found.items[0]).toMatchObject({ state: 'failed', failure: { reason: 'image_too_large' } })
  })

  test('another post’s address is refused instead of getting "-2"', async () => {
    const { publish } = await start()
    wordpress.add({ title: 'Mine', slug: 'cold-brew', status: 'publish' })
    const error = await getError(publish({ slug: 'cold-brew' }))
    expect(error.toBody()).toMatchObject({ code: 'conflict', reason: 'slug_taken', field: 'slug' })
    expect(only().title).toBe('Mine')
    expect(await publish({ slug: 'cold-brew-at-home' })).toMatchObject({ slug: 'cold-brew-at-home' })
  })

  test('SEO fields that a plugin shows are filled, others aren’t sent', async () => {
    const { publish } = await start()
    await publish({
      meta_title: 'Cold brew guide',
      meta_description: 'All about it.',
      canonical: 'https://example.com/a',
    })
    expect(only().meta).toEqual({ _yoast_wpseo_title: 'Cold brew guide', _yoast_wpseo_metadesc: 'All about it.' })
  })

  test('what people change there beside the text stays', async () => {
    const { who, document_id, publish } = await start()
    await publish({ tags: ['Coffee'], categories: ['Brew guides'] })
    wordpress.edit(only().id, { categories: [1], tags: [] })
    await rewrite(who, document_id, `${text}\n\nMore.`)
    await publish()
    expect(only()).toMatchObject({ categories: [1], tags: [] })
    wordpress.edit(only().id, { slug: 'brewing-cold' })
    await rewrite(who, document_id, `${text}\n\nMuch more.`)
    expect(await publish()).toMatchObject({ slug: 'brewing-cold', url: `${wordpress.url}/brewing-cold/` })
    expect(only()).toMatchObject({ slug: 'brewing-cold', content: expect.stringContaining('Much more.') })
    expect(await publish({ slug: 'cold-brew-guide' })).toMatchObject({ slug: 'cold-brew-guide' })
  })

  test('a slug in another script is readable here and stays the same', async () => {
    const { who, document_id, publish } = await start()
    expect(await publish({ slug: 'холодный-кофе' })).toMatchObject({ slug: 'холодный-кофе' })
    expect(only().slug).toBe(encodeURIComponent('холодный-кофе').toLowerCase())
    await rewrite(who, document_id, `${text}\n\nMore.`)
    expect(await publish()).toMatchObject({ slug: 'холодный-кофе' })
    only()
  })

  test('a lost answer makes no second post', async () => {
    const { who, document_id, publish } = await start()
    wordpress.faults.losesAnswers = true
    const error = await getError(publish({ slug: 'cold-brew' }))
    expect(error.retryable).toBe(true)
    expect(wordpress.posts.size).toBe(1)
    wordpress.faults.losesAnswers = false
    // Not even under another address.
    await rewrite(who, document_id, `${text}\n\nMore.`)
    await publish({ slug: 'another-address' })
    expect(only()).toMatchObject({ slug: 'another-address', status: 'publish' })
    expect(only().content).toContain('More.')
  })

  test('a lost answer makes no second post where the address was taken by one we can’t see', async () => {
    wordpress.setRole('author')
    const { publish } = await start()
    wordpress.add({ title: 'Somebody’s', slug: 'cold-brew', status: 'private' })
    wordpress.faults.losesAnswers = true
    await getError(publish({ slug: 'cold-brew' }))
    wordpress.faults.losesAnswers = false
    expect(await publish({ slug: 'cold-brew' })).toMatchObject({ slug: 'cold-brew-2', state: 'published' })
    expect([...wordpress.posts.values()].map(({ slug }) => slug)).toEqual(['cold-brew', 'cold-brew-2'])
  })

  test('an edit made after a lost answer isn’t overwritten', async () => {
    const { who, document_id, publish } = await start()
    wordpress.faults.losesAnswers = true
    await getError(publish())
    wordpress.faults.losesAnswers = false
    wordpress.edit(only().id, { content: only().content.replace('a night', 'two nights') })
    await rewrite(who, document_id, `${text}\n\nMore.`)
    expect((await getError(publish())).options.reason).toBe('remote_changed')
    expect(only().content).toContain('two nights')
  })

  test('two calls at once make one post', async () => {
    const { publish } = await start()
    const outcomes = await Promise.allSettled([publish(), publish(), publish()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason.options.reason).toBe('publication_in_progress')
    only()
  })
})

describe('a post edited on WordPress', () => {
  async function edit() {
    const started = await start()
    await started.publish()
    wordpress.edit(only().id, { content: only().content.replace('Ten days', 'Twelve days') })
    await rewrite(started.who, started.document_id, text.replace('a night', '16 hours'))
    const error = await getError(started.publish())
    expect(error.toBody()).toMatchObject({ code: 'conflict', reason: 'remote_changed' })
    return { ...started, details: error.options.details as RemoteChange }
  }

  test('is never overwritten: both texts come back, without anything sent', async () => {
    const { who, document_id, details } = await edit()
    const body = text.slice('# Cold brew\n\n'.length)
    expect(details).toMatchObject({
      base: body,
      ours: body.replace('a night', '16 hours'),
      theirs: body.replace('Ten days', 'Twelve days'),
    })
    expect(only().content).toContain('Twelve days')
    const { items } = await who.call(publishingContract.find, { workspace_id: who.workspaceId, document_id })
    expect(items[0]).toMatchObject({ remote_changed: true, state: 'published' })
  })

  test('is merged, and saved in the document', async () => {
    const { who, document_id, publish, details } = await edit()
    const merged = details.ours.replace('Ten days', 'Twelve days')
    const done = await publish({ resolution: 'merged', content_md: merged, remote_hash: details.remote_hash })
    expect(done.remote_changed).toBe(false)
    expect(only().content).toMatch(/16 hours[\s\S]*Twelve days/)
    const { item } = await who.call(aiContentContract.single, { _id: document_id })
    expect(item.content_md).toBe(`# Cold brew\n\n${merged}`)
  })

  test('is overwritten only as it was seen', async () => {
    const { publish, details } = await edit()
    wordpress.edit(only().id, { content: only().content.replace('Twelve days', 'Thirteen days') })
    const error = await getError(publish({ resolution: 'ours', remote_hash: details.remote_hash }))
    expect(error.options.reason).toBe('remote_changed')
    const { remote_hash } = error.options.details as RemoteChange
    await publish({ resolution: 'ours', remote_hash })
    expect(only().content).toContain('Ten days')
  })

  test('is taken over', async () => {
    const { who, document_id, publish, details } = await edit()
    await publish({ resolution: 'theirs', remote_hash: details.remote_hash })
    const { item } = await who.call(aiContentContract.single, { _id: document_id })
    expect(item.content_md).toBe(text.replace('Ten days', 'Twelve days'))
    expect(only().content).toContain('Twelve days')
  })

  test('shows when it’s looked at', async () => {
    const { who, publish } = await start()
    const { _id } = await publish()
    expect((await who.call(publishingContract.refresh, { _id })).publication.remote_changed).toBe(false)
    wordpress.edit(only().id, { content: 'Other.' })
    expect((await who.call(publishingContract.refresh, { _id })).publication.remote_changed).toBe(true)
  })
})

describe('time', () => {
  test('a new post waits as a draft and is published when it’s due', async () => {
    const { who, publish } = await start()
    const publication = await publish({ status: 'schedule', publish_at: new Date(Date.now() + 3000).toISOString() })
    expect(publication.state).toBe('scheduled')
    expect(only().status).toBe('draft')
    await until('the post to be published', async () => only().status === 'publish')
    const { items } = await until('the record', async () => {
      const found = await who.call(publishingContract.find, { workspace_id: who.workspaceId })
      return found.items[0]?.state === 'published' ? found : null
    })
    expect(items[0]).toMatchObject({ publish_at: null, remote_id: publication.remote_id })
  })

  test('a published post keeps its version until the scheduled one is due', async () => {
    const { who, document_id, publish } = await start()
    await publish()
    await rewrite(who, document_id, `${text}\n\nLater.`)
    const waiting = await publish({ status: 'schedule', publish_at: new Date(Date.now() + 3000).toISOString() })
    expect(waiting).toMatchObject({ state: 'published', version: 2 })
    expect(only().content).not.toContain('Later.')
    await until('the new version', async () => only().content.includes('Later.'))
  })

  test('a post is taken off the site with its text, and nothing scheduled comes after', async () => {
    const { who, publish } = await start()
    const { _id } = await publish()
    await publish({ status: 'schedule', publish_at: new Date(Date.now() + 60_000).toISOString() })
    const { publication } = await who.call(publishingContract.unpublish, { _id })
    expect(publication).toMatchObject({ state: 'unpublished', publish_at: null })
    expect(only()).toMatchObject({ status: 'draft' })
    expect(await publish()).toMatchObject({ state: 'published' })
    only()
  })

  test('a post deleted there is made again, once', async () => {
    const { publish } = await start()
    const first = await publish()
    wordpress.posts.clear()
    const second = await publish()
    expect(second._id).toBe(first._id)
    only()
  })
})

test('what an API key publishes, schedules and takes down elsewhere has its name in the activity feed', async () => {
  const { who, destination, document_id, publish } = await start(await server.signUp('self_hosted'))
  const { key } = await who.call(apiKeysContract.add, {
    ...{ workspace_id: who.workspaceId, name: 'CMS', scopes: ['publish'] },
  })
  const program = server.as(key)
  const input = { document_id, destination_id: destination._id }
  const { publication } = await program(publishingContract.publish, { ...input, status: 'publish' })
  await rewrite(who, document_id, `${text} Or two weeks.`)
  await publish()
  const publish_at = new Date(Date.now() + 3000).toISOString()
  await program(publishingContract.publish, { ...input, status: 'schedule', publish_at })
  const find = async () =>
    (await who.call(activityContract.document, { _id: document_id })).items
      .filter(({ kind }) => ['published', 'post_updated', 'unpublished'].includes(kind))
      .map(({ kind, actor }) => [kind, actor.kind, actor.key])
  await until('the scheduled version', async () => (await find()).length === 3, 60_000)
  await program(publishingContract.unpublish, { _id: publication._id })
  expect(await find()).toEqual([
    ['unpublished', 'api', 'CMS'],
    ['post_updated', 'api', 'CMS'],
    ['post_updated', 'member', null],
    ['published', 'api', 'CMS'],
  ])
})

test('the workspace’s blog is a destination', async () => {
  const who = await server.signUp('starter')
  const { items } = await who.call(publishingContract.listDestinations, { workspace_id: who.workspaceId })
  const document_id = await addDocument(who)
  const input = { document_id, destination_id: items[0]!._id, status: 'publish' as const }
  const { publication } = await who.call(publishingContract.publish, { ...input, slug: 'cold-brew' })
  expect(publication).toMatchObject({ kind: 'blog', state: 'published', slug: 'cold-brew', version: 2 })
  const again = await who.call(publishingContract.publish, input)
  expect(again.publication).toMatchObject({ _id: publication._id, url: publication.url })
  const gone = await who.call(publishingContract.unpublish, { _id: publication._id })
  expect(gone.publication.state).toBe('unpublished')
})
