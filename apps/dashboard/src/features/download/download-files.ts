import { downloadFile } from '../../platform/screen/download-file.ts';
import type { TextFile } from './wireguard/wireguard-file.ts';

/** Not text/plain: phones would append `.txt` to the name. */
const mediaType = 'application/octet-stream';

/** Saves a text file, in UTF-8, by the browser's download. */
export function downloadText({ name, text }: TextFile): void {
  downloadFile(new TextEncoder().encode(text), { name, mediaType });
}

/** Loads the ZIP writer on first use. */
export async function downloadZip(name: string, files: readonly TextFile[]): Promise<void> {
  const { zipOf } = await import('./zip.ts');
  downloadFile(zipOf(files), { name, mediaType: 'application/zip' });
}
