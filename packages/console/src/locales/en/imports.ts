/** Bringing content into a space. */
export const imports = {
  title: 'Import',
  text: 'What you import is added behind the pages that this space has. Nothing of them changes.',
  source: 'What do you want to import?',
  sources: {
    website: { label: 'A website', help: 'Every page below an address, with its pictures.' },
    zip: { label: 'An archive', help: 'Markdown, HTML and Word files with their pictures, zipped.' },
    markdown: { label: 'A Markdown file', help: 'One page.' },
    docx: { label: 'A Word document', help: 'One page, with its pictures and tables.' },
    notion: { label: 'Notion', help: 'The archive that Notion exports, as Markdown or HTML.' },
    confluence: { label: 'Confluence', help: 'The HTML export of a space.' },
    'google-docs': { label: 'A Google document', help: 'The link you share, open to everyone who has it.' },
    'github-wiki': { label: 'A GitHub wiki', help: 'The address of the wiki.' },
    html: { label: 'A web page', help: 'One page, without what stands around it.' },
  },
  file: 'File',
  drop: 'Drop the file here',
  choose: 'Choose a file',
  address: 'Address',
  orAddress: 'Or its address',
  addressHelp: 'Verso must be able to reach it without signing in.',
  start: 'Import',
  uploading: 'The file is being sent.',
  running: 'Pages are being fetched and converted. Large imports take some minutes.',
  failed: 'Nothing was imported.',
  done: (imported: number, total: number) =>
    imported === total
      ? `Everything came in: ${total} pages and files.`
      : `${imported} of ${total} pages and files came in.`,
  missing: 'What is missing, and why',
  look: 'Look at the pages',
} as const
