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
function listSettings(schema: Schema, path: string[] = []): Map<string, Schema> {
  return new Map(
    Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
      const settingPath = [...path, name]
      return isSettingGroup(settingPath)
        ? [...listSettings(part, settingPath)]
        : [[settingPath.join('.'), part] as const]
    }),
  )
}

// A schema of TypeBox is a JSON schema.
const settings = listSettings(CustomizationInput as unknown as Schema)

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
  for (const control of lookControls) {
    if (control.kind !== 'choice' && control.kind !== 'font') continue
    const schema = settings.get(control.path)
    const values = schema?.enum ?? schema?.anyOf?.find((part) => part.enum)?.enum
    expect({ path: control.path, values: [...control.values] }).toEqual({ path: control.path, values })
  }
})

test('defaults are those of the renderer', () => {
  for (const { path, default: value } of lookControls) {
    if (path !== 'title') expect({ path, value }).toEqual({ path, value: readDefault(path) })
  }
})

test('every setting and every group has a name', () => {
  for (const { path } of lookControls)
    expect(Object.keys(siteLook.settings)).toContain(path.replaceAll('.', '_'))
  expect(Object.keys(siteLook.groups)).toEqual(lookGroups.map(({ id }) => id))
})
