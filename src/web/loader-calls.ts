import { data } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { type ErrorTexts, getErrorText } from './error-texts.ts'
import { toSignIn } from './session.ts'

/**
 * For loaders: a refusal by the API becomes a response that the screen's error boundary can read; a session that ended
 * goes to sign in and comes back here. Anything else stays what it is: a bug.
 */
export async function orRespond<T>(request: Request, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'unauthenticated') throw toSignIn(request)
    throw data(error.toBody(), { status: error.status })
  }
}

/** What went wrong in one sentence, for a notice next to where it happened. */
export const getSentence = (error: unknown, texts?: ErrorTexts) =>
  error instanceof AppError ? getErrorText(error.toBody(), texts) : 'Something went wrong. Try again.'
