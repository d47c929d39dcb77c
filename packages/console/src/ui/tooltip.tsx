import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

const DELAY_MS = 400
/** Whoever goes from one button to the next after a tooltip was shown sees the next one at once. */
const WARM_MS = 500
/** Between the button and the tooltip. */
const OFFSET_PX = 6
/** Between the tooltip and the edge of the window. */
const EDGE_PX = 12

let lastShownAt = -Infinity

/** For the button of the tooltip. */
export interface TooltipEvents {
  onPointerEnter: (event: PointerEvent) => void
  onPointerLeave: () => void
  onPointerDown: () => void
  onFocus: (event: FocusEvent) => void
  onBlur: () => void
}

interface TooltipTrigger {
  isShown: boolean
  close: () => void
  events: TooltipEvents
}

/** Says when the tooltip of a button is shown: a moment after a pointer came to it, or when the keyboard did. */
export function useTooltipTrigger(): TooltipTrigger {
  const [isShown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = (): void => {
    clearTimeout(timer.current)
    setShown((wasShown) => {
      if (wasShown) lastShownAt = performance.now()
      return false
    })
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isShown,
    close,
    events: {
      onPointerEnter: ({ pointerType }) => {
        // A finger that presses has nothing to read first.
        if (pointerType === 'touch') return
        clearTimeout(timer.current)
        const isWarm = performance.now() - lastShownAt < WARM_MS
        timer.current = setTimeout(() => setShown(true), isWarm ? 0 : DELAY_MS)
      },
      onPointerLeave: close,
      onPointerDown: close,
      onFocus: ({ target }) => {
        if (target.matches(':focus-visible')) setShown(true)
      },
      onBlur: close,
    },
  }
}

interface TooltipProps {
  text: string
  buttonRef: RefObject<HTMLElement | null>
  onClose: () => void
}

/**
 * What a control without words does, above it or, where there is no room, below. Assistive programs read the same words as the
 * name of the control.
 */
export function Tooltip({ text, buttonRef, onClose }: TooltipProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tooltip = ref.current
    if (!tooltip || !buttonRef.current) return undefined
    // In the top layer it is above dialogs too.
    tooltip.showPopover()
    place(tooltip, buttonRef.current)
    return () => tooltip.hidePopover()
  }, [text, buttonRef])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      // What is around the control stays open.
      event.stopPropagation()
      onClose()
    }
    // What is scrolled away takes its tooltip with it.
    document.addEventListener('scroll', onClose, true)
    document.addEventListener('keydown', onKeyDown, true)
    return () => {
      document.removeEventListener('scroll', onClose, true)
      document.removeEventListener('keydown', onKeyDown, true)
    }
  })
  return createPortal(
    <div ref={ref} className="tooltip" role="tooltip" popover="manual">
      {text}
    </div>,
    document.body,
  )
}

function place(tooltip: HTMLElement, button: HTMLElement): void {
  const target = button.getBoundingClientRect()
  const { width, height } = tooltip.getBoundingClientRect()
  const left = target.left + (target.width - width) / 2
  const above = target.top - height - OFFSET_PX
  tooltip.style.left = `${Math.max(EDGE_PX, Math.min(left, document.documentElement.clientWidth - width - EDGE_PX))}px`
  tooltip.style.top = `${above >= EDGE_PX ? above : target.bottom + OFFSET_PX}px`
}
