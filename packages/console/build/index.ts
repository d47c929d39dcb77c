export { type ConsoleFiles, loadConsole } from './load.ts'
export { type ApiDocument, writeOperations } from './operations.ts'
export { renderShell } from './shell.ts'
