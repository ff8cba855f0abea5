import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MentionedText } from './mentioned-text.tsx'

const show = (text: string, names: string[]) =>
  renderToStaticMarkup(<MentionedText text={text} mentions={names.map((name) => ({ user_id: null, name }))} />)

test('mentions are emphasized, and neither text nor names become HTML', () => {
  expect(show('Thanks @Ada <i>', [])).toBe('Thanks @Ada &lt;i&gt;')
  const html = show('<i>Thanks @Ada <img>, and @Bob', ['Ada <img>'])
  expect(html).toMatch(/^&lt;i&gt;Thanks <b class="[^"]+"><bdi>@Ada &lt;img&gt;<\/bdi><\/b>, and @Bob$/)
})
