import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { FileBooks } from '../../src/state/files/book-store.js';
import { host } from '../postgres/subjects.js';
import { keepsBookContract } from './book-contract.js';

describe('books in files', () => {
  const directory = mkdtempSync(join(tmpdir(), 'payctl-books-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  keepsBookContract(() => new FileBooks(host, directory));
});
