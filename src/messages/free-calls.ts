import { area } from '../core/message.js';

/** What `api` says of a call by method and path. */
export const freeCalls = area('freeCalls', () => ({
  methodUnknown: (method: string) => `the method is ${method}; the bank knows GET and POST`,
  pathWrong: (path: string) =>
    `the path is ${path}; give one that begins with / and has no dot segments`,
  pathGivesTwice: (name: string) => `the path gives ${name} twice`,
  givenTwice: (name: string) => `${name} is given twice: in the path and as a field`,
  otherMethod: ({ path, name, known, method }: OtherMethod) =>
    `${path} is ${name}, which the bank takes as ${known}, not ${method}; nothing was sent`,
  otherSpelling: ({ given, path, name }: { given: string; path: string; name: string }) =>
    `the path ${given} is another spelling of ${path}, which is ${name}; nothing was sent`,
  known: 'known',
  readsOfKnown: (path: string) =>
    `--reads is for calls that are not in the catalogue, and ${path} is; nothing was sent`,
  leaveOutReads: 'leave out --reads',
  readsInReadOnly: (profile: string) =>
    `--reads cannot be given: the profile ${profile} is read-only, and an unknown call might move money; nothing was sent`,
  otherProfile: 'use another profile with -p',
  notPercentEncoded: (segment: string) =>
    `the path has ${segment}, which is not valid percent-encoding`,
  writePercent: 'write a percent sign as %25',
}));

interface OtherMethod {
  path: string;
  /** Of the command that makes the call. */
  name: string;
  /** How the bank takes it, and how it was given. */
  known: string;
  method: string;
}
