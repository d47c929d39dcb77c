import type { IconPath } from './icon-paths.ts'

/** An icon that carries no meaning of its own: what it stands for is written beside it, or is the label of its button. */
export function Icon({ of: [viewBox, path], size }: { of: IconPath; size?: 'small' }) {
  return (
    <svg className={size === 'small' ? 'icon small' : 'icon'} viewBox={widen(viewBox)} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

/** Icons have different widths. Each is drawn in the middle of a square, so that labels beside them are aligned. */
function widen(viewBox: string): string {
  const [, , width = 512, height = 512] = viewBox.split(' ').map(Number)
  const side = Math.max(width, height)
  return `${(width - side) / 2} ${(height - side) / 2} ${side} ${side}`
}
