import { expect, test, vi } from 'vitest'
import type { GlossaryEntry } from '../../packages/server/src/areas/translation/glossary/schema.ts'
import type { Translation } from '../../packages/server/src/areas/translation/translations/schema.ts'
import { createSpace, type List, type Suite } from './world.ts'

const paragraph = (text: string) => ({
  object: 'document',
  data: { schemaVersion: 8 },
  nodes: [
    { object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [{ object: 'leaf', text }] }] },
  ],
})

export const translationOperations: Suite = (world) => {
  test('translations: created, run, told why they failed, changed, listed, deleted; 400, 403, 404', async () => {
    const { admin, member, outsider, organizationId } = world()
    const { id: space } = await createSpace(world())
    const source = { space, language: 'en' }
    const create = (status: number, body: object, by = admin) =>
      by.api.call<Translation>('createTranslation', status, { organizationId, body })
    const created = await create(201, { source, language: 'es', instructions: paragraph('Be polite.') })
    expect(created).toMatchObject({ object: 'translation', status: 'pending', source, language: 'es' })
    expect(created.instructions).toMatchObject(paragraph('Be polite.'))
    expect(created.stats).toMatchObject({ runs: 0, totalWords: 0, latestPages: 0 })

    await create(400, { source })
    await create(400, { language: 'es' })
    await create(400, { source: { space }, language: 'es' })
    await create(400, { source, language: 'en' })
    await create(400, { source, language: 'tlh' })
    await create(400, { source, language: 'es', instructions: { object: 'document', nodes: 'none' } })
    await create(404, { source: { space: 'nowhere', language: 'en' }, language: 'es' })
    await create(403, { source, language: 'es' }, member)
    await create(404, { source, language: 'es' }, outsider)

    const given = { organizationId, translationId: created.id }
    await vi.waitFor(
      async () => {
        const { status, error, stats } = await admin.api.call<Translation>('getTranslation', 200, given)
        expect({ status, runs: stats.runs }).toEqual({ status: 'completed', runs: 1 })
        expect(error).toContain('VERSO_TRANSLATOR')
      },
      { timeout: 20_000, interval: 100 },
    )
    await admin.api.call('runTranslation', 204, given)
    await member.api.call('runTranslation', 403, given)
    await admin.api.call('runTranslation', 404, { organizationId, translationId: 'nowhere' })

    await member.api.call('updateTranslation', 403, { ...given, body: { instructions: paragraph('Hi.') } })
    await admin.api.call('updateTranslation', 400, { ...given, body: {} })
    const updated = await admin.api.call<Translation>('updateTranslation', 200, {
      ...given,
      body: { instructions: paragraph('Be brief.') },
    })
    expect(updated.instructions).toMatchObject(paragraph('Be brief.'))
    const seen = await member.api.call<Translation>('getTranslation', 200, given)
    expect(seen.permissions).toEqual({ view: true, edit: false })
    await outsider.api.call('getTranslation', 404, given)

    const { items, count } = await admin.api.call<List<Translation>>('listTranslations', 200, {
      organizationId,
    })
    expect(items.map(({ id }) => id)).toContain(created.id)
    expect(count).toBe(items.length)
    await member.api.call('deleteTranslation', 403, given)
    await admin.api.call('deleteTranslation', 205, given)
    await admin.api.call('deleteTranslation', 204, given)
    await admin.api.call('getTranslation', 404, given)
    await admin.api.call('runTranslation', 404, given)
  })

  test('the glossary: entries inserted, changed and deleted, all or none; 400, 403, 404', async () => {
    const { admin, member, outsider, organizationId } = world()
    const update = (status: number, operations: unknown, by = admin) =>
      by.api.call('updateGlossaryEntries', status, { organizationId, body: { operations } })
    const entries = async () =>
      (await admin.api.call<List<GlossaryEntry>>('listGlossaryEntries', 200, { organizationId })).items
    await update(204, [
      { type: 'insert', translations: { en: 'space', es: 'espacio' } },
      { type: 'insert', translations: { en: 'Verso' } },
    ])
    const [first, second] = await entries()
    expect(first).toMatchObject({ object: 'glossary-entry', translations: { en: 'space', es: 'espacio' } })
    const given = { organizationId, glossaryEntryId: first?.id ?? '' }
    expect(await admin.api.call('getGlossaryEntry', 200, given)).toEqual(first)

    await update(400, 'nothing')
    await update(400, [{ type: 'insert' }])
    await update(400, [{ type: 'insert', translations: { en: '' } }])
    await update(400, [{ type: 'insert', translations: { en: 'two\nlines' } }])
    await update(400, [{ type: 'insert', translations: { tlh: 'tlhIngan' } }])
    await update(400, [{ type: 'rename', id: first?.id }])
    await update(400, [
      { type: 'delete', id: first?.id },
      { type: 'update', id: 'nowhere', translations: { en: 'x' } },
    ])
    await update(403, [{ type: 'delete', id: first?.id }], member)
    await update(404, [{ type: 'delete', id: first?.id }], outsider)
    expect(await entries()).toEqual([first, second])

    await update(204, [
      { type: 'delete', id: first?.id },
      { type: 'update', id: second?.id, translations: { en: 'Verso', es: 'Verso' } },
    ])
    expect(await entries()).toMatchObject([{ id: second?.id, translations: { en: 'Verso', es: 'Verso' } }])
    await admin.api.call('getGlossaryEntry', 404, given)
    await outsider.api.call('getGlossaryEntry', 404, { ...given, glossaryEntryId: second?.id ?? '' })
  })
}
