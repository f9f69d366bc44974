import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { Files } from '../src/host/host.js';
import { type Database, openDatabase } from '../src/host/sqlite.js';

/** The one folder of a disk in memory whose files are real, because SQLite opens no others. */
export class KeptDatabases {
  /** Called before each statement, and each step on the folder; what it throws kills the process. */
  before: () => void = () => undefined;
  readonly #folder: string;
  readonly #place: string;
  readonly #open: (path: string) => Promise<Database>;

  /** @param folder in memory; @param place an empty directory on the disk */
  constructor(folder: string, place: string, open = openDatabase) {
    this.#folder = folder;
    this.#place = place;
    this.#open = open;
  }

  on<T extends Files>(files: T): T {
    const isHere = (path: string) => path.startsWith(`${this.#folder}/`);
    const real = (path: string) => join(this.#place, basename(path));
    return {
      ...files,
      list: (path) => (path === this.#folder ? this.names() : files.list(path)),
      stat(path) {
        if (!isHere(path)) return files.stat(path);
        if (!existsSync(real(path))) return undefined;
        const { mode, size } = lstatSync(real(path));
        const file = { isFile: true, isDirectory: false, isSymbolicLink: false };
        return { mode, size, modifiedAt: 0, changedAt: 0, ...file, own: true, othersWrite: false };
      },
      create: (path, bytes) => {
        if (!isHere(path)) return files.create(path, bytes);
        this.before();
        if (existsSync(real(path))) return false;
        writeFileSync(real(path), bytes, { mode: 0o600 });
        return true;
      },
      remove: (path) => {
        if (!isHere(path)) return files.remove(path);
        this.before();
        rmSync(real(path), { force: true });
      },
      openDatabase: async (path) => {
        const database = await this.#open(real(path));
        const each =
          <T extends unknown[], R>(work: (...values: T) => R) =>
          (...values: T): R => {
            this.before();
            return work(...values);
          };
        return {
          all: each((...values: Parameters<Database['all']>) => database.all(...values)),
          run: each((...values: Parameters<Database['run']>) => database.run(...values)),
          exec: each((sql: string) => database.exec(sql)),
          close: () => database.close(),
        };
      },
    };
  }

  names(): string[] {
    return readdirSync(this.#place).sort();
  }

  read(name: string): Buffer {
    return readFileSync(join(this.#place, name));
  }

  put(name: string, bytes: Uint8Array): void {
    writeFileSync(join(this.#place, name), bytes, { mode: 0o600 });
  }

  lose(name: string): void {
    rmSync(join(this.#place, name), { force: true });
  }

  /** All as it lies on the disk now, as a process that is killed leaves it; restores it. */
  snapshot(): () => void {
    const copy = `${this.#place}.killed`;
    rmSync(copy, { recursive: true, force: true });
    cpSync(this.#place, copy, { recursive: true });
    return () => {
      rmSync(this.#place, { recursive: true });
      cpSync(copy, this.#place, { recursive: true });
    };
  }

  clear(): void {
    rmSync(this.#place, { recursive: true, force: true });
    mkdirSync(this.#place, { mode: 0o700 });
  }
}
