import { expect, test } from 'vitest'
import { getImageQueries, rankImages } from './suggest-images.ts'

const section = {
  heading: 'How to choose a kettle',
  text: 'A kettle with a gooseneck pours slowly. The kettle should hold a liter of water for coffee.',
  language: 'en',
}

test('the library is searched for words of the heading, then of the text', () => {
  expect(getImageQueries(section)).toEqual(['kettle', 'choose', 'gooseneck'])
  expect(getImageQueries({ heading: '', text: 'The of and', language: 'en' })).toEqual([])
})

test('images that share words with the section are suggested, those of the heading first', () => {
  const images = [
    { name: 'IMG_0042.jpg', alt: '' },
    { name: 'tea-garden.png', alt: 'A garden' },
    { name: 'pour.jpg', alt: 'Coffee water in a cup' },
    { name: 'steel_kettles-2.jpg', alt: '' },
    { name: 'stove.jpg', alt: 'A gooseneck kettle on a stove' },
    { name: 'water.jpg', alt: 'A lake' },
  ]
  expect(rankImages(images, section).map(({ name }) => name)).toEqual(['stove.jpg', 'steel_kettles-2.jpg', 'pour.jpg'])
})

test('other languages are compared by their own words', () => {
  const images = [{ name: 'a.jpg', alt: 'Zwei Wasserkessel' }]
  expect(rankImages(images, { heading: 'Der Wasserkessel', text: '', language: 'de' })).toHaveLength(1)
})
