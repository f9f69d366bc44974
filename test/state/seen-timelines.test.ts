import { describe, expect, it } from 'vitest';
import { PayctlError } from '../../src/core/errors.js';
import { memoryFiles } from '../../src/host/memory-files.js';
import { wording } from '../../src/messages/wording.js';
import { SeenTimelines } from '../../src/state/seen-timelines.js';

describe('the timelines that a machine has seen', () => {
  it('only rise, each server for itself', () => {
    const files = memoryFiles();
    for (const server of ['7/00000002/9', '7/00000001/9', '8/0000000A/9', '8/00000009/12']) {
      new SeenTimelines(files, '/state').see(server);
    }
    const seen = new SeenTimelines(files, '/state');
    expect(seen.highest()).toEqual({ 7: '00000002', 8: '0000000A' });
    expect(files.list('/state/store.timelines')).toHaveLength(2);
  });

  it('are not those of a server that does not tell them, or tells something else', () => {
    const files = memoryFiles();
    const seen = new SeenTimelines(files, '/state');
    for (const server of ['/00000002/9', '7//9', '', '../../etc/00000002/9', '7/../9'])
      seen.see(server);
    expect(seen.highest()).toEqual({});
  });

  it('need no directory that can be written', () => {
    const files = memoryFiles();
    const full = {
      ...files,
      create() {
        throw new PayctlError('CONFIG', wording.quoted('the disk is full'));
      },
    };
    expect(() => new SeenTimelines(full, '/state').see('7/00000002/9')).not.toThrow();
  });
});
