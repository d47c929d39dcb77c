import type { SiteWords } from '../../locales/features/sites.ts'

/** Some of the settings of a customization. */
export interface LookSettings {
  readonly [name: string]: unknown
}

interface LookPreset {
  id: string
  name: (words: SiteWords['sites']) => string
  /** Shown in the picture of the preset. They are settings of a site, not colours of the console. */
  theme: 'clean' | 'muted' | 'bold' | 'gradient'
  color: string
  settings: LookSettings
}

const colors = (light: string, dark: string): LookSettings => ({ light, dark })

/** Looks to begin with. Each of them can be changed afterwards, setting by setting. */
export const lookPresets: readonly LookPreset[] = [
  { id: 'plain', name: ({ presetPlain }) => presetPlain, theme: 'clean', color: '#4f46e5', settings: {} },
  {
    id: 'forest',
    name: ({ presetForest }) => presetForest,
    theme: 'clean',
    color: '#0f766e',
    settings: {
      styling: {
        primaryColor: colors('#0f766e', '#2dd4bf'),
        sidebar: { list: 'pill' },
      },
    },
  },
  {
    id: 'paper',
    name: ({ presetPaper }) => presetPaper,
    theme: 'muted',
    color: '#9a3412',
    settings: {
      styling: {
        theme: 'muted',
        primaryColor: colors('#9a3412', '#fdba74'),
        tint: { color: colors('#a16207', '#a16207') },
        font: 'Merriweather',
        links: 'accent',
        sidebar: { list: 'line' },
      },
    },
  },
  {
    id: 'bold',
    name: ({ presetBold }) => presetBold,
    theme: 'bold',
    color: '#1d4ed8',
    settings: {
      styling: {
        theme: 'bold',
        primaryColor: colors('#1d4ed8', '#60a5fa'),
        depth: 'flat',
        font: 'IBMPlexSerif',
        corners: 'straight',
      },
    },
  },
  {
    id: 'dusk',
    name: ({ presetDusk }) => presetDusk,
    theme: 'gradient',
    color: '#be185d',
    settings: {
      styling: {
        theme: 'gradient',
        primaryColor: colors('#be185d', '#f472b6'),
        font: 'Poppins',
        corners: 'circular',
        sidebar: { background: 'filled', list: 'pill' },
      },
      themes: { default: 'system' },
    },
  },
]
