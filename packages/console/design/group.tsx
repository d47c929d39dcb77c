import type { ReactNode } from 'react'

export interface GroupName {
  /** The part of the address behind `#`. */
  id: string
  title: string
}

interface GroupProps extends GroupName {
  /** The components of `src/ui` that it shows. A test compares them with what there is. */
  parts?: readonly string[]
  children: ReactNode
}

/** Parts that belong together. */
export function Group({ id, title, parts = [], children }: GroupProps) {
  return (
    <section className="design-group" id={id} aria-labelledby={`${id}-title`}>
      <div className="design-group-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {parts.map((part) => (
          <code key={part} className="design-part">
            {part}
          </code>
        ))}
      </div>
      <div className="design-examples">{children}</div>
    </section>
  )
}

interface ExampleProps {
  title: string
  /** Goes over the whole width of the page. */
  isWide?: boolean
  /** Below each other instead of side by side. */
  isStacked?: boolean
  children: ReactNode
}

/** A part in one of its states, or in a few that are compared. */
export function Example({ title, isWide = false, isStacked = false, children }: ExampleProps) {
  return (
    <div className={isWide ? 'design-example is-wide' : 'design-example'}>
      <h3>{title}</h3>
      <div className={isStacked ? 'design-shown is-stacked' : 'design-shown'}>{children}</div>
    </div>
  )
}
