#!/usr/bin/env node
'use strict';
// A reader that goes away (`payctl … | head -1`) is no error of ours; a full disk under a redirected
// output is one of the machine (3), unless what the command has done decides its exit.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') process.exitCode = 3;
  });
}
require('../dist/main.js').main(require);
