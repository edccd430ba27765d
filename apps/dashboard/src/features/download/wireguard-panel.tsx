import { useState } from 'react';
import { MadeFiles } from './made-files.tsx';
import type { Made } from './make-wireguard-files.ts';
import { NewWireguardFile } from './new-wireguard-file.tsx';
import { WireguardFiles } from './wireguard-files.tsx';

/** Making files, and those that were made. The keys of new ones live in this component, and go with it. */
export function WireguardPanel({ open }: { readonly open: boolean }) {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <>
      {open && made === null && <NewWireguardFile onMade={setMade} />}
      {made !== null && <MadeFiles made={made} onDone={() => setMade(null)} />}
      <WireguardFiles open={open} />
    </>
  );
}
