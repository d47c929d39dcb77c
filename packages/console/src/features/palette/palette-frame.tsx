import { useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { magnifyingGlass } from '../../ui/icon-paths.ts'
import { useTypedText } from './palette-state.ts'
import './palette.css'

/** What the palette looks like until it is loaded. What is typed meanwhile shows in it, and goes into the field. */
export function PaletteFrame({ onClose }: { onClose: () => void }) {
  const { palette } = useWords()
  const text = useTypedText()
  return (
    <div className="scrim" onClick={onClose}>
      <div className="float palette" role="dialog" aria-label={palette.open} aria-busy="true">
        <div className="palette-field">
          <Icon of={magnifyingGlass} />
          <span className={text === '' ? 'palette-typed soft' : 'palette-typed'}>
            {text === '' ? palette.placeholder : text}
          </span>
        </div>
      </div>
    </div>
  )
}
