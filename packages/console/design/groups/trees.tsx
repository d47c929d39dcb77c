import { useRef, useState } from 'react'
import { Icon } from '../../src/ui/icon.tsx'
import { ellipsis, eyeSlash, fileLines } from '../../src/ui/icon-paths.ts'
import { Menu } from '../../src/ui/menu.tsx'
import { PressButton } from '../../src/ui/press-button.tsx'
import { showToast } from '../../src/ui/toast.tsx'
import { moveNode, Tree, type TreeNode } from '../../src/ui/tree/index.ts'
import { VirtualList } from '../../src/ui/virtual-list.tsx'
import { Example, Group, type GroupName } from '../group.tsx'
import { longText, longWord, rtlText } from '../samples.ts'

const labels = {
  open: (label: string) => `Open ${label}`,
  close: (label: string) => `Close ${label}`,
  rename: (label: string) => `New name of ${label}`,
}

const deepNodes = Array.from({ length: 10 }, (_, level) => ({
  id: `level-${level}`,
  parent: level === 0 ? 'deep' : `level-${level - 1}`,
  label: `Level ${level + 3}`,
}))

const allNodes: TreeNode[] = [
  { id: 'start', parent: undefined, label: 'Getting started' },
  { id: 'guides', parent: undefined, label: 'Guides' },
  { id: 'retries', parent: 'guides', label: 'Retries' },
  { id: 'limits', parent: 'guides', label: 'Rate limits' },
  { id: 'hidden', parent: 'guides', label: 'Hidden from navigation' },
  { id: 'group', parent: undefined, label: 'A group' },
  { id: 'long', parent: 'group', label: longText },
  { id: 'word', parent: 'group', label: longWord },
  { id: 'rtl', parent: 'group', label: rtlText },
  { id: 'gone', parent: 'group', label: 'Deleted' },
  { id: 'deep', parent: undefined, label: 'Deep' },
  ...deepNodes,
]

const changes = allNodes.map((_, number) => ({ id: String(number), label: `Change ${number + 1}` }))
const manyRows = Array.from({ length: 50 }, (_, round) =>
  changes.map(({ id, label }) => ({ id: `${round}-${id}`, label: `Round ${round + 1}: ${label}` })),
).flat()

export const Trees = (name: GroupName) => (
  <Group {...name} parts={['Tree', 'VirtualList']}>
    <Example title="A tree to work with" isStacked>
      <PageTree canChange />
    </Example>
    <Example title="A tree to read" isStacked>
      <PageTree canChange={false} />
    </Example>
    <Example title="A list of a thousand rows" isStacked>
      <LongList />
    </Example>
  </Group>
)

function PageTree({ canChange }: { canChange: boolean }) {
  const scrollRef = useRef<HTMLDivElement>(null)
  const [nodes, setNodes] = useState(allNodes)
  const [currentId, setCurrentId] = useState('retries')
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['guides', 'group']))
  const rename = (id: string, label: string): void =>
    setNodes(nodes.map((node) => (node.id === id ? { ...node, label } : node)))
  return (
    <div ref={scrollRef} className="design-scrolled">
      <Tree
        label={canChange ? 'Pages' : 'Pages to read'}
        labels={labels}
        nodes={nodes}
        expanded={expanded}
        onExpandedChange={setExpanded}
        currentId={currentId}
        scrollRef={scrollRef}
        isGroup={({ id }) => id === 'group'}
        rowClassName={({ id }) => id === 'gone' && 'deleted'}
        renderMarks={({ id }) =>
          id === 'hidden' && (
            <span className="mark">
              <Icon of={eyeSlash} />
              <span className="sr">Hidden</span>
            </span>
          )
        }
        renderLink={({ id, label }, linkProps) => (
          <a
            href="#trees"
            {...linkProps}
            onClick={(event) => {
              event.preventDefault()
              setCurrentId(id)
            }}
          >
            {id !== 'group' && <Icon of={fileLines} />}
            <span className="cut">{label}</span>
          </a>
        )}
        {...(canChange && {
          onMove: (id, place) => setNodes(moveNode(nodes, id, place)),
          onRename: rename,
          onDelete: (id) => showToast({ message: `Delete was pressed at ${id}.` }),
          renderTools: ({ label }, { isTabbable }) => (
            <Menu label={`Actions for ${label}`} items={[{ id: 'rename', label: 'Rename', keys: 'F2' }]}>
              <PressButton aria-label={`Actions for ${label}`} tabIndex={isTabbable ? 0 : -1}>
                <Icon of={ellipsis} />
              </PressButton>
            </Menu>
          ),
        })}
      />
    </div>
  )
}

function LongList() {
  const scrollRef = useRef<HTMLDivElement>(null)
  const [currentIndex, setCurrentIndex] = useState(3)
  return (
    <div ref={scrollRef} className="design-scrolled">
      <VirtualList
        items={manyRows}
        getKey={({ id }) => id}
        currentIndex={currentIndex}
        scrollRef={scrollRef}
        rowHeightPx={32}
        renderRow={(row) => (
          <a
            className="nav-row"
            href="#trees"
            aria-current={manyRows.indexOf(row) === currentIndex ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault()
              setCurrentIndex(manyRows.indexOf(row))
            }}
          >
            <span className="cut">{row.label}</span>
          </a>
        )}
      />
    </div>
  )
}
