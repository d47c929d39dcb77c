import { useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { magnifyingGlass } from '../../ui/icon-paths.ts'
import { Keys } from '../../ui/keys.tsx'
import { PressButton } from '../../ui/press-button.tsx'
import { setOpened } from './palette-state.ts'

/** Opens the palette, for those who do not know its key yet. */
export function PaletteButton() {
  const { shell } = useWords()
  return (
    <PressButton className="search-row" onPress={() => setOpened('palette')}>
      <Icon of={magnifyingGlass} />
      <span className="grow">{shell.searchOrRun}</span>
      <Keys keys="Ctrl K" />
    </PressButton>
  )
}
