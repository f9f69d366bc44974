import { readAsset } from '../host/assets.js';
import type { Host } from '../host/host.js';
import { withFonts } from '../web/fonts.js';

/** Writes a page of --report: whole, with its font, so that it needs no other file. */
export function writePage({ files }: Pick<Host, 'files'>, path: string, page: string): void {
  const whole = withFonts(page, (name) => readAsset(`console/assets/${name}`));
  files.replace(path, new TextEncoder().encode(whole));
}
