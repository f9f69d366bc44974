import { expect, it } from 'vitest';
import { noteList } from '../../src/console/notices.js';
import { joinTexts, sayEnglish } from '../../src/core/message.js';
import { frame } from '../fixtures/frame.js';

it('a page shows the first of many warnings, and says how many more there are', () => {
  const notes = Array.from({ length: 1_200 }, (_, index) => ({
    text: joinTexts([`line ${index} is damaged`]),
    kind: 'warning' as const,
  }));
  const text = noteList(frame, notes).worded(sayEnglish);
  expect(text.match(/is damaged/g)).toHaveLength(10);
  expect(text).toContain('1190 more warnings like these');
  expect(noteList(frame, notes.slice(0, 11)).worded(sayEnglish)).toContain(
    '1 more warning like this<',
  );
  expect(noteList(frame, notes.slice(0, 10)).worded(sayEnglish)).not.toContain('more');
});
