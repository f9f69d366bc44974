import { Profiles } from '../../src/config/profiles.js';
import { nodeHost } from '../../src/host/node.js';
import { findPaths } from '../../src/state/paths.js';

/** `set-child PROFILE COUNT`: makes COUNT profiles, one change each, as separate commands would. */
async function main(): Promise<void> {
  const host = nodeHost();
  const [name = '', count = '1'] = host.argv;
  const profiles = new Profiles(host, findPaths(host));
  for (let i = 0; i < Number(count); i++) {
    await profiles.set(`${name}-${i}`, { companyId: String(i), merchantId: 'm'.repeat(200) });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 3;
});
