import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconPath } from './icon-paths.ts'

/** A state in words, with a sign. */
export function State({
  label,
  icon,
  look,
}: {
  label: string
  icon: IconPath
  look?: 'success' | 'warning' | 'danger' | 'info' | 'primary'
}) {
  return (
    <span className={classNames('state', look)}>
      <Icon of={icon} />
      <span>{label}</span>
    </span>
  )
}

export function Count({ value, isPrimary = false }: { value: number; isPrimary?: boolean }) {
  return <span className={classNames('count', isPrimary && 'primary')}>{value}</span>
}

export function Chip({ label }: { label: string }) {
  return (
    <span className="chip">
      <span className="cut">{label}</span>
    </span>
  )
}

/** The picture of a person, or the first letters of their name. It is decoration where the name is written beside it. */
export function Avatar({
  name,
  imageUrl,
  size,
  isDecorative = false,
}: {
  name: string
  imageUrl?: string | undefined
  size?: 'large'
  isDecorative?: boolean
}) {
  return (
    <span
      className={classNames('avatar', size)}
      {...(isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {imageUrl !== undefined ? <img src={imageUrl} alt="" /> : findInitials(name)}
    </span>
  )
}

function findInitials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** How far work has come: `value` of `max`, or that it is under way. */
export function Progress({
  label,
  value,
  max,
}: {
  label: string
  value?: number | undefined
  max?: number | undefined
}) {
  return (
    <progress
      className="progress"
      aria-label={label}
      {...(value !== undefined && max !== undefined && { value, max })}
    />
  )
}
