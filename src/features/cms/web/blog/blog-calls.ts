import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { accentVariables } from '#ui/theme/accent-color.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import type { Blog } from '../../contract.ts'
import { cmsErrorTexts } from '../error-texts.ts'

/** The blog named in a route's params: a workspace's by its slug or id, else the server's own. */
export const getBlogParams = (params: Record<string, string | undefined>) =>
  params.workspace === undefined ? {} : { blog: params.workspace }

type PageArgs = Pick<LoaderFunctionArgs, 'request' | 'context' | 'params'>

/** Redirects permanently from an earlier address of a blog to the same page below its current one. */
export function toCurrentBlog({ request, context, params }: PageArgs, { path }: Pick<Blog, 'path'>) {
  if (params.workspace === undefined || context.get(pageContext).mapped) return
  const { pathname, search } = new URL(request.url)
  const [, b, given, ...rest] = pathname.split('/')
  const current = path.split('/')[2]
  if (current === undefined || given === current || safelyDecoded(given) === decodeURIComponent(current)) return
  throw redirect(`/${[b, current, ...rest].join('/')}${search}`, 301)
}

function safelyDecoded(part = '') {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Sets the blog's path for this host (empty on a custom domain) and its accent color. Redirects from earlier addresses. */
export function withBlogPath<T extends { blog: Blog }>(found: T, args: PageArgs) {
  const { context } = args
  toCurrentBlog(args, found.blog)
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
