import { data } from 'react-router'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { toSignIn } from '../session/session.ts'
import { type ErrorTexts, getErrorText } from './error-texts.ts'

/** What a loader's error boundary gets: the error, and the screen's sentence for it. */
export type LoaderError = ErrorBody & { text: string }

/**
 * For loaders: a refusal by the API becomes a response that the screen's error boundary can read; a session that ended
 * goes to sign in and comes back here. Anything else stays what it is: a bug.
 */
export async function orRespond<T>(request: Request, answer: Promise<T>, texts?: ErrorTexts): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'unauthenticated') throw toSignIn(request)
    const body = error.toBody()
    throw data({ ...body, text: getErrorText(body, texts) } satisfies LoaderError, { status: error.status })
  }
}

/** Null for what a link names and that is missing or deleted: the screen works without it. */
export const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')) return null
    throw error
  })
