const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)

/** Keys to press together, such as `Ctrl K`. A Mac shows its own signs. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {keys.split(' ').map((key) => (
        <kbd key={key}>{isApple ? (appleKeys[key] ?? key) : key}</kbd>
      ))}
    </span>
  )
}

const appleKeys: Record<string, string> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' }
