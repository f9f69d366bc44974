#!/usr/bin/env node
'use strict';
// A reader that goes away (`payctl … | head -1`) is no error of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
require('../dist/main.js');
