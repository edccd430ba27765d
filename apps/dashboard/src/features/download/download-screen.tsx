import { downloadTexts as texts } from '@comet/texts';
import { Headline, RadioPills } from '@comet/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useDocumentTitle } from '../shell/index.ts';
import { useAccess } from './access.ts';
import { Instructions } from './instructions.tsx';
import type { Made } from './make-wireguard-files.ts';
import { NoAccess } from './no-access.tsx';
import { OpenvpnPanel } from './openvpn-panel.tsx';
import { WireguardPanel } from './wireguard-panel.tsx';

const protocols = [
  { value: 'wireguard', label: texts.wireguard },
  { value: 'openvpn', label: texts.openvpn },
] as const;

/** Files for programs that are not ours. */
export default function DownloadScreen() {
  useDocumentTitle(texts.screen);
  const { access, email } = useAccess();
  const { protocol: named } = useSearch({ from: '/data/dash/dash/download' });
  const navigate = useNavigate({ from: '/dash/download' });
  // Kept here, so that a look at the other protocol does not lose the keys.
  const [made, setMade] = useState<Made | null>(null);
  const protocol = named === 'openvpn' ? 'openvpn' : 'wireguard';
  return (
    <div className="flex flex-col gap-10">
      <Headline explanation={texts.explanation}>{texts.headline}</Headline>
      {access !== 'open' && <NoAccess access={access} email={email} />}
      <RadioPills
        legend={texts.protocol}
        name="protocol"
        pills={protocols}
        value={protocol}
        onChange={(chosen) => void navigate({ search: { protocol: chosen }, replace: true })}
      />
      {protocol === 'wireguard' && <WireguardPanel open={access === 'open'} made={made} onMade={setMade} />}
      {protocol === 'openvpn' && access === 'open' && <OpenvpnPanel />}
      <Instructions protocol={protocol} />
    </div>
  );
}
