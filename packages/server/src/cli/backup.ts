export async function backup(_file: string): Promise<void> {
  throw new Error('todo')
}
export async function restore(_file: string): Promise<void> {
  throw new Error('todo')
}
