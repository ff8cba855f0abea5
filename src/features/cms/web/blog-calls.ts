import { data, type LoaderFunctionArgs } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { accentVariables } from '#ui/accent-color.ts'
import { getErrorText } from '#web/error-texts.ts'
import { pageContext } from '#web/page-context.ts'
import type { Blog } from '../contract.ts'
import { cmsErrorTexts } from './error-texts.ts'

/** The blog named in a route's params: a workspace's, else the server's own. */
export const getBlogParams = (params: Record<string, string | undefined>) =>
  params.workspace === undefined ? {} : { workspace_id: params.workspace }

/** Sets the blog's path for this host (empty on a custom domain) and its accent color. */
export function withBlogPath<T extends { blog: Blog }>(found: T, context: LoaderFunctionArgs['context']) {
  const { mapped } = context.get(pageContext)
  const { brand, path } = found.blog
  return {
    ...found,
    blog: { ...found.blog, path: mapped ? '' : path },
    ...(brand ? { accent: accentVariables(brand.color) } : {}),
    mapped: mapped !== null,
  }
}

/** Turns not_found and invalid_input into a 404 page. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input'))
      throw data(null, { status: 404 })
    if (error instanceof AppError) throw data(getErrorText(error.toBody(), cmsErrorTexts), { status: error.status })
    throw error
  }
}

/** A cacheable response for feeds and sitemaps. */
export const textAnswer = (body: string, type: string) =>
  new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=300' } })
