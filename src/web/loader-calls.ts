import { data } from 'react-router'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { type ErrorTexts, getErrorText, toErrorBody } from './error-texts.ts'
import { toSignIn } from './session.ts'

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

/** What went wrong in one sentence, for a notice next to where it happened. */
export const getSentence = (error: unknown, texts?: ErrorTexts) => getErrorText(toErrorBody(error), texts)
