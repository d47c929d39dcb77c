import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { isGroup, type MovePosition } from './structure-nodes.ts'
import { Structure } from './structure.ts'

const empty = () => new Structure({ groups: [], sections: [], links: [], siteSpaces: [] })
const space = (title: string) => ({ id: newId(), title })

/** All that must hold of a structure, whatever was done to it. */
function expectWhole(structure: Structure): void {
  const { groups, sections, siteSpaces } = structure
  const levels = [null, ...sections.keys()].map((id) => structure.listSiteSpaces(id))
  const [atRoot = [], ...inSections] = levels

  // Site spaces at the root or sections, never both; groups only where there are sections to hold.
  expect(Math.min(sections.size, atRoot.length)).toBe(0)
  expect(sections.size > 0 || groups.size === 0).toBe(true)
  for (const level of inSections) expect(level.length).toBeGreaterThan(0)

  // One default in each level that has something, and one default section.
  for (const level of levels) {
    expect(level.filter(({ isDefault }) => isDefault)).toHaveLength(Math.min(1, level.length))
    expect(new Set(level.map(({ path }) => path)).size).toBe(level.length)
  }
  const all = structure.listSections()
  expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(Math.min(1, sections.size))
  expect(new Set(all.map(({ path }) => path)).size).toBe(sections.size)

  // Everything is met on the way through, once: nothing is orphaned, and no group is inside itself.
  expect(new Set(all)).toEqual(new Set(sections.values()))
  expect(new Set(structure.listGroups())).toEqual(new Set(groups.values()))
  expect(new Set(structure.listAllSiteSpaces())).toEqual(new Set(siteSpaces.values()))
  for (const parent of [null, ...groups.keys()]) {
    const ranks = structure.listChildren(parent).map(({ rank }) => rank)
    expect(new Set(ranks).size).toBe(ranks.length)
  }

  // Places sort in the order in which things are met.
  for (const nodes of [all, structure.listGroups(), structure.listAllSiteSpaces()]) {
    const places = nodes.map((node) => structure.buildSortKey(node))
    expect(places).toEqual([...places].sort())
  }
}

