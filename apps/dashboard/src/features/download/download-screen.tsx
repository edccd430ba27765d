import { downloadTexts as texts, formatText, unverifiedTexts } from '@comet/texts';
import { Headline, RadioPills, Banner, buttonClasses } from '@comet/ui';
import { useNavigate, useSearch, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useDocumentTitle } from '../shell/index.ts';
import { Instructions } from './instructions.tsx';
import type { Made } from './wireguard/generate-wireguard-files.ts';
import { OpenvpnPanel } from './openvpn/openvpn-panel.tsx';
import { WireguardFiles, WireguardPanel } from './wireguard/wireguard-panel.tsx';
import { useSuspenseQuery, useSuspenseQueries } from '@tanstack/react-query';
import { ResendVerification, userQuery } from '../account/index.ts';
import { wireguardConfigsQuery } from './downloads.ts';
import { hasPlan, subscriptionQuery } from '../subscription/index.ts';
import { useSuggestedLocation } from '../locations/index.ts';
import { openvpnFileName } from './openvpn/openvpn-files.tsx';
import { unavailableReason } from './wireguard/unavailable-reason.ts';
import { wireguardFileName } from './wireguard/wireguard-file.ts';

/** Whether the account can create files, and if not, the reason. */
type Access = 'open' | 'unverified' | 'no-plan';

function useAccess(): { readonly access: Access; readonly email: string } {
  const [user, subscription] = useSuspenseQueries({ queries: [userQuery, subscriptionQuery] });
  const { email, emailVerified } = user.data;
  return { email, access: accessOf(emailVerified, hasPlan(subscription.data)) };
}

/** The email address is checked first: without a confirmed one no plan can be bought. */
export function accessOf(emailVerified: boolean, isRunning: boolean): Access {
  if (!emailVerified) return 'unverified';
  return isRunning ? 'open' : 'no-plan';
}

const protocols = [
  { value: 'wireguard', label: texts.wireguard },
  { value: 'openvpn', label: texts.openvpn },
] as const;

/** Configuration files for other programs than our app. */
export default function DownloadScreen() {
  useDocumentTitle(texts.screen);
  const { access, email } = useAccess();
  const { protocol: named } = useSearch({ from: '/data/dash/dash/download' });
  const navigate = useNavigate({ from: '/dash/download' });
  // Stored here, so that switching to the other protocol does not lose the keys.
  const [made, setMade] = useState<Made | null>(null);
  const [savedOpenvpn, setSavedOpenvpn] = useState<string | null>(null);
  const fileNames = useFileNames(made, savedOpenvpn);
  const protocol = named === 'openvpn' ? 'openvpn' : 'wireguard';
  return (
    <div className="flex flex-col gap-10">
      <Headline explanation={texts.explanation}>{texts.screen}</Headline>
      {access !== 'open' && <NoAccess access={access} email={email} />}
      <RadioPills
        legend={texts.protocol}
        name="protocol"
        pills={protocols}
        value={protocol}
        onChange={(chosen) => void navigate({ search: { protocol: chosen }, replace: true })}
      />
      {protocol === 'wireguard' && <WireguardPanel open={access === 'open'} made={made} onMade={setMade} />}
      {protocol === 'openvpn' && access === 'open' && <OpenvpnPanel onSaved={setSavedOpenvpn} />}
      <Instructions protocol={protocol} file={fileNames[protocol]} />
      {protocol === 'wireguard' && <WireguardFiles open={access === 'open'} />}
    </div>
  );
}

interface NoAccessProps {
  readonly access: Exclude<Access, 'open'>;
  readonly email: string;
}

/** The reason why no files can be created, and the link to resolve it. */
function NoAccess({ access, email }: NoAccessProps) {
  const { configs } = useSuspenseQuery(wireguardConfigsQuery).data;
  if (access === 'unverified') {
    return (
      <Banner tone="warn" title={unverifiedTexts.title} action={<ResendVerification email={email} />}>
        {formatText(texts.unverified, { email })}
      </Banner>
    );
  }
  return (
    <Banner
      title={texts.needPlanTitle}
      action={
        <Link to="/payment/subscription" className={buttonClasses('primary')}>
          {texts.choosePlan}
        </Link>
      }
    >
      {configs.length > 0 ? texts.needPlanKept : texts.needPlan}
    </Banner>
  );
}

/** The location in the example name if none is available. */
const anyLocation = 'nl-ams';

/**
 * The file name in the instructions, by protocol: the file just created, else the customer's newest, else the
 * file that the suggested choice would create.
 */
function useFileNames(made: Made | null, savedOpenvpn: string | null) {
  const { configs } = useSuspenseQuery(wireguardConfigsQuery).data;
  const forWireguard = useSuggestedLocation((one) => unavailableReason(one) === null) ?? anyLocation;
  const forOpenvpn = useSuggestedLocation(({ variants }) => variants.includes('udp')) ?? anyLocation;
  const newest = configs
    .filter(({ inService }) => inService)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  return {
    wireguard: made?.files[0]?.name ?? wireguardFileName(newest ?? { location: forWireguard, id: '' }),
    openvpn: savedOpenvpn ?? openvpnFileName(forOpenvpn, 'udp'),
  };
}
