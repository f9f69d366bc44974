// @ts-check
// npm run sbom: a CycloneDX bill of materials of what users run, build/sbom.cdx.json: the packages
// that are installed with payctl and those that are bundled into it, but not our tools.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './shared.mjs';

const npmSbom = (...args) =>
  JSON.parse(
    run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...args], { cwd: root }),
  );

const bundled = new Set(JSON.parse(readFileSync(join(root, 'build/bundled.json'), 'utf8')));
const installed = new Set(npmSbom('--omit=dev').components.map((part) => part['bom-ref']));
const sbom = npmSbom();
const shipped = ({ 'bom-ref': ref }) => installed.has(ref) || bundled.has(ref);
sbom.components = sbom.components.filter(shipped);
const refs = new Set([
  sbom.metadata.component['bom-ref'],
  ...sbom.components.map((part) => part['bom-ref']),
]);
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map((entry) => ({ ...entry, dependsOn: entry.dependsOn.filter((ref) => refs.has(ref)) }));

// npm names it after its folder and stamps it with time and chance; ours is the same wherever it is made.
const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
sbom.metadata.component.name = name;
delete sbom.metadata.timestamp;
delete sbom.serialNumber;

const file = join(root, 'build/sbom.cdx.json');
mkdirSync(join(root, 'build'), { recursive: true });
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${file}: ${sbom.components.length} packages`);
