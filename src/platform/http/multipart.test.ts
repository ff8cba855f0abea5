import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { AppError } from '#kit/errors.ts'
import { readMultipart } from './multipart.ts'

const boundary = 'xBOUNDARYx'
const part = (disposition: string, content: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const end = `--${boundary}--\r\n`
const read = (body: string | Buffer, maxBytes = 10_000_000, type = `multipart/form-data; boundary=${boundary}`) => {
  const bytes = Buffer.from(body as string)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
    bytes.subarray(at * 65_536, (at + 1) * 65_536),
  )
  return readMultipart(Readable.from(pieces, { objectMode: false }), type, {
    maxBytes,
    tooLarge: () => new AppError('too_large', 'too large'),
  })
}

test('fields are strings, and a file is a File with its original name', async () => {
  const content = 'x'.repeat(300_000)
  const form = await read(
    part('name="title"', 'Größe') + part('name="file"; filename="a %22b%22 é.csv"', content) + end,
  )
  expect(form.title).toBe('Größe')
  const file = form.file as File
  expect([file.name, file.size, await file.text()]).toEqual(['a "b" é.csv', 300_000, content])
})

test('parses a browser’s form', async () => {
  const form = new FormData()
  form.set('workspace_id', 'w')
  form.set('file', new File([new Uint8Array([0, 255, 13, 10])], 'ü "1".bin', { type: 'image/png' }))
  const request = new Request('http://a.example', { method: 'POST', body: form })
  const type = request.headers.get('content-type')!
  const values = await read(Buffer.from(await request.arrayBuffer()), 1000, type)
  const file = values.file as File
  expect([values.workspace_id, file.name, file.type, [...new Uint8Array(await file.arrayBuffer())]]).toEqual([
    'w',
    'ü "1".bin',
    'image/png',
    [0, 255, 13, 10],
  ])
})

const file = (name: string) => part(`name="${name}"; filename="a.csv"`, 'a')

test.each([
  ['two files', file('file') + file('file') + end, 'invalid_input', 'more than one file'],
  ['a field twice', part('name="a"', '1') + part('name="a"', '2') + end, 'invalid_input', 'a was sent twice'],
  ['very many parts', part('name="a"', '1').repeat(100_000) + end, 'invalid_input', 'a was sent twice'],
  ['very many parts without a name', part('', '1').repeat(1000) + end, 'invalid_input', 'form'],
  ['a field of a megabyte', part('name="a"', 'x'.repeat(1_000_000)) + end, 'invalid_input', 'too long'],
  ['a name of a megabyte', part(`name="${'x'.repeat(1_000_000)}"`, '1') + end, 'invalid_input', 'form'],
  ['a body that is cut', file('file').slice(0, -1), 'invalid_input', 'form'],
  ['no form at all', 'hello', 'invalid_input', 'form'],
  ['too many bytes', file('file') + 'x'.repeat(11_000_000), 'too_large', 'too large'],
])('rejects %s', async (_, body, code, words) => {
  const error = await read(body).then(
    (values) => values,
    (error: AppError) => error,
  )
  expect(error).toMatchObject({ code, message: expect.stringContaining(words) })
})

test('another content type is 415', async () => {
  await expect(async () => read('{}', 100, 'application/json')).rejects.toMatchObject({ code: 'unsupported_type' })
})

test('a part with a megabyte of headers is ignored', async () => {
  expect(await read(`--${boundary}\r\n${'A: b\r\n'.repeat(200_000)}\r\n1\r\n${part('name="a"', '1')}${end}`)).toEqual({
    a: '1',
  })
})
