import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test('browsers and systems have their familiar names', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
  expect(deviceName(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/140.0.0.0`)).toBe(
    'Edge on Windows',
  )
  expect(deviceName(`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36`)).toBe('Chrome on macOS')
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1')).toBe(
    'Safari on iPhone',
  )
  expect(deviceName('curl/8.5.0')).toBe('curl')
  expect(deviceName(null)).toBe('Unknown device')
})
