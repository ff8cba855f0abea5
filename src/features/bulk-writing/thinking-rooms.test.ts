import { expect, test } from 'vitest'
import { createThinkingRooms } from './thinking-rooms.ts'

test('a model gets all the room until it was measured, then twice its longest answer, and all of it again if that was too little', () => {
  const rooms = createThinkingRooms()
  rooms.measured('a', 900)
  rooms.measured('a', 200)
  expect(rooms.get('a')).toBeUndefined()
  rooms.measured('a', 300)
  expect(rooms.get('a')).toBe(1800)
  expect(rooms.get('b')).toBeUndefined()
  // Only the latest answers count.
  for (let answer = 0; answer < 50; answer++) rooms.measured('a', 100)
  expect(rooms.get('a')).toBe(400)
  rooms.ranOut('a')
  expect(rooms.get('a')).toBeUndefined()
})
