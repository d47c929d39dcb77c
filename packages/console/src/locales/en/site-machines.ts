/** What search engines and assistants get of a site. */
export const siteMachines = {
  title: 'Search and assistants',
  notPublished: 'Publish the site first: then its addresses for machines are here.',
  engines: 'Search engines',
  indexed: 'Search engines may show the pages of this site.',
  notIndexed:
    'Search engines are asked to leave this site out. Choose “Everybody” under Audience to be found.',
  descriptions:
    'They show the title and the description of a page. Write descriptions where you edit the page.',
  assistants: 'Assistants',
  offer: 'Offer the pages to assistants',
  offerHelp: 'As llms.txt, and through MCP.',
  needsProof: 'Assistants need the same proof as readers: this site is not open to everybody.',
  mcp: 'Address for MCP',
  mcpHelp: 'Add it to a client of MCP by its command, or in its file of settings:',
  embedding: 'In other websites',
  embedOrigins: 'Websites that may show this site in a frame',
  embedOriginsHelp:
    'One a line, such as https://www.example.com or https://*.example.com. Without any, none may.',
  wrongOrigin: (line: string) => `“${line}” is not the address of a website.`,
  embeddingNeedsProof:
    'Readers who need proof cannot give it in a frame of another website: only sites for everybody, or for everybody with the address, are shown there.',
  embeddingCode: 'Those websites show it with this:',
} as const
