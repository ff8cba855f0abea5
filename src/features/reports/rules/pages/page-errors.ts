import { AppError } from '#kit/errors.ts'

/**
 * Why a page wasn't read. The sentences are phrases that follow "not read:"; screens write their own from the reason, which has one in
 * `web/error-texts.ts`.
 */

export const pageNotReadYet = () => new AppError('unavailable', 'not read yet', { reason: 'page_not_read_yet' })

export const invalidPageUrl = () => new AppError('invalid_input', 'not a valid URL', { reason: 'page_invalid_url' })

export const tooManyPageRedirects = (max: number) =>
  new AppError('upstream_failed', `redirected more than ${max} times`, { reason: 'page_redirects', params: { max } })

export const pageStatus = (status: number) =>
  new AppError('upstream_failed', `answered ${status}`, { reason: 'page_status', params: { status } })

export const notAPage = (type?: string) =>
  new AppError('unsupported_type', type ? `not a web page (${type})` : 'not a web page', { reason: 'page_not_html' })

export const emptyPage = () => new AppError('upstream_failed', 'an empty page', { reason: 'page_empty' })

export const blockedByRobots = () =>
  new AppError('forbidden', 'blocked by robots.txt', { reason: 'page_blocked_by_robots' })

export const unreadableRobots = (why: string) =>
  new AppError('upstream_failed', `robots.txt couldn’t be read (${why})`, { reason: 'robots_unreadable' })

export const privatePageAddress = () =>
  new AppError('forbidden', 'its IP address is private', { reason: 'page_private_address' })

export const pageTimedOut = (seconds: number) =>
  new AppError('upstream_failed', `no response within ${seconds} s`, { reason: 'page_timeout', params: { seconds } })

export const pageTooLarge = (maxBytes: number) =>
  new AppError('too_large', `over ${maxBytes / 1e6} MB`, { reason: 'page_too_large', params: { max_bytes: maxBytes } })

export const pageCancelled = () => new AppError('unavailable', 'cancelled', { reason: 'page_cancelled' })

export const pageHostNotFound = (what: string) =>
  new AppError('upstream_failed', what, { reason: 'page_host_not_found' })

export const pageCertificateInvalid = (what: string) =>
  new AppError('upstream_failed', what, { reason: 'page_certificate_invalid' })

export const pageUnreachable = (what: string) => new AppError('upstream_failed', what, { reason: 'page_unreachable' })

/** A page that was fetched and couldn't be parsed. */
export const unreadablePage = (thrown: unknown) =>
  thrown instanceof AppError
    ? new AppError(thrown.code, `couldn’t be read (${thrown.message})`, thrown.options)
    : new AppError('internal', `couldn’t be read (${(thrown as Error).message.slice(0, 120)})`, {
        reason: 'page_unreadable',
        cause: thrown,
      })
