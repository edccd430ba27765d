import { MadeFiles } from './made-files.tsx';
import type { Made } from './make-wireguard-files.ts';
import { NewWireguardFile } from './new-wireguard-file.tsx';
import { WireguardFiles } from './wireguard-files.tsx';

interface WireguardPanelProps {
  readonly open: boolean;
  /** What was made on this page, with its keys. */
  readonly made: Made | null;
  readonly onMade: (made: Made | null) => void;
}

/** Making files, and those that were made. */
export function WireguardPanel({ open, made, onMade }: WireguardPanelProps) {
  return (
    <>
      {open && made === null && <NewWireguardFile onMade={onMade} />}
      {made !== null && <MadeFiles made={made} onDone={() => onMade(null)} />}
      <WireguardFiles open={open} />
    </>
  );
}
