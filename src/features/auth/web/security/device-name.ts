/** A browser and system from a User-Agent, as people call them: "Firefox on Windows". What is not known is not guessed. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const browser = [
    ['Edg', 'Edge'],
    ['OPR', 'Opera'],
    ['SamsungBrowser', 'Samsung Internet'],
    ['HeadlessChrome', 'Headless Chrome'],
    ['Firefox', 'Firefox'],
    ['FxiOS', 'Firefox'],
    ['CriOS', 'Chrome'],
    ['Chrome', 'Chrome'],
    ['Safari', 'Safari'],
  ].find(([mark]) => userAgent.includes(`${mark}/`))?.[1]
  const system = [
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Android', 'Android'],
    ['Windows', 'Windows'],
    ['CrOS', 'ChromeOS'],
    ['Mac OS', 'macOS'],
    ['Linux', 'Linux'],
  ].find(([mark]) => userAgent.includes(mark as string))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? (userAgent.split(/[/\s]/)[0] || 'Unknown device')
}
