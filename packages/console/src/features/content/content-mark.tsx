import { Icon } from '../../ui/icon.tsx'
import { book, folderOpen } from '../../ui/icon-paths.ts'
import { readEmoji } from '../../ui/emoji.ts'
import type { ContentNode } from './use-content.ts'

/** The emoji of a space, or the sign of its kind. */
export function ContentMark({ node }: { node: ContentNode }) {
  return node.kind === 'space' && node.item.emoji !== '' ? (
    <span className="page-emoji" aria-hidden="true">
      {readEmoji(node.item.emoji)}
    </span>
  ) : (
    <Icon of={node.kind === 'space' ? book : folderOpen} />
  )
}
