import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { domainsContract } from '../../src/features/domains/contract.ts'
import type { NameServer } from '../doubles/dns.ts'
import { cnameTarget, mappedNames, markdown, packed } from './stored-xss-texts.ts'
import type { Writer } from './stored-xss-writer.ts'

/** Custom domains with a blog: responses of their name servers are displayed too. */
export async function writeDomains(
  writer: Writer,
  dns: NameServer,
  {
    blogRoom,
    waitingRoom,
    logo,
    tags,
    template,
    title,
  }: { blogRoom: string; waitingRoom: string; logo: string; tags: string[]; template: 'blog_post'; title: string },
) {
  const { call, workspace_id } = writer
  const brand = { name: packed('br', 80)[0]!, logo, color: '#c2410c' }
  dns.set(`_earshot.${mappedNames.waiting}`, 'TXT', packed('dn', 190)[0]!)
  await call(domainsContract.addUpdate, {
    workspace_id: waitingRoom,
    domain: mappedNames.waiting,
    target: 'reports',
    brand: { name: brand.name },
  })
  const shownRecords = await call(domainsContract.find, { workspace_id: waitingRoom })
  if (shownRecords.status === 'active') throw new Error('This domain has no records that would make it active')
  dns.set(mappedNames.reports, 'CNAME', cnameTarget)
  await call(domainsContract.addUpdate, { workspace_id, domain: mappedNames.reports, target: 'reports', brand })
  dns.set(mappedNames.blog, 'CNAME', cnameTarget)
  await call(domainsContract.addUpdate, {
    workspace_id: blogRoom,
    domain: mappedNames.blog,
    target: 'blog',
    brand: { name: brand.name },
  })
  const { item: own } = await call(aiContentContract.new, { workspace_id: blogRoom, template, title })
  await call(aiContentContract.update, { _id: own._id, version: 1, content_md: markdown('bo') })
  await call(cmsContract.publish, {
    _id: own._id,
    slug: 'own-post',
    excerpt: packed('ex', 1000)[0]!,
    tags: tags.slice(0, 20),
    status: 'published',
  })
}
