import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { tokensOf } from '@verso/markdown'
import { minutes } from '../../../common/clock.ts'
import { Invalid, Unavailable } from '../../../common/errors.ts'
import type { Engine, TranslationRequest } from './engine.ts'
import { inEnglish, namesOf } from '../../../common/languages.ts'

const timeout = 5 * minutes
const longestOutput = 64 * 1024 * 1024

/**
 * The offline translator from Debian, for the pairs of languages that are installed. A pair is a pipeline of small
 * programs, which its mode file lists; they are started as they are, without a shell, and given the text on their
 * standard input alone.
 */
export class Apertium implements Engine {
  readonly name = 'apertium'
  readonly honours = { instructions: false, glossary: false }
  readonly batch = { segments: 1000, characters: 200_000, parallel: 1 }
  readonly #modes: string

  constructor(setting: { folder: string }) {
    this.#modes = join(setting.folder, 'modes')
  }

  async translate(segments: readonly string[], request: TranslationRequest): Promise<(string | undefined)[]> {
    const stages = await this.#stages(request)
    return this.#run(stages, segments, request.signal)
  }

  /** A text that one of the programs breaks on costs itself, not those beside it. */
  async #run(
    stages: string[][],
    segments: readonly string[],
    signal: AbortSignal,
  ): Promise<(string | undefined)[]> {
    try {
      const input = segments.map((segment, index) => `${toStream(segment, index)}\0`).join('')
      const answers = fromStreams(await run(stages, input, signal))
      return segments.map((_, index) => answers.get(index))
    } catch (error) {
      if (!(error instanceof ProgramEnded)) throw error
      // Does it work at all?
      if (segments.length === 1) await run(stages, 'a[]\0', signal)
    }
    if (segments.length === 1) return [undefined]
    const half = Math.ceil(segments.length / 2)
    const [first, second] = [segments.slice(0, half), segments.slice(half)]
    return [...(await this.#run(stages, first, signal)), ...(await this.#run(stages, second, signal))]
  }

  async #stages({ source, target }: TranslationRequest): Promise<string[][]> {
    const installed = new Set(await readdir(this.#modes).catch(() => []))
    const pairs = namesOf(source).flatMap((from) => namesOf(target).map((to) => `${from}-${to}.mode`))
    const mode = pairs.find((name) => installed.has(name))
    if (mode === undefined) {
      throw new Invalid(
        `Apertium has no data to translate from ${inEnglish(source)} to ${inEnglish(target)} on this machine: install its package for the pair (apertium-eng-spa, for one).`,
      )
    }
    return parseMode(await readFile(join(this.#modes, mode), 'utf8'))
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

/** `program 'argument' … | program …`: programs with their arguments. */
function parseMode(mode: string): string[][] {
  return mode
    .trim()
    .split('|')
    .map((stage) => {
      const [program = '', ...words] = Array.from(
        stage.matchAll(/'([^']*)'|(\S+)/g),
        ([, quoted, bare]) => quoted ?? bare ?? '',
      )
      // Ours to fill in: how words that it does not know are shown (as they are), and nothing for the tagger. All of
      // them end what they do at a NUL with -z.
      return [program, '-z'].concat(
        words.flatMap((word) => (word === '$1' ? ['-n'] : word === '$2' ? [] : [word])),
      )
    })
}

async function run(stages: string[][], input: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  const children: ChildProcess[] = []
  const stop = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  limit.addEventListener('abort', stop, { once: true })
  try {
    const exits: Promise<void>[] = []
    let previous: Readable | null = null
    for (const [program = '', ...args] of stages) {
      const child: ChildProcess = spawn(program, args, {
        stdio: [previous ?? 'pipe', 'pipe', 'ignore'],
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
      })
      children.push(child)
      exits.push(exitOf(child, program))
      // The pipe is the next program's now.
      previous?.destroy()
      previous = child.stdout
    }
    const stdin = children[0]?.stdin
    // A program that ends early says so by its exit.
    stdin?.on('error', () => {})
    stdin?.end(input)
    const [output] = await Promise.all([read(previous), ...exits])
    return output
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    stop()
    limit.removeEventListener('abort', stop)
  }
}

/** One of the programs did not like what it was given, or cannot work at all. */
class ProgramEnded extends Unavailable {}

const exitOf = (child: ChildProcess, program: string): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(new Invalid(`Apertium is not installed on this machine: there is no ${program}.`)),
    )
    child.once('exit', (code, by) => {
      if (code === 0) resolve()
      else reject(new ProgramEnded(`Apertium failed: ${program} ended with ${code ?? by ?? 'nothing'}.`))
    })
  })

async function read(stream: Readable | null): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream ?? []) {
    // Nobody set an encoding.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > longestOutput) throw new Unavailable('Apertium answers with more than can be.')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}

/** What means something in Apertium's notation. Its programs do not always bear it escaped, either. */
const special = /[[\]{}^$/\\@<>~]/g

/**
 * In Apertium's notation, where what is in brackets is passed on as it is. At the end is which segment it is: no answer
 * can be taken for another's, and a full stop is not lost, as it is right before a NUL.
 */
function toStream(segment: string, index: number): string {
  let stream = ''
  for (const token of tokensOf(segment)) {
    if (token.kind === 'text') {
      stream += token.text.replaceAll(special, (character) => `[c${character.charCodeAt(0)}]`)
    } else stream += `[${token.kind} ${token.tag}]`
  }
  return `${stream}[s${index}]`
}

/** The answers by which segment they are of; none for what ran into another. */
function fromStreams(output: string): Map<number, string> {
  const answers = new Map<number, string>()
  for (const stream of output.split('\0')) {
    const [, text, index] = /^([^]*)\[s(\d+)\]\s*$/.exec(stream) ?? []
    if (text !== undefined && !/\[s\d+\]/.test(text)) answers.set(Number(index), fromStream(text))
  }
  return answers
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function fromStream(stream: string): string {
  const text = stream.replaceAll(
    /\[(?:(open|close|void) (\d+)|c(\d+))\]|\\(.)|[&<>]/g,
    (whole: string, kind?: string, tag?: string, code?: string, escaped?: string) => {
      if (kind === 'open') return `<x${tag}>`
      if (kind === 'close') return `</x${tag}>`
      if (kind === 'void') return `<x${tag}/>`
      const character = code === undefined ? (escaped ?? whole) : String.fromCharCode(Number(code))
      return entities[character] ?? character
    },
  )
  // Where a pronoun was left out, its blanks were not.
  return text.replaceAll(/ {2,}/g, ' ').trim()
}
