import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

it('npm run sbom names the product, what is installed with it and bundled into it', () => {
  execFileSync(process.execPath, ['scripts/sbom.mjs'], { cwd: ROOT, stdio: 'ignore' });
  const sbom: Sbom = JSON.parse(readFileSync(join(ROOT, 'build/sbom.cdx.json'), 'utf8'));
  const { bomFormat, metadata, components } = sbom;
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component.name).toBe('payctl');
  // The same bytes each time: neither time nor chance is in it.
  expect([metadata.timestamp, sbom.serialNumber]).toEqual([undefined, undefined]);
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['libsql', 'zod', 'got', 'conf']));
  expect(names).not.toContain('vitest');
});

interface Sbom {
  bomFormat: string;
  serialNumber?: string;
  metadata: { timestamp?: string; component: { name: string } };
  components: { name: string }[];
}
