/** What search engines and assistants get of a site. */
export const siteMachines = {
  title: 'Buscadores y asistentes',
  notPublished: 'Publique antes el sitio: entonces sus direcciones para máquinas estarán aquí.',
  engines: 'Buscadores',
  indexed: 'Los buscadores pueden mostrar las páginas de este sitio.',
  notIndexed:
    'Se pide a los buscadores que no incluyan este sitio. Elija «Todos» en Público para que lo encuentren.',
  descriptions: 'Muestran el título y la descripción de la página. Escriba las descripciones al editarla.',
  assistants: 'Asistentes',
  offer: 'Ofrecer las páginas a asistentes',
  offerHelp: 'Como llms.txt y mediante MCP.',
  needsProof:
    'Los asistentes necesitan la misma prueba que los lectores: este sitio no está abierto a todos.',
  mcp: 'Dirección para MCP',
  mcpHelp: 'Añádala a un cliente de MCP con su comando o en su archivo de ajustes:',
  embedding: 'En otros sitios web',
  embedOrigins: 'Sitios web que pueden mostrar este sitio en un marco',
  embedOriginsHelp:
    'Uno por línea, como https://www.example.com o https://*.example.com. Sin ninguno, nadie puede.',
  wrongOrigin: (line: string) => `«${line}» no es la dirección de un sitio web.`,
  embeddingNeedsProof:
    'Quien necesita una prueba no puede darla en el marco de otro sitio web: allí solo se muestran sitios abiertos a todos o a quienes tengan la dirección.',
  embeddingCode: 'Esos sitios web lo muestran con esto:',
} as const
