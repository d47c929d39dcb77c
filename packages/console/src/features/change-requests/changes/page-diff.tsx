import { useRef, useState } from 'react'
import { useWords } from '../../../locales/index.ts'
import { classNames } from '../../../ui/class-names.ts'
import { BlockTalk } from './block-talk.tsx'
import type { DiffBlock, DiffPart, TextDiff } from './diff-blocks.ts'
import type { BlockMark, DiffPlaces } from './diff-places.ts'
import type { DiffComments } from './use-diff-comments.ts'

/** What is said about a page, and where its words are in the differences. */
export interface DiffTalk {
  comments: DiffComments
  places: DiffPlaces
  /** The same of the text before. */
  earlierPlaces: DiffPlaces
  /** The commented words of each block, by its index. */
  marks: ReadonlyMap<number, BlockMark[]>
}

interface PageDiffProps {
  diff: TextDiff
  /** As its source, or set as a page. */
  isSource: boolean
  talk?: DiffTalk | undefined
  onRevertBlocks?: ((keys: string[]) => void) | undefined
}

/** A block, with its place among all. */
interface PlacedBlock {
  block: DiffBlock
  index: number
}

interface Fold {
  blocks: PlacedBlock[]
}

/** How many unchanged blocks beside a change are shown. */
const SHOWN_AROUND = 1

const noMarks: BlockMark[] = []

/** The blocks of a page, with what came and what went. What is the same is folded, unless somebody talks about it. */
export function PageDiff({ diff, isSource, talk, onRevertBlocks }: PageDiffProps) {
  const { changes } = useWords()
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const marks = talk?.marks ?? new Map<number, BlockMark[]>()
  if (diff.blocks.every(({ kind }) => kind === 'same') && marks.size === 0) {
    return <p className="soft">{changes.noTextChange}</p>
  }
  const show = ({ block, index }: PlacedBlock) => (
    <DiffRow
      key={index}
      index={index}
      block={block}
      isSource={isSource}
      marks={marks.get(index) ?? noMarks}
      talk={talk}
      onRevertBlocks={onRevertBlocks}
    />
  )
  return (
    <div className={classNames('page diff', isSource && 'as-source')}>
      <div className="body">
        {foldBlocks(diff.blocks, marks).map((entry) => {
          if ('block' in entry) return show(entry)
          const first = entry.blocks[0]?.index ?? 0
          if (opened.has(first)) return entry.blocks.map(show)
          return (
            <button
              key={`fold-${first}`}
              type="button"
              className="fold"
              onClick={() => setOpened(new Set([...opened, first]))}
            >
              {changes.unchangedBlocks(entry.blocks.length)}
            </button>
          )
        })}
      </div>
    </div>
  )
}

function foldBlocks(
  blocks: readonly DiffBlock[],
  marks: ReadonlyMap<number, unknown>,
): (PlacedBlock | Fold)[] {
  const isNear = (place: number): boolean =>
    marks.has(place) ||
    blocks
      .slice(Math.max(0, place - SHOWN_AROUND), place + SHOWN_AROUND + 1)
      .some(({ kind }) => kind !== 'same')
  const entries: (PlacedBlock | Fold)[] = []
  blocks.forEach((block, index) => {
    const last = entries.at(-1)
    if (isNear(index)) entries.push({ block, index })
    else if (last && 'blocks' in last) last.blocks.push({ block, index })
    else entries.push({ blocks: [{ block, index }] })
  })
  return entries
}

interface DiffRowProps extends PlacedBlock {
  isSource: boolean
  marks: readonly BlockMark[]
  talk: DiffTalk | undefined
  onRevertBlocks: ((keys: string[]) => void) | undefined
}

