import { describe } from 'vitest';
import { quickMachine } from '../../fixtures/quick-machine.js';
import { tellsStoriesOfBooks } from './stories.js';

describe('books in files', () => {
  const machine = quickMachine();
  tellsStoriesOfBooks(() => machine);
});
