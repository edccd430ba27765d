import { saveFile } from '../../platform/storage/save-file.ts';
import type { TextFile } from './wireguard/wireguard-file.ts';

/** Not text/plain: a phone would put `.txt` behind the name. */
const mediaType = 'application/octet-stream';

export function saveText({ name, text }: TextFile): void {
  saveFile(new TextEncoder().encode(text), { name, mediaType });
}

/** Fetches the packer when it is first needed. */
export async function saveZip(name: string, files: readonly TextFile[]): Promise<void> {
  const { zipOf } = await import('./zip.ts');
  saveFile(zipOf(files), { name, mediaType: 'application/zip' });
}
