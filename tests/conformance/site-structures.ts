import { expect, test } from 'vitest'
import type {
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
} from '../../packages/server/src/areas/sites/structure/schema.ts'
import { createSite } from './sites.ts'
import { createSpace, type List, type Suite, type World } from './world.ts'

async function given(world: World) {
  return { organizationId: world.organizationId, siteId: (await createSite(world)).id }
}

async function addSection(world: World, site: { organizationId: string; siteId: string }, title: string) {
  const body = { spaceId: (await createSpace(world, { title })).id, title, icon: 'star' }
  return world.admin.api.call<SiteSection>('addSectionToSite', 201, { ...site, body })
}

const ids = ({ items }: List<{ id: string }>): string[] => items.map(({ id }) => id)

export const siteStructureOperations: Suite = (world) => {
  test('the operations on site sections', async () => {
    const { admin, member, outsider } = world()
    const site = await given(world())
    const [one, two] = [await addSection(world(), site, 'One'), await addSection(world(), site, 'Two')]
    expect(one).toMatchObject({ title: 'One', path: 'one', default: true, icon: 'star' })
    await admin.api.call('addSectionToSite', 400, { ...site, body: {} })
    await admin.api.call('addSectionToSite', 404, { ...site, body: { spaceId: 'nowhere' } })
    await member.api.call('addSectionToSite', 403, { ...site, body: { spaceId: 'nowhere' } })
    await outsider.api.call('listSiteSections', 404, site)

    const section = { ...site, siteSectionId: two.id }
    const body = {
      title: 'Second',
      path: 'second',
      description: 'More',
      condition: 'visitor.claims.beta',
      icon: null,
    }
    const changed = await admin.api.call<SiteSection>('updateSiteSectionById', 200, { ...section, body })
    expect(changed).toMatchObject({ title: 'Second', path: 'second', condition: 'visitor.claims.beta' })
    await admin.api.call('updateSiteSectionById', 200, { ...section, body: { condition: null } })
    await admin.api.call('updateSiteSectionById', 409, { ...section, body: { path: 'one' } })

    const position = { before: { type: 'site-section', siteSection: one.id } }
    await admin.api.call('moveSiteSection', 200, { ...section, body: { position } })
    const list = await member.api.call<List<SiteSection>>('listSiteSections', 200, site)
    expect(ids(list)).toEqual([two.id, one.id])
    const itself = { before: { type: 'site-section', siteSection: two.id } }
    await admin.api.call('moveSiteSection', 400, { ...section, body: { position: itself } })
    const unknown = { before: { type: 'site-section', siteSection: 'nowhere' } }
    await admin.api.call('moveSiteSection', 404, { ...section, body: { position: unknown } })

    await admin.api.call('deleteSiteSectionById', 205, section)
    await admin.api.call('deleteSiteSectionById', 204, section)
  })

  test('the operations on site section groups', async () => {
    const { admin, member } = world()
    const site = await given(world())
    const [one, two] = [await addSection(world(), site, 'One'), await addSection(world(), site, 'Two')]
    const body = { title: 'Guides', icon: 'book', sections: [two.id] }
    const group = await admin.api.call<SiteSectionGroup>('addSectionGroupToSite', 201, { ...site, body })
    expect(group).toMatchObject({ title: 'Guides', icon: 'book', sections: [{ id: two.id }] })
    await admin.api.call('addSectionGroupToSite', 400, { ...site, body: { title: '' } })
    await admin.api.call('addSectionGroupToSite', 201, {
      ...site,
      body: { title: 'Inner', parent: group.id },
    })

    const about = { ...site, siteSectionGroupId: group.id }
    const renamed = { ...about, body: { title: 'Renamed', icon: null } }
    expect(await admin.api.call('updateSiteSectionGroupById', 200, renamed)).toMatchObject({
      title: 'Renamed',
    })
    await admin.api.call('addSectionToGroup', 201, { ...about, body: { sectionId: one.id } })
    const list = await member.api.call<List<SiteSectionGroup>>('listSiteSectionGroups', 200, site)
    expect(list.items[0]?.sections.map(({ id }) => id)).toEqual([two.id, one.id])

    const member2 = { ...about, siteSectionId: two.id }
    await admin.api.call('removeSectionFromGroup', 205, member2)
    await admin.api.call('removeSectionFromGroup', 204, member2)
    const position = { after: { type: 'site-section', id: two.id } }
    await admin.api.call('moveSiteSectionGroup', 200, { ...about, body: { position } })
    const inside = { after: { type: 'site-section', id: one.id } }
    await admin.api.call('moveSiteSectionGroup', 400, { ...about, body: { position: inside } })
    const unknown = { after: { type: 'site-section-group', id: 'nowhere' } }
    await admin.api.call('moveSiteSectionGroup', 404, { ...about, body: { position: unknown } })
    await admin.api.call('deleteSiteSectionGroupById', 205, about)
    await admin.api.call('deleteSiteSectionGroupById', 204, about)
  })

  test('the operations on external links', async () => {
    const { admin, member } = world()
    const site = await given(world())
    const body = { title: 'Status', url: 'https://status.example', icon: 'signal', description: 'How we are' }
    await admin.api.call('addExternalLinkToSite', 400, { ...site, body })
    await addSection(world(), site, 'One')
    const link = await admin.api.call<SiteExternalLink>('addExternalLinkToSite', 201, { ...site, body })
    expect(link).toMatchObject({ object: 'site-external-link', ...body, draft: false })
    await member.api.call('addExternalLinkToSite', 403, { ...site, body })
    // The older description has no links, so a structure that has one fits the newer alone, and is not read here.
    const about = { ...site, siteExternalLinkId: link.id }
    const changed = { draft: true, condition: 'visitor.claims.beta', icon: null }
    expect(
      await admin.api.call('updateSiteExternalLinkById', 200, { ...about, body: changed }),
    ).toMatchObject({
      draft: true,
      condition: 'visitor.claims.beta',
    })
    await admin.api.call('updateSiteExternalLinkById', 400, {
      ...about,
      body: { url: 'javascript:alert(1)' },
    })
    await admin.api.call('deleteSiteExternalLinkById', 205, about)
    await admin.api.call('deleteSiteExternalLinkById', 204, about)
    await admin.api.call('updateSiteExternalLinkById', 404, { ...about, body: changed })
  })

  test('the operations on site spaces', async () => {
    const { admin, member } = world()
    const site = await given(world())
    const add = async (title: string) => {
      const body = { spaceId: (await createSpace(world(), { title })).id }
      return admin.api.call<SiteSpace>('addSpaceToSite', 201, { ...site, body })
    }
    const [one, two] = [await add('One'), await add('Two')]
    expect(one).toMatchObject({ title: 'One', path: 'one', default: true })
    await admin.api.call('addSpaceToSite', 400, { ...site, body: {} })
    await admin.api.call('addSpaceToSite', 404, {
      ...site,
      body: { spaceId: one.space.id, sectionId: 'nowhere' },
    })

    const about = { ...site, siteSpaceId: two.id }
    const body = { path: 'second', condition: 'visitor.claims.beta' }
    expect(await admin.api.call('updateSiteSpaceById', 200, { ...about, body })).toMatchObject(body)
    await admin.api.call('updateSiteSpaceById', 409, { ...about, body: { path: 'one' } })
    const position = { before: { type: 'site-space', siteSpace: one.id } }
    await admin.api.call('moveSiteSpace', 200, { ...about, body: { position } })
    const unknown = { before: { type: 'site-space', siteSpace: 'nowhere' } }
    await admin.api.call('moveSiteSpace', 404, { ...about, body: { position: unknown } })
    const list = await member.api.call<List<SiteSpace>>('listSiteSpaces', 200, site)
    expect(ids(list)).toEqual([two.id, one.id])
    const others = { ...site, query: { default: false } }
    expect(ids(await member.api.call<List<SiteSpace>>('listSiteSpaces', 200, others))).toEqual([two.id])

    const copy = await admin.api.call<SiteSpace>('duplicateSiteSpace', 201, { ...about, body: {} })
    expect(copy.title).toBe('Two (copy)')
    await admin.api.call('deleteSiteSpaceById', 205, about)
    await admin.api.call('deleteSiteSpaceById', 204, about)
  })

  test('getSiteStructure, sortSiteStructure', async () => {
    const { admin, member } = world()
    const site = await given(world())
    const read = () => member.api.call<SiteStructure>('getSiteStructure', 200, site)
    expect(await read()).toEqual({ type: 'siteSpaces', structure: [] })
    const [one, two] = [await addSection(world(), site, 'One'), await addSection(world(), site, 'Two')]
    const group = await admin.api.call<SiteSectionGroup>('addSectionGroupToSite', 201, {
      ...site,
      body: { title: 'Group', sections: [one.id] },
    })
    const item = { type: 'site-section-group', id: group.id }
    const body = { item, position: { before: { type: 'site-section', id: two.id } } }
    await admin.api.call('sortSiteStructure', 200, { ...site, body })
    const { structure } = await read()
    expect(structure.map(({ id }) => id)).toEqual([group.id, two.id])
    await admin.api.call('sortSiteStructure', 400, { ...site, body: { item, position: { before: item } } })
    await admin.api.call('sortSiteStructure', 404, {
      ...site,
      body: { item: { ...item, id: 'nowhere' }, position: {} },
    })
    await admin.api.call('unpublishSite', 200, site)
  })
}
