/** An icon by the name that Font Awesome has for it. */
export function SiteIcon({ name }: { name: string }) {
  // The name is somebody's: only what can be one is asked for.
  const safeName = /^[\w-]{1,60}$/.test(name) ? name : 'file'
  return (
    <span
      className="page-icon"
      aria-hidden="true"
      style={{ '--icon': `url("/app/icons/${safeName}.svg")` }}
    />
  )
}
