import { posix } from 'node:path';
import type { Files } from '../../src/host/host.js';
import { joinChunks, openBytes } from '../../src/host/memory-files.js';
import type { Chance } from './chance.js';
import { Killed, type Process } from './world.js';

/** What all processes of a machine share. `durable` survives a power cut, `bytes` a mere kill. */
export interface Disk {
  bytes: Map<string, Uint8Array>;
  durable: Map<string, Uint8Array>;
  /** By the path of a hard link, that of its file. */
  names: Map<string, string>;
  /** How often what a directory holds has changed. */
  changes: Map<string, number>;
}

export function createDisk(): Disk {
  return { bytes: new Map(), durable: new Map(), names: new Map(), changes: new Map() };
}

export function cutPower(disk: Disk): void {
  disk.bytes = new Map(disk.durable);
  disk.names = new Map();
}

/** When a process dies or its disk fails, counted in steps that can: writes, and sending. */
export interface Plan {
  dieAtStep: number;
  failAtStep: number;
  /** The disk stays broken once it failed. */
  forGood: boolean;
  /** At this step another process acts first, between what this one read and what it writes. */
  intruder?: { atStep: number; act: () => void };
}

export interface Steps {
  /** A write: runs `effect` unless this is the step to die or fail at; `part` is what its middle leaves. */
  write(effect: () => void, part?: () => void): void;
  /** Any other moment at which a process may die. */
  moment(): void;
}

export function stepsOf(process: Process, plan: Plan, chance: Chance, failure: () => Error): Steps {
  let count = 0;
  let broken = false;

  function step(effect: () => void, part: () => void): void {
    if (!process.alive) throw new Killed();
    count += 1;
    if (count === plan.intruder?.atStep) plan.intruder.act();
    if (count !== plan.dieAtStep) {
      effect();
      return;
    }
    const where = chance.pick(['before', 'middle', 'after']);
    if (where === 'middle') part();
    if (where === 'after') effect();
    process.kill();
    throw new Killed();
  }

  return {
    moment: () => step(nothing, nothing),
    write(effect, part = nothing) {
      if (broken || count + 1 === plan.failAtStep) {
        count += 1;
        broken = plan.forGood;
        if (chance.happens(0.5)) part();
        throw failure();
      }
      step(effect, part);
    },
  };
}

function nothing(): void {}

/** The disk as one process sees it: every write is flushed before it returns, as the contract of Files says. */
export function filesOf(disk: Disk, steps: Steps, now: () => number): Files {
  const changed = (path: string): void => {
    const directory = posix.dirname(path);
    disk.changes.set(directory, (disk.changes.get(directory) ?? 0) + 1);
  };
  const store = (path: string, bytes: Uint8Array): void => {
    disk.bytes.set(path, bytes);
    disk.durable.set(path, bytes);
  };
  const forgetNames = (path: string): void => {
    for (const [name, file] of disk.names) {
      if (path === name || path === file) disk.names.delete(name);
    }
  };
  const append = (path: string, bytes: Uint8Array): void => {
    store(path, joined(path, bytes));
    for (const [name, file] of disk.names) {
      if (file === path) disk.bytes.set(name, joined(name, bytes));
    }
  };
  const list = (directory: string): string[] =>
    [...disk.bytes.keys()]
      .filter((path) => posix.dirname(path) === directory)
      .map((path) => posix.basename(path))
      .sort();
  const joined = (path: string, bytes: Uint8Array) =>
    Buffer.concat([disk.bytes.get(path) ?? new Uint8Array(), bytes]);
  return {
    read: (path) => disk.bytes.get(path),
    readForeign: (path) => disk.bytes.get(path),
    create(path, bytes) {
      let made = false;
      steps.write(() => {
        made = !disk.bytes.has(path);
        if (made) {
          store(path, bytes);
          changed(path);
        }
      });
      return made;
    },
    link(path, name) {
      const bytes = disk.bytes.get(path);
      if (bytes === undefined || disk.bytes.has(name)) return false;
      steps.write(() => {
        disk.bytes.set(name, bytes);
        disk.names.set(name, path);
      });
      return true;
    },
    append(path, bytes) {
      steps.write(
        () => append(path, bytes),
        () => append(path, bytes.subarray(0, bytes.length >> 1)),
      );
    },
    appendUnflushed(path, bytes) {
      const noted = (more: Uint8Array) => void disk.bytes.set(path, joined(path, more));
      steps.write(
        () => noted(bytes),
        () => noted(bytes.subarray(0, bytes.length >> 1)),
      );
    },
    isSameFile: (path, name) => disk.names.get(name) === path,
    replace: (path, bytes) =>
      steps.write(() => {
        forgetNames(path);
        store(path, joinChunks(bytes));
        changed(path);
      }),
    open: (path) => openBytes(disk.bytes.get(path)),
    remove(path) {
      changed(path);
      forgetNames(path);
      disk.bytes.delete(path);
      disk.durable.delete(path);
    },
    list,
    names: list,
    makeDirectory: () => undefined,
    stat(path) {
      const bytes = disk.bytes.get(path);
      const changedAt = disk.changes.get(path);
      if (bytes === undefined && changedAt === undefined) return undefined;
      return {
        mode: 0o600,
        size: bytes?.length ?? 0,
        modifiedAt: now(),
        changedAt: changedAt ?? 0,
        isFile: bytes !== undefined,
        isDirectory: bytes === undefined,
        isSymbolicLink: false,
        isPipe: false,
        own: true,
        ofSystem: false,
        othersWrite: false,
      };
    },
    statForeign: () => undefined,
    ephemeralFileSystem: () => undefined,
    chmod: () => undefined,
  };
}
