import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { onTestFinished } from 'vitest';

/** A new directory under the system's temporary one, removed when the test is over. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'payctl-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

const BUNDLES = join(import.meta.dirname, '../node_modules/.payctl-test');

/** Packages with binaries of their own. */
const NOT_BUNDLED = ['@napi-rs/keyring', 'libsql', 'qrcode-terminal', /^zxing-wasm/];

/**
 * Bundles a TypeScript file for plain node and gives the path of the result: one file, which starts
 * several times as fast. It lies inside the project's node_modules, so that the packages that are
 * not bundled resolve from there, and is named by its contents.
 */
export async function bundleChild(entry: string): Promise<string> {
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    external: NOT_BUNDLED,
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  const { code } = output[0];
  const path = join(BUNDLES, `${createHash('sha256').update(code).digest('hex')}.mjs`);
  await mkdir(BUNDLES, { recursive: true });
  await writeFile(`${path}.${process.pid}`, code);
  await rename(`${path}.${process.pid}`, path);
  return path;
}

export interface ChildResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Starts a bundled child; `done` resolves when it has ended and all its output is read. */
export function startChild(
  path: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): { child: ChildProcess; done: Promise<ChildResult> } {
  const child = spawn(process.execPath, [path, ...args], { env: { ...process.env, ...env } });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  // What it does not read, because it has ended, is no fault.
  child.stdin.on('error', () => {});
  child.stdout.on('data', (part: Buffer) => stdout.push(part));
  child.stderr.on('data', (part: Buffer) => stderr.push(part));
  const done = new Promise<ChildResult>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({
        code,
        signal,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      });
    });
  });
  return { child, done };
}
