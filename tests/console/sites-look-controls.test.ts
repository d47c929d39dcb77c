import { defaultCustomization } from '@verso/site'
import { expect, test } from 'vitest'
import { lookControls, lookGroups } from '../../packages/console/src/features/sites/look/controls.ts'
import { siteLook } from '../../packages/console/src/locales/en/site-look.ts'
import {
  CustomizationInput,
  isSettingGroup,
} from '../../packages/server/src/areas/sites/customization/schema.ts'

/** The controls of the console, held to the schema of the API. */
interface Schema {
  properties?: Record<string, Schema>
  enum?: string[]
  anyOf?: Schema[]
}

/** Every setting by its path, such as `styling.theme`. */
function listSettings(schema: Schema, path: string[] = []): [string, Schema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]): [string, Schema][] => {
    const settingPath = path.concat(name)
    return isSettingGroup(settingPath) ? listSettings(part, settingPath) : [[settingPath.join('.'), part]]
  })
}

// A schema of TypeBox is a JSON schema.
const settings = new Map(listSettings(CustomizationInput as unknown as Schema))
// The newest clients send the actions of pages as a list, which stands for the switches beside it.
settings.delete('pageActions.items')

const readDefault = (path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (part, name) => (part as Record<string, unknown> | undefined)?.[name],
      defaultCustomization,
    )

test('every setting has one control, and every control a setting', () => {
  const paths = lookControls.map(({ path }) => path)
  expect(paths.toSorted()).toEqual([...settings.keys()].toSorted())
  expect(new Set(paths).size).toBe(paths.length)
})

test('choices are those of the schema', () => {
  const chosen = lookControls.flatMap((control) =>
    control.kind === 'choice' || control.kind === 'font' ? [[control.path, [...control.values]]] : [],
  )
  const allowed = chosen.map(([path]) => {
    const schema = settings.get(String(path))
    return [path, schema?.enum ?? schema?.anyOf?.find((part) => part.enum)?.enum]
  })
  expect(chosen).toEqual(allowed)
})

test('defaults are those of the renderer', () => {
  // The title is that of the site.
  const controls = lookControls.filter(({ path }) => path !== 'title')
  expect(controls.map((control) => [control.path, control.default])).toEqual(
    controls.map(({ path }) => [path, readDefault(path)]),
  )
})

test('every setting and every group has a name', () => {
  for (const { path } of lookControls)
    expect(Object.keys(siteLook.settings)).toContain(path.replaceAll('.', '_'))
  expect(Object.keys(siteLook.groups)).toEqual(lookGroups.map(({ id }) => id))
})
