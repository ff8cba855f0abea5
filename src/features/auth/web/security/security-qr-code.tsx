import { useMemo } from 'react'
import { encode } from 'uqr'

/** Modules of white around the code: the standard (ISO/IEC 18004) asks for four. */
const quietZone = 4

export type QrCodeProps = { text: string; label: string; className?: string }

/** Dark on white in both themes: many readers do not take an inverted code. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: quietZone })
    const path = data
      .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
      .filter(Boolean)
      .join('')
    return { size, path }
  }, [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      // Whole pixels to a module, so that its edges are sharp.
      width={size * 4}
      height={size * 4}
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
