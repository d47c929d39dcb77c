import type { ResolvedFile } from './context.ts'

/** How wide the column of a text is, as `--text` in `styles/base.css` says. */
export const TEXT_WIDTH_PIXELS = 736

/**
 * The attributes by which browsers choose among the sizes of a picture. None where it has one size only.
 *
 * @param displayWidth the largest width that the page shows the picture in.
 */
export function createSizeAttributes(
  { href, width, narrowVersions = [] }: ResolvedFile,
  displayWidth: number,
): { srcset?: string; sizes?: string } {
  if (width === undefined || narrowVersions.length === 0) return {}
  const versions = [...narrowVersions, { href, width }].map((version) => `${version.href} ${version.width}w`)
  return { srcset: versions.join(', '), sizes: `min(100vw, ${Math.min(width, displayWidth)}px)` }
}
