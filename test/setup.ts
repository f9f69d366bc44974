import { afterAll } from 'vitest';
import { removeLeftovers } from './leftovers.js';

// Runs for each file of tests.
afterAll(removeLeftovers);
