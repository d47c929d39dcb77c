import type { RevisionEntry } from '../../api/operations.ts'
import {
  arrowsRotate,
  clone,
  codeBranch,
  codeMerge,
  download,
  type IconPath,
  penToSquare,
  wandMagicSparkles,
} from '../../ui/icon-paths.ts'

/** How a revision came about, as a picture. */
export const revisionIcons: Record<RevisionEntry['type'], IconPath> = {
  merge: codeMerge,
  git: codeBranch,
  import: download,
  template: clone,
  computed: wandMagicSparkles,
  update: arrowsRotate,
  edits: penToSquare,
}
