import type { Progress } from '@sightglass/plugins';

const width = 24;

/** One line that says how far an upload is: a bar, files, megabytes. */
export function progressBar({ files, ofFiles, bytes, ofBytes }: Progress): string {
  const share = ofBytes === 0 ? 1 : bytes / ofBytes;
  const full = Math.round(share * width);
  const megabytes = (count: number) => (count / 1e6).toFixed(1);
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${files}/${ofFiles} files, ${megabytes(bytes)}/${megabytes(ofBytes)} MB`;
}
