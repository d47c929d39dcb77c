/** What search engines and assistants get of a site. */
export const siteMachines = {
  title: 'Suche und Assistenten',
  notPublished: 'Veröffentlichen Sie zuerst die Website: Dann stehen hier ihre Adressen für Maschinen.',
  engines: 'Suchmaschinen',
  indexed: 'Suchmaschinen dürfen die Seiten dieser Website zeigen.',
  notIndexed:
    'Suchmaschinen werden gebeten, diese Website auszulassen. Wählen Sie unter „Publikum“ „Alle“, um gefunden zu werden.',
  descriptions:
    'Sie zeigen Titel und Beschreibung einer Seite. Beschreibungen schreiben Sie beim Bearbeiten der Seite.',
  assistants: 'Assistenten',
  offer: 'Seiten für Assistenten anbieten',
  offerHelp: 'Als llms.txt und über MCP.',
  needsProof: 'Assistenten brauchen denselben Nachweis wie Leser: Diese Website ist nicht für alle offen.',
  mcp: 'Adresse für MCP',
  mcpHelp: 'Fügen Sie sie einem MCP-Client mit seinem Befehl oder in seiner Einstellungsdatei hinzu:',
} as const