const index = fc.nat(20)
/** A position by the numbers of what it is beside. */
const position = fc.record({
  before: fc.option(index, { nil: undefined, freq: 2 }),
  after: fc.option(index, { nil: undefined, freq: 2 }),
})
const title = fc.constantFrom('Guide', 'API', 'Ünï cødé', '日本', '--', 'x'.repeat(120))
const step = fc.oneof(
  fc.record({ do: fc.constant('addSiteSpace' as const), title, section: fc.option(index) }),
  fc.record({ do: fc.constant('addSection' as const), title, group: fc.option(index) }),
  fc.record({
    do: fc.constant('addGroup' as const),
    sections: fc.array(index, { maxLength: 3 }),
    parent: fc.option(index),
  }),
  fc.record({ do: fc.constant('addToGroup' as const), group: index, section: index }),
  fc.record({ do: fc.constant('removeFromGroup' as const), group: index, section: index }),
  fc.record({ do: fc.constant('removeGroup' as const), group: index }),
  fc.record({ do: fc.constant('removeSection' as const), section: index }),
  fc.record({ do: fc.constant('removeSiteSpace' as const), siteSpace: index }),
  fc.record({ do: fc.constant('moveSection' as const), section: index, position }),
  fc.record({ do: fc.constant('moveGroup' as const), group: index, position }),
  fc.record({ do: fc.constant('moveSiteSpace' as const), siteSpace: index, position }),
  fc.record({ do: fc.constant('setDefaultSection' as const), section: index }),
  fc.record({ do: fc.constant('setDefaultSiteSpace' as const), siteSpace: index }),
  fc.record({
    do: fc.constant('setPath' as const),
    section: index,
    path: fc.constantFrom('a', 'b', 'guide'),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The one with this number, round and round; nothing has no number. */
const pick = (ids: string[], at: number | null | undefined): string | undefined =>
  at == null ? undefined : ids[at % ids.length]

function anchors(
  structure: Structure,
  step: { before?: number | undefined; after?: number | undefined },
): MovePosition {
  const nodes = [...structure.listSections(), ...structure.listGroups()]
  const anchor = (at: number | undefined) => {
    const node = at === undefined ? undefined : nodes[at % nodes.length]
    return node && ({ kind: isGroup(node) ? 'site-section-group' : 'site-section', id: node.id } as const)
  }
  const [before, after] = [anchor(step.before), anchor(step.after)]
  return { ...(before && { before }), ...(after && { after }) }
}

function applyStep(structure: Structure, step: Step): void {
  const sections = [...structure.sections.keys()]
  const groups = [...structure.groups.keys()]
  const siteSpaces = [...structure.siteSpaces.keys()]
  switch (step.do) {
    case 'addSiteSpace':
      structure.addSiteSpace(space(step.title), pick(sections, step.section))
      break
    case 'addSection': {
      const groupId = pick(groups, step.group)
      structure.addSection(space(step.title), {
        siteTitle: 'Site',
        ...(groupId !== undefined && { groupId }),
      })
      break
    }
    case 'addGroup': {
      const parentId = pick(groups, step.parent)
      const sectionIds = step.sections.flatMap((at) => pick(sections, at) ?? [])
      structure.addGroup({ title: 'Group', sectionIds, ...(parentId !== undefined && { parentId }) })
      break
    }
    case 'addToGroup':
      structure.addSectionToGroup(pick(groups, step.group) ?? '', pick(sections, step.section) ?? '')
      break
    case 'removeFromGroup':
      structure.removeSectionFromGroup(pick(groups, step.group) ?? '', pick(sections, step.section) ?? '')
      break
    case 'removeGroup':
      structure.removeGroup(pick(groups, step.group) ?? '')
      break
    case 'removeSection':
      structure.removeSection(pick(sections, step.section) ?? '')
      break
    case 'removeSiteSpace':
      structure.removeSiteSpace(pick(siteSpaces, step.siteSpace) ?? '')
      break
    case 'moveSection':
      structure.moveSection(pick(sections, step.section) ?? '', anchors(structure, step.position))
      break
    case 'moveGroup':
      structure.moveGroup(pick(groups, step.group) ?? '', anchors(structure, step.position))
      break
    case 'moveSiteSpace': {
      const anchor = (at: number | undefined) => {
        const id = pick(siteSpaces, at)
        return id === undefined ? undefined : ({ kind: 'site-space', id } as const)
      }
      const [before, after] = [anchor(step.position.before), anchor(step.position.after)]
      const to = { ...(before && { before }), ...(after && { after }) }
      structure.moveSiteSpace(pick(siteSpaces, step.siteSpace) ?? '', to)
      break
    }
    case 'setDefaultSection':
      structure.setDefaultSection(pick(sections, step.section) ?? '')
      break
    case 'setDefaultSiteSpace': {
      const siteSpace = structure.getSiteSpace(pick(siteSpaces, step.siteSpace) ?? '')
      structure.setDefaultSiteSpace(siteSpace.id, siteSpace.sectionId)
      break
    }
    case 'setPath':
      structure.updateSection(pick(sections, step.section) ?? '', { path: step.path })
      break
  }
}

function isApplied(structure: Structure, step: Step): boolean {
  try {
    applyStep(structure, step)
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

/** What is there, to see that a refused step changed nothing. A site is saved only when no step was refused. */
const copyOf = ({ groups, sections, links, siteSpaces }: Structure): Structure =>
  new Structure({
    groups: [...groups.values()],
    sections: [...sections.values()],
    links: [...links.values()],
    siteSpaces: [...siteSpaces.values()],
  })

test('every rule holds after any sequence of changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let structure = empty()
      for (const each of steps) {
        const next = copyOf(structure)
        // A step that is refused, for a reason that can be told, is not saved.
        if (!isApplied(next, each)) continue
        structure = next
        expect(() => expectWhole(next)).not.toThrow()
      }
    }),
    { numRuns: 400 },
  )
})

describe('sections', () => {
  test('adding the first moves site spaces from the root; removing the last moves them back', () => {
    const structure = empty()
    const ids = ['One', 'Two'].map((title) => structure.addSiteSpace(space(title)).id)
    const added = structure.addSection(space('API'), { siteTitle: 'Docs' })
    const [first, second] = structure.listSections()

    expect(first).toMatchObject({ title: 'Docs', path: 'docs', isDefault: true })
    expect(second).toBe(added)
    expect(structure.listSiteSpaces(first?.id ?? '').map(({ id }) => id)).toEqual(ids)

    structure.removeSection(added.id)
    structure.removeSection(first?.id ?? '')
    expect(structure.listSiteSpaces(null).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [ids[0], true],
      [ids[1], false],
    ])
  })

  test('the next sibling becomes the default when the default is removed, or else the first', () => {
    const structure = empty()
    const [one, two, three] = ['One', 'Two', 'Three'].map((title) =>
      structure.addSection(space(title), { siteTitle: 'Docs' }),
    )
    structure.setDefaultSection(two?.id ?? '')
    structure.removeSection(two?.id ?? '')
    expect(structure.findDefaultSection()).toBe(three)
    structure.removeSection(three?.id ?? '')
    expect(structure.findDefaultSection()).toBe(one)
  })

  test('a section is removed with its last site space, which cannot be moved away', () => {
    const structure = empty()
    const one = structure.addSection(space('One'), { siteTitle: 'Docs' })
    const two = structure.addSection(space('Two'), { siteTitle: 'Docs' })
    const [only, other] = [one, two].map(({ id }) => structure.listSiteSpaces(id)[0]?.id ?? '')
    const behind = { after: { kind: 'site-space', id: other ?? '' } } as const

    expect(() => structure.moveSiteSpace(only ?? '', behind)).toThrow('one site space at least')
    structure.removeSiteSpace(only ?? '')
    expect([...structure.sections.values()]).toEqual([two])
    structure.removeSiteSpace(other ?? '')
    expect(structure.siteSpaces.size + structure.sections.size).toBe(0)
  })
})

