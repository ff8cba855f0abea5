import type { Documents } from '#features/ai-content/service.ts'
import { withoutTitle } from '#features/cms/rules/post-excerpt.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { ActingMember } from '#platform/http/context.ts'

/** Saves a merged text as a version of the document, which keeps its heading with the title. */
export function createTextSaving(documents: Documents) {
  return async function saveText(by: ActingMember, document: ResourceRef, given: string | undefined, title?: string) {
    if (given === undefined)
      throw new AppError('invalid_input', 'content_md is missing.', { field: 'content_md', reason: 'missing' })
    const item = await documents.single(document)
    const body = withoutTitle(item.content_md, item.title)
    const head = item.content_md.endsWith(body) ? item.content_md.slice(0, item.content_md.length - body.length) : ''
    const isRenamed = title !== undefined && title !== item.title && title.trim() !== ''
    const opening = head.trim() && isRenamed ? `# ${title}\n\n` : head
    const contentMd = opening + given
    if (contentMd === item.content_md && !isRenamed) return
    await documents.update(by.userId, document, {
      key_name: by.keyName,
      ...{ content_md: contentMd, version: item.version },
      ...(isRenamed ? { title: title.slice(0, 300) } : {}),
    })
  }
}
