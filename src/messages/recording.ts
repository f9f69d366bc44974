import { area } from '../core/message.js';

/** What recordings of exchanges cannot do. */
export const recording = area('recording', () => ({
  notRecorded: (call: string, file: string) =>
    `${call} with these fields is not in the recording ${file}; nothing was sent`,
  recordIt: {
    terminal: 'record it with PAYCTL_RECORD, or unset PAYCTL_REPLAY',
    code: 'record it, or leave out replay',
  },
  notOfLive: {
    terminal: (call: string, profile: string) =>
      `${call} can move money and the profile ${profile} is live: a recording cannot answer it; nothing was sent`,
    code: (call: string) =>
      `${call} can move money and environment is live: a recording cannot answer it; nothing was sent`,
  },
  useTest: {
    terminal: 'unset PAYCTL_REPLAY, or use a profile of the test environment',
    code: "leave out replay, or give environment: 'test'",
  },
  notRecording: (file: string, line: number) =>
    `${file}:${line}: this line is not a recorded exchange`,
  recordAgain:
    'record it again, or delete the line: a run that was killed may have cut its last one off',
  answersThisRun: 'a recording answers this run',
}));
