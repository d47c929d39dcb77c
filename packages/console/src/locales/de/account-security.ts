/** How somebody signs in: passkeys, the second factor, identities at providers. */
export const accountSecurity = {
  title: 'Passkeys und Anmeldung',
  passkeys: 'Passkeys',
  passkeysText:
    'Anmelden mit Fingerabdruck, Gesicht oder Code eines Geräts oder mit einem Sicherheitsschlüssel.',
  noPasskeys: 'Es gibt noch keinen Passkey.',
  addPasskey: 'Passkey hinzufügen',
  passkeyName: 'Name',
  passkeyNameHelp: 'Zum Wiedererkennen, zum Beispiel „Arbeitslaptop“.',
  passkeyNameMissing: 'Geben Sie einen Namen für den Passkey ein.',
  renamePasskey: 'Passkey umbenennen',
  deletePasskey: 'Passkey löschen',
  deletePasskeyText:
    'Eine Anmeldung damit ist dann nicht mehr möglich. Löschen Sie ihn auch auf dem Gerät, sonst bietet der Browser ihn weiter an.',
  passkeyAdded: 'Der Passkey wurde hinzugefügt.',
  passkeyDeleted: 'Der Passkey wurde gelöscht.',
  added: (date: string) => `Hinzugefügt: ${date}`,
  lastUsed: (date: string) => `zuletzt verwendet: ${date}`,
  neverUsed: 'nie verwendet',
  secondFactor: 'Zweiter Faktor',
  secondFactorText:
    'Nach dem Passwort einen Passkey verlangen. Das gilt nicht für die Anmeldung über einen Identitätsanbieter: Er hat einen eigenen zweiten Faktor.',
  requireFactor: 'Nach dem Passwort einen zweiten Faktor verlangen',
  requireNeeds: 'Fügen Sie zuerst einen Passkey hinzu und erstellen Sie Wiederherstellungscodes.',
  codes: 'Wiederherstellungscodes',
  codesLeft: (count: number) =>
    count === 0
      ? 'Es gibt keine.'
      : count === 1
        ? 'Ein Code ist noch übrig.'
        : `${count} Codes sind noch übrig.`,
  codesText: 'Für den Fall, dass der Passkey verloren geht. Jeder Code gilt einmal.',
  createCodes: 'Wiederherstellungscodes erstellen',
  replaceCodes: 'Neue Codes erstellen',
  replaceCodesText: 'Die bisherigen Codes gelten dann nicht mehr.',
  codesShownOnce:
    'Bewahren Sie diese Codes dort auf, wo Sie Passwörter aufbewahren. Sie werden nur dieses eine Mal angezeigt.',
  copyCodes: 'Kopieren',
  downloadCodes: 'Herunterladen',
  codesKept: 'Ich habe sie aufbewahrt',
  codesFileName: 'verso-wiederherstellungscodes.txt',
  identities: 'Verknüpfte Konten',
  identitiesText: 'Anmelden mit einem Konto bei einem Identitätsanbieter.',
  noIdentities: 'Kein Konto ist verknüpft.',
  link: (provider: string) => `${provider} verknüpfen`,
  unlink: 'Verknüpfung aufheben',
  unlinkFor: (provider: string) => `Verknüpfung aufheben: ${provider}`,
  unlinked: (provider: string) => `Die Verknüpfung mit ${provider} wurde aufgehoben.`,
} as const
