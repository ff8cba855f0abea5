import { getLimitMessage, type LimitCode } from '#features/plans/check-limit.ts'
import type { ErrorBody, ErrorParams } from '#kit/errors.ts'
import { formatCount } from '#ui/format.ts'

/** A screen's own sentences for errors of the API. One table per feature, in its `web/error-texts.ts`. */
export type ErrorTexts = {
  /** Labels of fields as the screens show them, by their path in the call: `'personal.first_name': 'First name'`. */
  labels?: Record<string, string>
  /** Sentences by reason, or by `field:reason` where a field has one of its own. */
  reasons?: Record<string, ReasonText>
}

export type ReasonText = string | ((params: ErrorParams, label: string) => string)

type ScreenError = Pick<ErrorBody, 'code' | 'field' | 'reason' | 'params' | 'details'>

/** What a screen says about an error. `label` is the field's label where the same field has several. */
export function getErrorText(error: ScreenError, texts: ErrorTexts = {}, label = getLabel(error.field, texts)): string {
  const { code, field, reason, params = {}, details } = error
  const text =
    texts.reasons?.[`${withoutIndex(field)}:${reason}`] ?? texts.reasons?.[reason ?? ''] ?? generalReasons[reason ?? '']
  if (text !== undefined) return typeof text === 'string' ? text : text(params, label)
  if (isLimitCode(code)) return getLimitMessage(code, Number(details?.available), Number(details?.requested))
  return code === 'invalid_input' ? `${label} isn’t valid.` : generalCodes[code]
}

/** The text for one field, if the error is about it. */
export const getFieldError = (
  error: ScreenError | null | undefined,
  field: string,
  texts: ErrorTexts = {},
  label?: string,
) => (error && withoutIndex(error.field) === field ? getErrorText(error, texts, label) : undefined)

/** Several tables as one; a later one wins. */
export const joinErrorTexts = (...tables: ErrorTexts[]): ErrorTexts => ({
  labels: Object.assign({}, ...tables.map(({ labels }) => labels)),
  reasons: Object.assign({}, ...tables.map(({ reasons }) => reasons)),
})

const isLimitCode = (code: string): code is LimitCode => code.startsWith('limit_')

/** "sources.0" is about the field "sources". */
const withoutIndex = (field = '') =>
  field
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .join('.')

function getLabel(field: string | undefined, { labels = {} }: ErrorTexts): string {
  const path = withoutIndex(field)
  const words = path.split('.').at(-1)!.replace(/^_/, '').replaceAll('_', ' ')
  return labels[path] ?? (words ? words[0]!.toUpperCase() + words.slice(1) : 'This field')
}

const count = (value: ErrorParams[string] | undefined) => formatCount(Number(value))

/** Reasons any form or screen can meet. */
export const generalReasons: Record<string, ReasonText> = {
  missing: (_, label) => `${label} is required.`,
  too_long: ({ max }, label) => `${label} can have at most ${count(max)} characters.`,
  too_short: ({ min }, label) => `${label} needs at least ${count(min)} characters.`,
  too_many: ({ max }, label) => `${label}: choose at most ${count(max)}.`,
  too_few: ({ min }, label) => `${label}: choose at least ${count(min)}.`,
  above_maximum: ({ max }, label) => `${label} can be at most ${count(max)}.`,
  below_minimum: ({ min }, label) => `${label} must be at least ${count(min)}.`,
  invalid_email: 'Enter a valid email, such as name@example.com.',
  invalid_url: 'Enter a full URL, such as https://example.com.',
  invalid_uuid: (_, label) => `${label} isn’t valid. Reload the page and try again.`,
  invalid_format: (_, label) => `${label} isn’t valid.`,
  not_an_option: (_, label) => `${label}: choose one of the options.`,
  invalid: (_, label) => `${label} isn’t valid.`,
  server_unreachable: 'Couldn’t reach the server. Check your connection and try again.',
}

/** What is true of a code whatever its reason: for reasons no table has. */
const generalCodes: Record<Exclude<ErrorBody['code'], LimitCode | 'invalid_input'>, string> = {
  unauthenticated: 'You’re signed out. Sign in and try again.',
  invalid_credentials: 'Wrong email or password.',
  otp_required: 'Enter the six digits from your authenticator app, or a recovery code.',
  forbidden: 'You don’t have permission to do this. Ask an admin of this workspace.',
  reauthenticate: 'Confirm that it’s you to continue.',
  not_found: 'This no longer exists, or it’s in a workspace you’re not a member of.',
  conflict: 'This changed in the meantime. Reload the page and try again.',
  too_large: 'This is too large. Make it smaller and try again.',
  unsupported_type: 'This type of file isn’t supported.',
  misdirected: 'This address doesn’t belong to this server.',
  rate_limited: 'Too many attempts. Wait a moment and try again.',
  internal: 'Something went wrong on our side. Try again.',
  upstream_failed: 'A service we depend on didn’t respond. Try again in a moment.',
  unavailable: 'This isn’t available right now. Try again in a moment.',
}
