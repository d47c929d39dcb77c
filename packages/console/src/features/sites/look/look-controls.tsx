import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { rotateLeft } from '../../../ui/icon-paths.ts'
import { lookPresets } from '../look-presets.ts'
import { PresetChoice } from '../preset-choice.tsx'
import { lookControls, lookGroups } from './controls.ts'
import { LookControlView } from './look-control.tsx'
import { getControlLabel } from './look-words.ts'
import { buildSettings, isSame, type LookValues, readValues } from './look-values.ts'
import type { SavedLook } from './use-look.ts'

interface LookControlsProps {
  values: LookValues
  saved: SavedLook
  onChange: (path: string, value: unknown) => void
  /** Sets all values in one step. */
  onReplace: (values: LookValues) => void
}

/** The preset that the settings are, if they are one. */
const findPreset = (values: LookValues, defaults: LookValues): string => {
  const { title: _, ...settings } = buildSettings(values, defaults)
  return lookPresets.find((preset) => isSame(preset.settings, settings))?.id ?? ''
}

/** The controls of all settings, in groups. */
export function LookControls({ values, saved, onChange, onReplace }: LookControlsProps) {
  const { siteLook } = useSiteWords()
  const choosePreset = (id: string): void => {
    const preset = lookPresets.find((each) => each.id === id)
    if (!preset) return
    const chosen = readValues(preset.settings)
    onReplace(
      Object.fromEntries(
        lookControls.map(({ path }) => [
          path,
          chosen[path] ?? (path.startsWith('styling.') ? saved.defaults[path] : values[path]),
        ]),
      ),
    )
  }
  return (
    <div className="look-controls" tabIndex={0} role="region" aria-label={siteLook.controls}>
      <section className="control-group" aria-label={siteLook.presets}>
        <PresetChoice
          label={siteLook.presets}
          value={findPreset(values, saved.defaults)}
          onChange={choosePreset}
        />
      </section>
      {lookGroups.map((group) => (
        <details
          key={group.id}
          className="control-group"
          open={group.id === 'theme' || group.id === 'colors'}
        >
          <summary>
            <h2>{siteLook.groups[group.id]}</h2>
          </summary>
          {group.controls.map((control) => {
            const { path } = control
            const isChanged = !isSame(values[path], saved.values[path])
            return (
              <div key={path} className="control" data-path={path}>
                <LookControlView
                  control={control}
                  value={values[path]}
                  onChange={(value) => onChange(path, value)}
                />
                {isChanged && (
                  <Button
                    className="control-reset"
                    look="quiet"
                    isDense
                    isIconOnly
                    icon={rotateLeft}
                    label={siteLook.takeBack(getControlLabel(siteLook, control))}
                    onPress={() => onChange(path, saved.values[path])}
                  />
                )}
              </div>
            )
          })}
        </details>
      ))}
    </div>
  )
}