function DiffRow({ block, index, isSource, marks, talk, onRevertBlocks }: DiffRowProps) {
  const { changes } = useWords()
  const blockRef = useRef<HTMLDivElement>(null)
  const labels = { added: changes.newBlock, removed: changes.removedBlock, changed: changes.changedBlock }
  const form = isSource ? 'source' : findForm(block)
  const pieces = markParts(block.parts, marks)
  return (
    <div className="diff-row">
      <div
        ref={blockRef}
        className={classNames(
          'diff-block',
          `is-${form}`,
          block.kind === 'same' ? 'same' : 'hunk',
          (block.kind === 'added' || block.kind === 'removed') && block.kind,
        )}
      >
        {block.kind !== 'same' && <span className="sr">{labels[block.kind]}: </span>}
        {(form === 'source' || form === 'code' ? pieces : stripMarks(pieces)).map((piece, place) => (
          <Piece key={place} piece={piece} />
        ))}
      </div>
      {talk && (
        <BlockTalk
          index={index}
          isRemoved={block.kind === 'removed'}
          places={talk.places}
          comments={talk.comments}
          onBlock={talk.comments.items.filter(({ id }) => marks.some((mark) => mark.id === id))}
          blockRef={blockRef}
          onRevert={block.kind === 'same' ? undefined : prepareRevert(talk, index, onRevertBlocks)}
        />
      )}
    </div>
  )
}

/** Undefined where one may not, or where nothing says which blocks of the page these are. */
function prepareRevert(
  { places, earlierPlaces }: DiffTalk,
  index: number,
  onRevertBlocks: ((keys: string[]) => void) | undefined,
): (() => void) | undefined {
  if (!onRevertBlocks) return undefined
  const keys = [...new Set([...places.listTopKeys(index), ...earlierPlaces.listTopKeys(index)])]
  return keys.length === 0 ? undefined : () => onRevertBlocks(keys)
}

/** A part of a block, or of a part: all of it is commented, or nothing. */
interface DiffPiece extends DiffPart {
  isCommented: boolean
}

/** Divides parts where commented words begin and end. Only the text that is there now is counted. */
function markParts(parts: readonly DiffPart[], marks: readonly BlockMark[]): DiffPiece[] {
  const edges = marks.flatMap(({ start, end }) => [start, end])
  let offset = 0
  return parts.flatMap((part): DiffPiece[] => {
    if (part.kind === 'removed') return [{ ...part, isCommented: false }]
    const [first, last] = [offset, offset + part.text.length]
    offset = last
    const cuts = [...new Set([first, ...edges.filter((edge) => edge > first && edge < last), last])]
    cuts.sort((one, other) => one - other)
    return cuts.slice(0, -1).map((start, place) => {
      const end = cuts[place + 1] ?? last
      return {
        kind: part.kind,
        text: part.text.slice(start - first, end - first),
        isCommented: marks.some((mark) => mark.start <= start && mark.end >= end),
      }
    })
  })
}

function Piece({ piece: { kind, text, isCommented } }: { piece: DiffPiece }) {
  const content = isCommented ? <mark className="commented">{text}</mark> : text
  if (kind === 'added') return <ins>{content}</ins>
  if (kind === 'removed') return <del>{content}</del>
  return <span>{content}</span>
}

/** How a block is set: by how it begins. */
function findForm({ parts }: DiffBlock): 'heading-1' | 'heading-2' | 'heading-3' | 'code' | 'text' {
  const text = parts.map((part) => part.text).join('')
  const heading = /^(#{1,6})\s/.exec(text)?.[1]
  if (heading !== undefined) {
    return heading.length === 1 ? 'heading-1' : heading.length === 2 ? 'heading-2' : 'heading-3'
  }
  return /^\s*(```|~~~|\{%|<|\|)/.test(text) ? 'code' : 'text'
}

/** A heading is seen by its size, so its signs are left out where they were not changed. */
function stripMarks(pieces: readonly DiffPiece[]): DiffPiece[] {
  const [first, ...rest] = pieces
  return first ? [{ ...first, text: first.text.replace(/^#{1,6}\s+/, '') }, ...rest] : []
}
