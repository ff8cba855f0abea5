import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#features/analytics/rules/event-storage.ts'
import { rememberRoute } from './app-state.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})
const remembered = () => [localStorage.getItem('current_route'), localStorage.getItem('previous_route')]

test('stores the current and the previous route, and a reload changes nothing', () => {
  rememberRoute('/')
  rememberRoute('/app')
  rememberRoute('/app')
  expect(remembered()).toEqual(['/app', '/'])
  rememberRoute('/app/reports?page=2')
  expect(remembered()).toEqual(['/app/reports?page=2', '/app'])
})

test('doesn’t store /login', () => {
  rememberRoute('/demo')
  rememberRoute('/login?redirect_to=/app')
  expect(remembered()).toEqual(['/demo', null])
  rememberRoute('/app')
  expect(remembered()).toEqual(['/app', '/demo'])
  rememberRoute('/login')
  rememberRoute('/login/code')
  expect(remembered()).toEqual(['/login/code', '/app'])
})

test('ignores unavailable storage', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('off')
    },
    setItem() {
      throw new Error('off')
    },
  })
  rememberRoute('/app')
})
