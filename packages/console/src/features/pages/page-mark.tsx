import type { RevisionPage } from '../../api/operations.ts'
import { readEmoji } from '../../ui/emoji.ts'
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
