import { open } from 'node:fs/promises';
import { featureTexts as texts } from '@comet/texts/tunnel';
import type { DaemonSocket } from './daemon-socket.ts';
import { refuse } from './refuse.ts';
import { tar } from './tar.ts';
import type { Terminal } from './terminal.ts';

/** Writes a report as the user who asks for it, into a file that was not there: root writes nothing where a user says. */
export async function report(file: string | null, daemon: DaemonSocket, out: Terminal): Promise<boolean> {
  const done = await daemon.call('report', {});
  if (!done.ok) return refuse(done.error, out);
  const now = new Date();
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const path = file ?? `comet-report-${stamp}.tar.gz`;
  const entries = done.value.files.map(({ name, text }) => ({ name: `comet-report/${name}`, text }));
  // Not imported: the daemon shares this code, and would load it at its start.
  const { gzipSync } = await import('node:zlib');
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(gzipSync(tar(entries, Math.floor(now.getTime() / 1000))));
    } finally {
      await handle.close();
    }
  } catch (error) {
    out.complain(texts.reportUnwritable(error instanceof Error ? error.message : String(error)));
    return false;
  }
  out.say(texts.reported(path));
  return true;
}
