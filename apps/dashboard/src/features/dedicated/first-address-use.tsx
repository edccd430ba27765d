import { paymentTexts as texts, dedicatedTexts } from '@comet/texts';
import { CodeBlock, Row, Rows } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { polled } from '../../platform/data/polling.ts';
import { isAppPublished } from '../get-comet/index.ts';
import { CurlCommand } from '../proxy-access/index.ts';
import { residentialProxyQuery } from '../residential-proxy/index.ts';
import { type Service, serviceState, servicesQuery } from '../services/index.ts';
import { FailedPart } from '../shell/index.ts';
import { locationText } from './dedicated-ip.ts';

const POLL_MS = 3_000;

interface FirstAddressUseProps {
  /** Finds the bought address; the latest are first. */
  readonly isBought: (service: Service) => boolean;
}

/**
 * Shown after the purchase of an address: the address, a command that connects through it, and its use as a
 * proxy.
 */
export function FirstAddressUse({ isBought }: FirstAddressUseProps) {
  const read = useQuery({
    ...servicesQuery,
    refetchInterval: polled<readonly Service[]>((services) =>
      addressOf(services?.find(isBought)) === null ? POLL_MS : false,
    ),
  });
  const { data: proxy } = useQuery(residentialProxyQuery);
  const service = read.data?.find(isBought);
  if (read.data === undefined) return <FailedPart reads={[read]} />;
  if (service === undefined || service.address === null)
    return (
      <p role="status" className="m-0 text-quiet">
        {texts.addressPending}
      </p>
    );
  const access = service.proxy && { ...service.proxy, port: service.proxy.httpPort };
  return (
    <div className="flex flex-col gap-5">
      <Rows>
        <Row term={texts.addressReady}>
          <span className="font-mono">{service.address}</span>
          <span className="block text-small text-quiet">{locationText(service)}</span>
        </Row>
        <Row term={dedicatedTexts.state}>{serviceState(service)}</Row>
      </Rows>
      {isAppPublished() && (
        <div className="flex flex-col gap-3">
          <p className="m-0 text-quiet">{texts.nextAddress}</p>
          <CodeBlock
            label={dedicatedTexts.throughVpn}
          >{`comet connect --dedicated ${service.address}`}</CodeBlock>
        </div>
      )}
      {access !== null && proxy !== undefined && (
        <div className="flex flex-col gap-3">
          <p className="m-0 text-quiet">
            {isAppPublished() ? texts.nextAddressProxy : texts.nextAddressOnlyProxy}
          </p>
          <CurlCommand access={access} echo={proxy.echoUrl} />
        </div>
      )}
    </div>
  );
}

const addressOf = (service: Service | undefined): string | null => service?.address ?? null;
