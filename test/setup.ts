import { afterAll } from 'vitest';
import { removeLeftovers } from './fixtures/leftovers.js';

// Runs for each file of tests.
afterAll(removeLeftovers);
