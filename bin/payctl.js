#!/usr/bin/env node
'use strict';
if (process.argv[2] === '__complete') require('../dist/complete.js').main();
else require('../dist/main.js').main(require);
