import { z } from 'zod'
import { maxContentLength } from '#features/ai-content/contract.ts'
import { postSource } from '#features/cms/contract.ts'
import { destinationDefaults, publicationStates } from '#features/publishing/contract.ts'
import { language } from '#kit/fields.ts'
import { destinationKinds } from '#providers/publishing/port.ts'
import { shaped, short, storedFailure, url } from './field-rules.ts'

const names = z.array(short(60)).max(20)
const collection = z.strictObject({
  id: short(200),
  name: short(300),
  fields: z
    .array(z.strictObject({ id: short(200), name: short(300), type: short(100), required: z.boolean() }))
    .max(200),
})

/** Sites to publish on, and posts there. */
export const publicationRowRules = {
  destinations: {
    kind: z.enum(destinationKinds),
    url,
    defaults: shaped(destinationDefaults),
    found: shaped(z.record(short(40), short(2000))),
    collections: shaped(z.array(collection).max(200).nullable()),
    error: short(2000).nullable(),
    failure: storedFailure,
  },
  publications: {
    remote_id: short(200).nullable(),
    url: url.nullable(),
    state: z.enum(publicationStates),
    title: short(300),
    slug: short(500),
    fields: shaped(
      z.strictObject({
        excerpt: short(1000).optional(),
        tags: names.optional(),
        categories: names.optional(),
        author: short(200).optional(),
        meta_title: short(300).optional(),
        meta_description: short(1000).optional(),
        canonical: short(2000).optional(),
        cover_id: z.uuid().nullish(),
      }),
    ),
    version: z.int().min(1).nullable(),
    sent: shaped(
      z
        .strictObject({
          title: short(300),
          content_md: z.string().max(maxContentLength),
          sources: z.array(postSource).max(1000),
          language,
        })
        .nullable(),
    ),
    remote_hash: short(100).nullable(),
    error: short(2000).nullable(),
    failure: storedFailure,
  },
}
