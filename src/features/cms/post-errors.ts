import { AppError } from '#kit/errors.ts'

export const throwMissing = (): never => {
  throw new AppError('not_found', 'This post doesn’t exist.', { reason: 'post_missing' })
}

export const throwVersionMissing = (version: number): never => {
  throw new AppError('not_found', `This post has no version ${version}.`, {
    field: 'version',
    reason: 'version_missing',
    params: { version },
  })
}

export const versionConflict = ({ version }: { version: number }) =>
  new AppError('conflict', `Someone else saved this post. The current version is ${version}.`, {
    field: 'version',
    reason: 'saved_by_another',
    params: { version },
    details: { version },
  })

export const reservedSlug = (slug: string) =>
  new AppError('invalid_input', `“${slug}” is reserved. Choose another slug.`, {
    field: 'slug',
    reason: 'slug_reserved',
    params: { slug },
  })
