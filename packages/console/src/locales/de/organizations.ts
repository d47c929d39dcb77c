export const organizations = {
  noneTitle: 'Sie sind noch in keiner Organisation',
  noneText: 'Bitten Sie einen Admin um eine Einladung oder erstellen Sie eine eigene Organisation.',
} as const
