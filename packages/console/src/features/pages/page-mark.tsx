import type { RevisionPage } from '../../api/operations.ts'
import { Icon } from '../../ui/icon.tsx'
import { arrowUpRightFromSquare, fileLines } from '../../ui/icon-paths.ts'

/** The emoji or icon of a page. */
export function PageMark({ page }: { page: Pick<RevisionPage, 'emoji' | 'icon' | 'type'> }) {
  const { emoji, icon, type } = page
  if (emoji !== undefined && emoji !== '') {
    return (
      <span className="page-emoji" aria-hidden="true">
        {readEmoji(emoji)}
      </span>
    )
  }
  if (icon !== undefined && icon !== '') {
    // The name is the author's: only what can be one is asked for.
    const name = /^[\w-]{1,60}$/.test(icon) ? icon : 'file'
    return (
      <span className="page-icon" aria-hidden="true" style={{ '--icon': `url("/app/icons/${name}.svg")` }} />
    )
  }
  return <Icon of={type === 'link' ? arrowUpRightFromSquare : fileLines} />
}

/** The API has emojis as code points in hexadecimal, such as `1f680`, and takes them as they are too. */
export function readEmoji(text: string): string {
  if (!/^[\da-f]{2,6}(-[\da-f]{2,6})*$/i.test(text)) return text
  const points = text.split('-').map((part) => Number.parseInt(part, 16))
  return points.every((point) => point <= 0x10_ff_ff) ? String.fromCodePoint(...points) : text
}
