import { data, type LoaderFunctionArgs } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { accentVariables } from '#ui/accent-color.ts'
import { getErrorText } from '#web/error-texts.ts'
import { pageContext } from '#web/page-context.ts'
import type { Blog } from '../contract.ts'
import { cmsErrorTexts } from './error-texts.ts'

/** Whose blog an address means: with a workspace in it that one's, else the installation's own. */
export const blogOfAddress = (params: Record<string, string | undefined>) =>
  params.workspace === undefined ? {} : { workspace_id: params.workspace }

/** As it stands where the visitor is: below a name of its own there is nothing before its paths. And in its own colour. */
export function placed<T extends { blog: Blog }>(found: T, context: LoaderFunctionArgs['context']) {
  const { mapped } = context.get(pageContext)
  const { brand, path } = found.blog
  return {
    ...found,
    blog: { ...found.blog, path: mapped ? '' : path },
    ...(brand ? { accent: accentVariables(brand.color) } : {}),
    mapped: mapped !== null,
  }
}

/** What is not there, or cannot be, is a page that is not there. */
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

/** For feeds and maps, which readers ask for over and over. */
export const textAnswer = (body: string, type: string) =>
  new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=300' } })
