import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { tokenizeSegment } from '@verso/markdown'
import { minutes } from '../../../common/clock.ts'
import { Invalid, Unavailable } from '../../../common/errors.ts'
import type { TranslationEngine, TranslationRequest } from './engine.ts'
import { getEnglishName, listLanguageNames } from '../../../common/languages.ts'

const PIPELINE_TIMEOUT_MS = 5 * minutes
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/**
 * Apertium, the offline translator from Debian, with the language pairs that are installed. A pair is a pipeline of small
 * programs, which its mode file lists. They are started without a shell and get the text only on their standard input.
 */
export class ApertiumEngine implements TranslationEngine {
  readonly name = 'apertium'
  readonly supports = { instructions: false, glossary: false }
  readonly batchLimits = { segments: 1000, characters: 200_000, parallel: 1 }
  readonly #modesFolder: string

  constructor(setting: { folder: string }) {
    this.#modesFolder = join(setting.folder, 'modes')
  }

  async translate(segments: readonly string[], request: TranslationRequest): Promise<(string | undefined)[]> {
    const stages = await this.#loadPipeline(request)
    return this.#translate(stages, segments, request.signal)
  }

  /** If a program fails, the segments are split in halves, so that only the text that it fails on is left out. */
  async #translate(
    stages: string[][],
    segments: readonly string[],
    signal: AbortSignal,
  ): Promise<(string | undefined)[]> {
    try {
      const input = segments.map((segment, index) => `${encodeSegment(segment, index)}\0`).join('')
      const translations = parseOutput(await runPipeline(stages, input, signal))
      return segments.map((_, index) => translations.get(index))
    } catch (error) {
      if (!(error instanceof ProgramExitError)) throw error
      // This throws if the pipeline does not work at all.
      if (segments.length === 1) await runPipeline(stages, 'a[]\0', signal)
    }
    if (segments.length === 1) return [undefined]
    const half = Math.ceil(segments.length / 2)
    const [first, second] = [segments.slice(0, half), segments.slice(half)]
    return [
      ...(await this.#translate(stages, first, signal)),
      ...(await this.#translate(stages, second, signal)),
    ]
  }

  async #loadPipeline({ source, target }: TranslationRequest): Promise<string[][]> {
    const installed = new Set(await readdir(this.#modesFolder).catch(() => []))
    const pairs = listLanguageNames(source).flatMap((from) =>
      listLanguageNames(target).map((to) => `${from}-${to}.mode`),
    )
    const mode = pairs.find((name) => installed.has(name))
    if (mode === undefined) {
      throw new Invalid(
        `Apertium has no data to translate from ${getEnglishName(source)} to ${getEnglishName(target)} on this machine: install its package for the pair, such as apertium-eng-spa.`,
      )
    }
    return parseMode(await readFile(join(this.#modesFolder, mode), 'utf8'))
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

/** Parses `program 'argument' … | program …` into programs with their arguments. */
function parseMode(mode: string): string[][] {
  return mode
    .trim()
    .split('|')
    .map((stage) => {
      const [program = '', ...words] = Array.from(
        stage.matchAll(/'([^']*)'|(\S+)/g),
        ([, quoted, bare]) => quoted ?? bare ?? '',
      )
      // `$1` is how unknown words are shown: `-n` keeps them as they are. `$2` is an option of the tagger: none. With
      // -z, every program flushes its output at a NUL.
      return [program, '-z'].concat(
        words.flatMap((word) => (word === '$1' ? ['-n'] : word === '$2' ? [] : [word])),
      )
    })
}

async function runPipeline(stages: string[][], input: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  const children: ChildProcess[] = []
  const killAll = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PIPELINE_TIMEOUT_MS)])
  limit.addEventListener('abort', killAll, { once: true })
  try {
    const exits: Promise<void>[] = []
    let previous: Readable | null = null
    for (const [program = '', ...args] of stages) {
      const child: ChildProcess = spawn(program, args, {
        stdio: [previous ?? 'pipe', 'pipe', 'ignore'],
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
      })
      children.push(child)
      exits.push(waitForExit(child, program))
      // The next program has inherited the pipe.
      previous?.destroy()
      previous = child.stdout
    }
    const stdin = children[0]?.stdin
    // If a program ends early, its exit code is reported instead.
    stdin?.on('error', () => {})
    stdin?.end(input)
    const [output] = await Promise.all([readOutput(previous), ...exits])
    return output
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    killAll()
    limit.removeEventListener('abort', killAll)
  }
}

/** A program failed: because of its input, or in any case. */
class ProgramExitError extends Unavailable {}

const waitForExit = (child: ChildProcess, program: string): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(new Invalid(`Apertium is not installed on this machine: there is no ${program}.`)),
    )
    child.once('exit', (code, exitSignal) => {
      if (code === 0) resolve()
      else
        reject(
          new ProgramExitError(`Apertium failed: ${program} ended with ${code ?? exitSignal ?? 'nothing'}.`),
        )
    })
  })

async function readOutput(stream: Readable | null): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream ?? []) {
    // Without an encoding, the chunks of a stream are buffers.
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > MAX_OUTPUT_BYTES) throw new Unavailable('The output of Apertium is too large.')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString()
}

/** The reserved characters of Apertium's stream format. Some of its programs fail on them even if they are escaped. */
const reservedCharacters = /[[\]{}^$/\\@<>~]/g

/**
 * Writes a segment in Apertium's stream format, in which text in brackets is passed on unchanged. The number of the
 * segment stands at the end, so that no translation can be taken for another's; it also keeps a full stop, which is lost
 * right before a NUL.
 */
function encodeSegment(segment: string, index: number): string {
  let encoded = ''
  for (const token of tokenizeSegment(segment)) {
    if (token.kind === 'text') {
      encoded += token.text.replaceAll(reservedCharacters, (character) => `[c${character.charCodeAt(0)}]`)
    } else encoded += `[${token.kind} ${token.tag}]`
  }
  return `${encoded}[s${index}]`
}

/** The translations by the number of their segment; none for segments whose output ran into the next one. */
function parseOutput(output: string): Map<number, string> {
  const translations = new Map<number, string>()
  for (const part of output.split('\0')) {
    const [, text, index] = /^([^]*)\[s(\d+)\]\s*$/.exec(part) ?? []
    if (text !== undefined && !/\[s\d+\]/.test(text)) translations.set(Number(index), decodeSegment(text))
  }
  return translations
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function decodeSegment(encoded: string): string {
  const text = encoded.replaceAll(
    /\[(?:(open|close|void) (\d+)|c(\d+))\]|\\(.)|[&<>]/g,
    (whole: string, kind?: string, tag?: string, code?: string, escaped?: string) => {
      if (kind === 'open') return `<x${tag}>`
      if (kind === 'close') return `</x${tag}>`
      if (kind === 'void') return `<x${tag}/>`
      const character = code === undefined ? (escaped ?? whole) : String.fromCharCode(Number(code))
      return entities[character] ?? character
    },
  )
  // Where Apertium leaves out a pronoun, it keeps the blanks around it.
  return text.replaceAll(/ {2,}/g, ' ').trim()
}
