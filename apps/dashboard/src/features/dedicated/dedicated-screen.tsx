import { dedicatedTexts as texts, say } from '@comet/texts';
import { buttonClasses, Headline } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { StoppedBanner } from '../balance/index.ts';
import { residentialDataQuery } from '../residential-data/index.ts';
import { servicesQuery } from '../services/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { AddressRow } from './address-row.tsx';
import { ExportActions } from './export-actions.tsx';
import { exportable } from './own-address.ts';

/** The addresses that somebody has for themselves. */
export default function DedicatedScreen() {
  useDocumentTitle(texts.screen);
  const [{ data: addresses }, { data: account }] = useSuspenseQueries({
    queries: [servicesQuery, residentialDataQuery],
  });
  // An operator stops an account, whatever it has: who has no address is sold none either.
  const isStopped = account.stopped;
  const count = addresses.filter(({ state }) => state === 'active' || state === 'provisioning').length;
  const some = count === 1 ? texts.one : say(texts.some, { count });
  const none = addresses.length === 0 ? texts.none : texts.noneNow;
  const exported = exportable(addresses);
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-8">
        <Headline explanation={texts.explanation}>{count === 0 ? none : some}</Headline>
        {isStopped && <StoppedBanner />}
        {addresses.length > 0 && (
          <ul className="m-0 list-none border-t border-line p-0">
            {addresses.map((address) => (
              <AddressRow key={address.id} address={address} />
            ))}
          </ul>
        )}
        {!isStopped && (
          <Link to="/dash/dedicated/payment" className={`${buttonClasses('primary')} self-start`}>
            {texts.order}
          </Link>
        )}
      </div>
      {exported.length > 0 && <ExportActions addresses={exported} />}
    </div>
  );
}
