import type { Database } from './sqlite.js';

/**
 * All that the program takes from the outside, behind one plain object, so that tests and
 * simulations own time, random numbers, disk and terminal. Only `host/` and `main.ts` touch the real ones.
 */
export interface Host {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: string;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
  readonly process: ProcessIdentity;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal aborts (never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Random {
  bytes(count: number): Uint8Array;
}

export interface Input {
  readonly isTTY: boolean;
  /** All of it; an oversized input (over `limit` bytes) rejects. */
  readAll(limit: number): Promise<Uint8Array>;
  chunks(): AsyncIterable<Uint8Array>;
}

export interface Output {
  readonly isTTY: boolean;
  /** Columns of the terminal; 80 where unknown. */
  readonly columns: number;
  /** Resolves when the stream has taken the text; a closed pipe is swallowed, never thrown. */
  write(text: string | Uint8Array): Promise<void>;
}

/** Tells a living process from a dead one whose number was used again. */
export interface ProcessIdentity {
  readonly self: ProcessMark;
  /** 'unknown' for a mark of another host, boot or pid namespace, where only time can tell. */
  state(mark: ProcessMark): 'alive' | 'dead' | 'unknown';
  /** Milliseconds since boot without sleep. Nobody can set it; all processes of one boot and time namespace agree on it. */
  uptime(): number;
  /** As `uptime`, sleep included; undefined where the platform does not tell. */
  sinceBoot(): number | undefined;
}

export interface ProcessMark {
  pid: number;
  /** Start time of the process, as the kernel counts it. */
  start: string;
  /** Host name, boot id, pid and time namespace: who could judge the pid, and compare times. */
  boot: string;
}

export interface FileStat {
  mode: number;
  size: number;
  modifiedAt: number;
  /** When it, or what a directory holds, last changed; unlike `modifiedAt` nobody can set it. */
  changedAt: number;
  isFile: boolean;
  isDirectory: boolean;
  isSymbolicLink: boolean;
  /** Owner is the user of this process, or root. */
  own: boolean;
  /** Owner is root, and this process is somebody else. */
  ofSystem: boolean;
  /** Anybody but the owner and root may write to it; a group that this user is alone in does not count. */
  othersWrite: boolean;
}

/** A file that stays what it is, also where its name is given to another one. */
export interface OpenFile {
  /** Its current size in bytes. */
  size(): number;
  /** As many bytes as there are from there on, at most `length`. */
  read(from: number, length: number): Uint8Array;
  close(): void;
}

/**
 * Durable files. Every write is complete (short writes are continued) and flushed before the call
 * returns; a failed flush is never retried. Files are 0600, directories 0700, symbolic links are
 * refused. Failures are PayctlError CONFIG that names the path.
 */
export interface Files {
  /** undefined where there is none; refused where it is not of this user or root alone. */
  read(path: string): Uint8Array | undefined;
  /** Follows symbolic links: for files that the caller was told to read. */
  readForeign(path: string, limit: number): Uint8Array | undefined;
  /** Appears at once and whole (temporary file, link, flush of file and directory); false where it exists already. */
  create(path: string, bytes: Uint8Array): boolean;
  /** Makes a hard link to a file; false where the name is taken. Not flushed: a power cut may undo it. */
  link(path: string, name: string): boolean;
  /** Whether both are names of one file; a name that is none is of no file. */
  isSameFile(path: string, name: string): boolean;
  /** Adds to the end of an existing file, flushed. */
  append(path: string, bytes: Uint8Array): void;
  /** As `append`, but a power cut may lose it: for what can be found out again. */
  appendUnflushed(path: string, bytes: Uint8Array): void;
  /** Old or new contents, never a mix (temporary file, flush, rename, flush of the directory). */
  replace(path: string, bytes: Uint8Array | Iterable<Uint8Array>): void;
  /** A file to be read in pieces, as `read`; undefined where there is none. */
  open(path: string): OpenFile | undefined;
  remove(path: string): void;
  /** Names in a directory, sorted; none where it does not exist. */
  list(directory: string): string[];
  /** As `list`, one by one and in no order: there may be very many. */
  names(directory: string): Iterable<string>;
  makeDirectory(path: string): void;
  /** Does not follow the last link. */
  stat(path: string): FileStat | undefined;
  /** Follows links: the file itself, for files that the caller was told to read. */
  statForeign(path: string): FileStat | undefined;
  chmod(path: string, mode: number): void;
  /** The file system that a path is on or will be on, where its files do not outlive the machine's or container's run. */
  ephemeral(path: string): 'tmpfs' | 'overlay' | undefined;
  /** A SQLite database in a file that is there; absent where files only lie in memory. Rejects with SqliteError. */
  openDatabase?(path: string): Promise<Database>;
}
