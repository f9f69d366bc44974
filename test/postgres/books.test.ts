import { afterAll, beforeAll } from 'vitest';
import { tellsStoriesOfBooks } from '../commands/books/stories.js';
import { describeWith } from '../fixtures/needs.js';
import { Fleet } from './fleet.js';

describeWith('postgres', 'books in a shared store', () => {
  let fleet: Fleet;
  let night = 0;
  beforeAll(async () => {
    fleet = await Fleet.open();
  });
  afterAll(() => fleet?.close());

  // Whoever comes next works on another machine, with the same books.
  tellsStoriesOfBooks(() => fleet.machine(`desk-${night++}`));
});
