import { useSiteWords } from '../../../locales/features/sites.ts'
import { useFormats } from '../../../locales/index.ts'
import { State } from '../../../ui/badges.tsx'
import { Switch } from '../../../ui/choice.tsx'
import { circleCheck, triangleExclamation } from '../../../ui/icon-paths.ts'
import { getContrast, isColor, isReadable, writeLongColor } from './contrast.ts'
import type { ControlProps } from './look-control.tsx'

interface ThemedColor {
  light: string
  dark: string
}

const firstColor: ThemedColor = { light: '#4f46e5', dark: '#818cf8' }

/** A colour for each theme, with how well it can be read. An optional one can be left to the theme. */
export function ColorControl({
  label,
  value,
  onChange,
  isOptional,
}: ControlProps<ThemedColor | undefined> & { isOptional: boolean }) {
  const { siteLook } = useSiteWords()
  const color = value ?? firstColor
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      {isOptional && (
        <Switch
          label={siteLook.ownColor}
          isChecked={value !== undefined}
          onChange={(isOwn) => onChange(isOwn ? firstColor : undefined)}
        />
      )}
      {(value !== undefined || !isOptional) && (
        <>
          <div className="color-pair">
            {(['light', 'dark'] as const).map((theme) => (
              <ColorField
                key={theme}
                label={theme === 'light' ? siteLook.inLight : siteLook.inDark}
                value={color[theme]}
                onChange={(next) => onChange({ ...color, [theme]: next })}
              />
            ))}
          </div>
          <ContrastState color={color} />
        </>
      )}
    </fieldset>
  )
}

/** One colour: picked in the browser's own field, or written. */
function ColorField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const { siteLook } = useSiteWords()
  return (
    <div className="color-field">
      <input
        type="color"
        aria-label={siteLook.pick(label)}
        value={writeLongColor(value)}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        className="color-text"
        aria-label={label}
        title={label}
        value={value}
        maxLength={7}
        spellCheck={false}
        aria-invalid={!isColor(value)}
        onChange={(event) => onChange(event.target.value.trim())}
      />
    </div>
  )
}

function ContrastState({ color }: { color: ThemedColor }) {
  const { siteLook } = useSiteWords()
  const { number } = useFormats()
  const [light, dark] = [getContrast(color.light, 'light'), getContrast(color.dark, 'dark')]
  if (light === undefined || dark === undefined) {
    return <State look="danger" icon={triangleExclamation} label={siteLook.wrongColor} />
  }
  const round = (contrast: number): string => `${number(Math.round(contrast * 10) / 10)} : 1`
  if (isReadable(light) && isReadable(dark)) {
    return <State look="success" icon={circleCheck} label={siteLook.readable(round(light), round(dark))} />
  }
  return (
    <State
      look="warning"
      icon={triangleExclamation}
      label={
        isReadable(light)
          ? siteLook.hardInDark(round(dark))
          : isReadable(dark)
            ? siteLook.hardInLight(round(light))
            : siteLook.hardInBoth(round(light), round(dark))
      }
    />
  )
}

/** Greys with a shade of a colour, or plain ones. */
export function TintControl({ label, value, onChange }: ControlProps<{ color: ThemedColor } | undefined>) {
  const { siteLook } = useSiteWords()
  const color = value?.color
  return (
    <fieldset className="field">
      <legend className="sr">{label}</legend>
      <Switch
        label={label}
        isChecked={color !== undefined}
        onChange={(isTinted) => onChange(isTinted ? { color: firstColor } : undefined)}
      />
      {color && (
        <div className="color-pair">
          {(['light', 'dark'] as const).map((theme) => (
            <ColorField
              key={theme}
              label={theme === 'light' ? siteLook.inLight : siteLook.inDark}
              value={color[theme]}
              onChange={(next) => onChange({ color: { ...color, [theme]: next } })}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}
