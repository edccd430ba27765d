import { paymentTexts as texts, residentialProxyTexts } from '@comet/texts';
import { buttonClasses } from '@comet/ui';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CurlCommand } from '../proxy-access/index.ts';
import { FailedPart } from '../shell/index.ts';
import { proxyUsersQuery, residentialProxyQuery } from './residential-proxy.ts';

/** Shown after a purchase of proxy traffic: a command that uses it, or the link to add the first proxy user. */
export function FirstProxyRequest() {
  const [proxy, users] = useQueries({ queries: [residentialProxyQuery, proxyUsersQuery] });
  const user = users.data?.find(({ enabled }) => enabled);
  const host = proxy.data?.hosts[0];
  if (proxy.data === undefined || users.data === undefined) return <FailedPart reads={[proxy, users]} />;
  if (user === undefined || host === undefined) {
    return (
      <div className="flex flex-col items-start gap-4">
        <p className="m-0 text-quiet">{texts.nextProxyUser}</p>
        <Link to="/dash/residential-proxy" search={{ part: 'users' }} className={buttonClasses('primary')}>
          {residentialProxyTexts.addUser}
        </Link>
      </div>
    );
  }
  const access = {
    host: host.host,
    port: host.httpPort,
    username: user.username,
    password: user.password,
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="m-0 text-quiet">{texts.nextProxy}</p>
      <CurlCommand access={access} echo={proxy.data.echoUrl} />
    </div>
  );
}
