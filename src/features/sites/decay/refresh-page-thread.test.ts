import { expect, test } from 'vitest'
import readPage from './refresh-page-thread.ts'

const blank = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
const read = (body: string) =>
  readPage({
    bytes: new TextEncoder().encode(
      `<html lang="en"><title>Mats</title><body><article><h1>Mats</h1>${body}</article></body></html>`,
    ),
    contentType: 'text/html; charset=utf-8',
    url: 'https://shop.example/guides/mats',
  }).markdown

test.each([
  ['a relative address', '<img src="../img/mat.jpg" alt="A mat">', '![A mat](https://shop.example/img/mat.jpg)'],
  ['an absolute one', '<img src="https://cdn.example/m.webp?w=9">', '![](https://cdn.example/m.webp?w=9)'],
  [
    'a late one beside a blank image',
    `<img src="${blank}" data-src="/late.png" alt="L">`,
    '![L](https://shop.example/late.png)',
  ],
  [
    'the widest of several',
    `<img src="${blank}" data-srcset="/s.png 320w, /l.png 1280w, /m.png 640w" alt="W">`,
    '![W](https://shop.example/l.png)',
  ],
  ['several without one of its own', '<img srcset="/1.png 1x, /2.png 2x">', '![](https://shop.example/2.png)'],
  [
    'one with a caption in a link',
    '<figure><a href="/big"><img src="/f.png" alt="F"></a><figcaption>Seen</figcaption></figure>',
    '[![F](https://shop.example/f.png)](https://shop.example/big)',
  ],
])('an imported page keeps its images: %s', (_, html, markdown) => {
  const words = 'Standing on a mat is easier than on a bare floor for most people. '.repeat(4)
  const text = read(`<p>${words}</p><p>${html}</p><h2>Thick or thin</h2><p>${words}</p>`)
  expect(text).toContain(markdown)
  expect(text).toContain('## Thick or thin')
  expect(text.split('Standing on a mat')).toHaveLength(9)
})
