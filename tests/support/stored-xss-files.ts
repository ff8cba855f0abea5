import { cmsContract } from '../../src/features/cms/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { importsContract, listsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { png } from './hostile-images.ts'
import { markdown, packed } from './stored-xss-texts.ts'
import type { Writer } from './stored-xss-writer.ts'

/** Keyword files, lists and images. */
export async function writeFiles(writer: Writer) {
  const { call, each, here, workspace_id } = writer
  const keywords = packed('ik', 190)
  const csv = (header: string) =>
    [
      `Keyword,Volume,"${header.replaceAll('"', '""')}"`,
      ...keywords.map((text) => `"${text.replaceAll('"', '""')}",10,x`),
    ].join('\n')
  const imports = await each(packed('if', 190), async (name, at) => {
    const file = new File([csv(packed('ih', 190)[at]!)], `${name}.csv`, { type: 'text/csv' })
    return (await call(importsContract.add, { workspace_id, file })).import
  })
  const list = await call(listsContract.add, {
    workspace_id,
    name: packed('nl', 120)[0]!,
    items: packed('it', 200).map((text, at) => ({
      text,
      from: { kind: 'typed' as const, label: packed('io', 300)[at % packed('io', 300).length]! },
    })),
  })
  await each(packed('nl', 120).slice(1), (name) => call(listsContract.add, { workspace_id, name }))
  const clusters = await call(reportsContract.new, { ...here, type: 'clusters', import_id: imports[0]!._id })

  const alts = packed('al', 500)
  const images = await each(packed('im', 200), async (name, at) => {
    const file = new File([new Uint8Array(await png(16 + at, 16))], 'x.png', { type: 'image/png' })
    const { image } = await call(imagesContract.upload, { workspace_id, file, alt: alts[at % alts.length]! })
    return (await call(imagesContract.update, { _id: image._id, name })).image
  })
  return { keywords, list, clusters, images }
}

/** Posts of the installation. */
export async function writePosts(writer: Writer, images: { url: string }[]) {
  const { call, each } = writer
  const tags = packed('tg', 60)
  const posts = await each(packed('po', 300), async (title, at) => {
    const { post } = await call(cmsContract.add, {
      slug: `post-${at}`,
      title,
      excerpt: packed('ex', 1000)[at % packed('ex', 1000).length]!,
      body_md: markdown('bo'),
      tags: tags.slice((at * 5) % tags.length).slice(0, 20),
      cover: images[at % images.length]!.url,
      cover_alt: packed('ca', 300)[at % packed('ca', 300).length]!,
      author: {
        name: packed('pa', 100)[at % packed('pa', 100).length]!,
        bio: packed('pa', 300)[at % packed('pa', 300).length]!,
      },
      seo: {
        title: packed('st', 300)[at % packed('st', 300).length]!,
        description: packed('sd', 1000)[at % packed('sd', 1000).length]!,
      },
      status: 'published',
    })
    return post
  })
  return { posts, tags }
}