describe('groups', () => {
  type Outline = (string | Outline)[]
  const outlineOf = (title: string, below: Outline): Outline => [title, ...below]
  const titles = (structure: Structure, groupId: string | null = null): Outline =>
    structure
      .listChildren(groupId)
      .map((child) => (isGroup(child) ? outlineOf(child.title, titles(structure, child.id)) : child.title))

  test('share one order with sections, and are replaced by their content when removed', () => {
    const structure = empty()
    const section = (title: string) => structure.addSection(space(title), { siteTitle: 'Docs' }).id
    const [a, b, c, d] = ['a0', 'b0', 'c0', 'd0'].map(section)
    const group = structure.addGroup({ title: 'G', sectionIds: [c ?? '', a ?? ''] })
    expect(titles(structure)).toEqual(['b0', 'd0', ['G', 'c0', 'a0']])

    structure.moveGroup(group.id, { before: { kind: 'site-section', id: d ?? '' } })
    structure.moveSection(b ?? '', { after: { kind: 'site-section', id: c ?? '' } })
    expect(titles(structure)).toEqual([['G', 'c0', 'b0', 'a0'], 'd0'])

    structure.removeSectionFromGroup(group.id, c ?? '')
    expect(titles(structure)).toEqual([['G', 'b0', 'a0'], 'c0', 'd0'])
    structure.removeGroup(group.id)
    expect(titles(structure)).toEqual(['b0', 'a0', 'c0', 'd0'])
  })

  test('are nested at most three levels deep, and never in themselves', () => {
    const structure = empty()
    structure.addSection(space('One'), { siteTitle: 'Docs' })
    const outer = structure.addGroup({ title: 'Outer' })
    const inner = structure.addGroup({ title: 'Inner', parentId: outer.id })
    const innermost = structure.addGroup({ title: 'Innermost', parentId: inner.id })

    expect(() => structure.addGroup({ title: 'Too deep', parentId: innermost.id })).toThrow('3 deep')
    const inside = { after: { kind: 'site-section-group', id: innermost.id } } as const
    expect(() => structure.moveGroup(outer.id, inside)).toThrow('into itself')
  })
})
