import { expect, test } from 'vitest'
import { relatedPosts } from './related-posts.ts'

const post = (title: string, tags: string[] = [], opening = '') => ({ title, excerpt: '', tags, opening })

test('posts are related by shared tags and terms, and a rare tag counts more than a common one', () => {
  const rare = post('Filters', ['Paper'])
  const common = post('Mugs', ['Coffee'])
  const words = post('Grinding for cold brew', [], 'Cold brew wants a coarse grind.')
  const far = post('Bicycles', ['Travel'], 'A tour along the river.')
  const others = [common, post('Spoons', ['Coffee']), post('Kettles', ['coffee']), far, rare, words]
  const found = relatedPosts(post('Cold brew', ['Coffee', 'Paper'], 'Cold brew with a coarse grind.'), others, 'en', 6)
  expect(found).not.toContain(far)
  expect(found.indexOf(rare)).toBeLessThan(found.indexOf(common))
  expect(found).toContain(words)
})

test('posts with nothing in common are left out, and the number of results is limited', () => {
  expect(relatedPosts(post('Cold brew'), [post('Bicycles')], 'en', 3)).toEqual([])
  const same = Array.from({ length: 5 }, (_, n) => post(`Number ${n}`, ['One']))
  expect(relatedPosts(post('Zero', ['one']), same, 'en', 3)).toHaveLength(3)
})
