import { useState } from 'react'
import { useWords } from '../../../locales/index.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { DiffBlock, DiffPart, TextDiff } from './diff-blocks.ts'

interface PageDiffProps {
  diff: TextDiff
  /** As its source, or set as a page. */
  isSource: boolean
}

interface Fold {
  blocks: DiffBlock[]
}

/** How many unchanged blocks beside a change are shown. */
const SHOWN_AROUND = 1

/** The blocks of a page, with what came and what went. What is the same is folded. */
export function PageDiff({ diff, isSource }: PageDiffProps) {
  const { changes } = useWords()
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  if (diff.blocks.every(({ kind }) => kind === 'same')) return <p className="soft">{changes.noTextChange}</p>
  return (
    <div className={classNames('page diff', isSource && 'as-source')}>
      <div className="body">
        {foldBlocks(diff.blocks).map((entry, index) =>
          'blocks' in entry && !opened.has(index) ? (
            <button
              key={index}
              type="button"
              className="fold"
              onClick={() => setOpened(new Set([...opened, index]))}
            >
              {changes.unchangedBlocks(entry.blocks.length)}
            </button>
          ) : 'blocks' in entry ? (
            entry.blocks.map((block, place) => (
              <DiffBlockView key={`${index}-${place}`} block={block} isSource={isSource} />
            ))
          ) : (
            <DiffBlockView key={index} block={entry} isSource={isSource} />
          ),
        )}
      </div>
    </div>
  )
}

function foldBlocks(blocks: readonly DiffBlock[]): (DiffBlock | Fold)[] {
  const isNear = (place: number): boolean =>
    blocks
      .slice(Math.max(0, place - SHOWN_AROUND), place + SHOWN_AROUND + 1)
      .some(({ kind }) => kind !== 'same')
  const entries: (DiffBlock | Fold)[] = []
  blocks.forEach((block, place) => {
    const last = entries.at(-1)
    if (isNear(place)) entries.push(block)
    else if (last && 'blocks' in last) last.blocks.push(block)
    else entries.push({ blocks: [block] })
  })
  return entries
}

interface DiffBlockViewProps {
  block: DiffBlock
  isSource: boolean
}

function DiffBlockView({ block, isSource }: DiffBlockViewProps) {
  const { changes } = useWords()
  const labels = { added: changes.newBlock, removed: changes.removedBlock, changed: changes.changedBlock }
  const form = isSource ? 'source' : findForm(block)
  return (
    <div
      className={classNames(
        'diff-block',
        `is-${form}`,
        block.kind === 'same' ? 'same' : 'hunk',
        (block.kind === 'added' || block.kind === 'removed') && block.kind,
      )}
    >
      {block.kind !== 'same' && <span className="sr">{labels[block.kind]}: </span>}
      {(form === 'source' || form === 'code' ? block.parts : stripMarks(block.parts)).map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  )
}

function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === 'added') return <ins>{text}</ins>
  if (kind === 'removed') return <del>{text}</del>
  return <span>{text}</span>
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
function stripMarks(parts: readonly DiffPart[]): DiffPart[] {
  const [first, ...rest] = parts
  return first ? [{ ...first, text: first.text.replace(/^#{1,6}\s+/, '') }, ...rest] : []
}
