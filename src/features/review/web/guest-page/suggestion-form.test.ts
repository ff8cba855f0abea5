import { expect, test } from 'vitest'
import type { Call } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { isClosedText, isRefusedText, saveText } from './suggestion-form.ts'

const documentId = '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42'
const textId = '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c43'

/** Sends the form as a browser does. What the page throws is what a browser gets. */
async function send(answer: (input: Record<string, unknown>) => object, replaces?: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    ...{ suggest_on: documentId, version: '3', guest_name: 'Ada', content_md: 'Steep it.\r\n\r\nServe it.\r\n' },
  }))
    form.set(name, value)
  const call = (async (_endpoint: unknown, input: Record<string, unknown>) => answer(input)) as unknown as Call
  const visit = { token: 'token', pass: undefined, secure: true, replaces }
  return saveText(call, form, visit).catch((thrown: unknown) => thrown)
}

test('a saved text leads back to the page, and the browser remembers it to go on', async () => {
  const answer = (await send((input) => {
    expect(input).toMatchObject({
      _id: documentId,
      version: 3,
      content_md: 'Steep it.\n\nServe it.\n',
      replaces: textId,
    })
    return { suggestions: { _id: textId, count: 1 } }
  }, textId)) as Response
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe('/d/token#suggestions')
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringContaining('guest_name=Ada; Path=/d;'),
    expect.stringMatching(new RegExp(`^guest_text=${textId}; Path=/d/token; HttpOnly; .*Secure$`)),
  ])
  const withdrawn = (await send(() => ({ suggestions: { _id: null, count: 0 } }))) as Response
  expect(withdrawn.headers.getSetCookie()[1]).toContain('Max-Age=0')
})

test('a refused text is shown again, and one for a closed link is given back', async () => {
  const refused = (await send(() => {
    throw new AppError('invalid_input', 'guest_name is missing.', { field: 'guest_name', reason: 'missing' })
  })) as { data: object }
  expect(isRefusedText(refused.data)).toBe(true)
  expect(refused.data).toMatchObject({
    text: 'Steep it.\n\nServe it.\n',
    field: 'guest_name',
    error: 'Enter your name.',
  })
  for (const code of ['not_found', 'forbidden'] as const) {
    const closed = (await send(() => {
      throw new AppError(code, 'No.')
    })) as { data: object }
    expect(isClosedText(closed.data)).toBe(true)
    expect(closed.data).toEqual({ closedText: 'Steep it.\n\nServe it.\n' })
  }
})
