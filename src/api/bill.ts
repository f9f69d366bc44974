import type { Operation } from './operation.js';

export const operations: readonly Operation[] = [];
