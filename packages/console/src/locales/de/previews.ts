/** Links that show a change request to people without an account. */
export const previews = {
  title: 'Vorschau teilen',
  explanation:
    'Wer einen Link hat, sieht diesen Bereich in einer Website mit den Änderungen dieser Änderungsanfrage. Ein Konto ist nicht nötig, und sonst ist nichts zu sehen.',
  site: 'Website',
  ends: 'Endet',
  inDays: (days: number) => (days === 1 ? 'In einem Tag' : `In ${days} Tagen`),
  endsAt: (date: string) => `endet ${date}`,
  create: 'Link erstellen und kopieren',
  copied: 'Der Link ist kopiert.',
  copyLink: (name: string) => `Link kopieren: ${name}`,
  endLink: (name: string) => `Link beenden: ${name}`,
  noSite: 'Noch keine Website zeigt diesen Bereich. Fügen Sie ihn zuerst einer Website hinzu.',
} as const
