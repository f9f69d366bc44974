const IMAGES = '/images/';
const SUFFIX = '.png';

/** Path of the picture of a QR, below the base URL. */
export function imagePath(id: string): string {
  return `${IMAGES}${id}${SUFFIX}`;
}

/** The id of the QR whose picture this path is; undefined for all other paths. */
export function imageId(path: string): string | undefined {
  const isImage = path.startsWith(IMAGES) && path.endsWith(SUFFIX);
  return isImage ? path.slice(IMAGES.length, -SUFFIX.length) : undefined;
}
